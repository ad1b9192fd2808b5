import type { Minor } from './amount.ts';

/**
 * Splits an amount in proportion to weights without losing a unit (largest remainder, Hamilton's method): each
 * share is the exact one rounded down or up, the units left go to the largest remainders, ties to the earlier
 * place. A negative total is split like its opposite.
 * @param totalMinor amount to split, minor units
 * @param weights none negative, at least one positive
 * @returns one share per weight, in order, summing to the total exactly
 * @throws RangeError for a negative weight or when no weight is positive
 */
export function allocate(totalMinor: Minor, weights: readonly bigint[]): Minor[] {
  if (weights.some((weight) => weight < 0n)) throw new RangeError('negative weight');
  const sum = weights.reduce((a, b) => a + b, 0n);
  if (sum === 0n) throw new RangeError('no positive weight');
  if (totalMinor < 0n) return allocate(-totalMinor, weights).map((share) => -share);

  const shares = weights.map((weight, place) => {
    const exact = totalMinor * weight;
    return { place, floor: exact / sum, remainder: exact % sum };
  });
  const left = totalMinor - shares.reduce((total, share) => total + share.floor, 0n);
  // Sorting is stable, so ties stay in order.
  const first = shares.toSorted((a, b) => Number(b.remainder - a.remainder));
  const favoured = new Set(first.slice(0, Number(left)).map((share) => share.place));
  return shares.map((share) => share.floor + (favoured.has(share.place) ? 1n : 0n));
}
