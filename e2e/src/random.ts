/** Numbers that are the same for a seed. */
export type Random = {
  /** From 0 on and below 1. */
  next: () => number;
  /** A whole number from 0 on and below `most`. */
  below: (most: number) => number;
  /** A whole number from `least` to `most`. */
  between: (least: number, most: number) => number;
  pick: <T>(list: readonly T[]) => T;
  /** Whether something happens that does so with this chance, 0 … 1. */
  chance: (share: number) => boolean;
};

/** Numbers from 0 on and below 1, the same for a seed (mulberry32). */
const numbersFrom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** @param seed a whole number */
export const randomFrom = (seed: number): Random => {
  const next = numbersFrom(seed);
  const below = (most: number): number => Math.floor(next() * most);
  return {
    next,
    below,
    between: (least, most) => least + below(most - least + 1),
    pick: (list) => {
      const one = list[below(list.length)];
      if (one === undefined) throw new Error('nothing to pick from');
      return one;
    },
    chance: (share) => next() < share,
  };
};
