import type { Minor } from './amount.ts';

/** What selling a part of an open bet takes out of it, and what it pays. */
export type PartSale = { partMinor: Minor; restMinor: Minor; paysMinor: Minor };

/**
 * Sells a share of the stake that is still running at an offer for all of it: the part of the stake rounded down, and
 * its part of the offer rounded down.
 * @param sale.openMinor stake still running, minor units, positive
 * @param sale.offerMinor offer for all of it, minor units
 * @param sale.share ten-thousandths, 1 … 10,000
 * @throws RangeError when nothing is running or the share is none
 */
export function partSale(sale: { openMinor: Minor; offerMinor: Minor; share: bigint }): PartSale {
  const { openMinor, offerMinor, share } = sale;
  if (openMinor <= 0n || share < 1n || share > 10_000n)
    throw new RangeError(`no part: ${share} of ${openMinor}`);
  const partMinor = (openMinor * share) / 10_000n;
  return { partMinor, restMinor: openMinor - partMinor, paysMinor: (offerMinor * partMinor) / openMinor };
}
