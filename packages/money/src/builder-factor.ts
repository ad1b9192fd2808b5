import type { Factor, LegOutcome } from './factor.ts';

/**
 * What a builder multiplies its stake by, from how its parts ended (docs/football.md, "Bet builder").
 * A lost part decides it at once; else it is open while a part is.
 * @param outcomes of each part, undefined while it is open
 * @param subsets prices in thousandths by the set of parts that won, bit i for part i; 1000 for none of them
 * @returns undefined while it is open; `outcome` is the word for the leg as a whole
 * @throws RangeError when there are not 2^n prices
 */
export function builderFactor(
  outcomes: readonly (LegOutcome | undefined)[],
  subsets: readonly number[],
): { factor: Factor; outcome: LegOutcome } | undefined {
  throw new RangeError(`not yet: ${outcomes.length} ${subsets.length}`);
}
