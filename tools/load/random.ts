/** Random numbers that follow from a seed, so that an afternoon can be repeated. */
export type Random = {
  /** From 0 to below 1. */
  next(): number;
  /** How often something happens that happens `mean` times on average. */
  poisson(mean: number): number;
  /** One of the items. @throws RangeError for none */
  pick<T>(items: readonly T[]): T;
};

/** A 32-bit number of a text (FNV-1a). */
const seedOf = (text: string): number => {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash;
};

/** Numbers by the generator "mulberry32": good enough for a load, and the same on each machine. */
export const createRandom = (seed: string): Random => {
  let state = seedOf(seed);
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    poisson: (mean) => {
      const limit = Math.exp(-mean);
      let product = next();
      let times = 0;
      while (product > limit) {
        product *= next();
        times++;
      }
      return times;
    },
    pick: (items) => {
      const item = items[Math.floor(next() * items.length)];
      if (item === undefined) throw new RangeError('Nothing to pick from');
      return item;
    },
  };
};
