/** Prices a book quotes, in thousandths: from 1.01 to 501, with steps that grow with the odds. */
const rungs: readonly { from: number; step: number }[] = [
  { from: 1_010, step: 10 },
  { from: 3_000, step: 50 },
  { from: 5_000, step: 100 },
  { from: 10_000, step: 250 },
  { from: 20_000, step: 1_000 },
  { from: 50_000, step: 3_000 },
  { from: 101_000, step: 10_000 },
  { from: 201_000, step: 25_000 },
];

export const SHORTEST_MILLI = 1_010;
export const LONGEST_MILLI = 501_000;

/**
 * The longest price on the ladder that is not above the odds.
 * @param oddsMilli odds in thousandths, need not be whole
 * @returns a price in thousandths, or undefined below the shortest price
 */
export function priceAtMost(oddsMilli: number): number | undefined {
  if (oddsMilli >= LONGEST_MILLI) return LONGEST_MILLI;
  const part = rungs.findLast((rung) => rung.from <= oddsMilli);
  if (part === undefined) return undefined;
  return part.from + Math.floor((oddsMilli - part.from) / part.step) * part.step;
}

/** The price on the ladder nearest to the odds, at least the shortest and at most the longest. */
export function nearestPrice(oddsMilli: number): number {
  const below = priceAtMost(oddsMilli) ?? SHORTEST_MILLI;
  const above = nextPrice(below);
  return above - oddsMilli < oddsMilli - below ? above : below;
}

/** The next longer price on the ladder, or the longest. */
export function nextPrice(priceMilli: number): number {
  const part = rungs.findLast((rung) => rung.from <= priceMilli);
  return Math.min(LONGEST_MILLI, priceMilli + (part?.step ?? 0));
}
