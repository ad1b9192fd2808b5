/** An even selection: items with `n % step = 0`, as long as `n / step < count`. */
export type Spread = { count: number; step: number };

/**
 * The spread of a queue: as long as a real one, but at most one in four.
 * @param among how many could wait in it
 * @param most how many do
 */
export const spread = (among: number, most: number): Spread => {
  const count = Math.min(most, Math.ceil(among / 4));
  return { count, step: Math.max(1, Math.floor(among / Math.max(1, count))) };
};

/** SQL: a number from 0 to 1 that is not near that of the next member. @param n the member's number */
export const share = (n: string): string => `((${n} * 7919 % 1009) / 1009.0)`;
