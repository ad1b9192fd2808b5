import { type Factor, type LegOutcome, ONE, ZERO, fraction } from './factor.ts';

/** A builder that is decided. `outcome` is the word for the leg as a whole; what it pays is the factor alone. */
export type SettledBuilder = { factor: Factor; outcome: LegOutcome };

/**
 * What a builder multiplies its stake by, from how its parts ended (docs/pricing.md, "Bet builder"): 0 when one lost;
 * else the price of those that won, as pushed and void parts are taken out. A half outcome is two halves of the stake: a
 * half-win is won in one and pushed in the other, a half-lose pushed in one and lost in the other; so with q of them
 * the factor is the mean of 2^q prices.
 * @param outcomes of each part, undefined while it is open; one that is lost decides the leg at once
 * @param subsets prices in thousandths by the set of parts that won, bit i for part i; 1000 for none of them
 * @returns undefined while the leg is open
 * @throws RangeError when there are not 2^n prices, or one is not whole thousandths from 1 up
 */
export function builderFactor(
  outcomes: readonly (LegOutcome | undefined)[],
  subsets: readonly number[],
): SettledBuilder | undefined {
  checkSubsets(outcomes.length, subsets);
  if (outcomes.includes('lose')) return { factor: ZERO, outcome: 'lose' };
  const known = outcomes.filter((outcome) => outcome !== undefined);
  if (known.length < outcomes.length) return undefined;
  let sets = [0];
  let halves = 0;
  for (const [index, outcome] of known.entries()) {
    const won = sets.map((set) => set | (1 << index));
    if (outcome === 'win') sets = won;
    if (outcome === 'half-win') sets = [...sets, ...won];
    if (outcome === 'half-win' || outcome === 'half-lose') halves++;
  }
  const sum = sets.reduce((all, set) => all + BigInt(subsets[set] ?? 0), 0n);
  const factor = fraction(sum, 1000n * 2n ** BigInt(halves));
  return { factor, outcome: wordFor(factor, known) };
}

/** Whether these can be the prices of a builder with this number of parts. @throws RangeError when not */
function checkSubsets(parts: number, subsets: readonly number[]): void {
  const isRight =
    parts > 0 &&
    subsets.length === 2 ** parts &&
    subsets[0] === 1000 &&
    subsets.every((odds) => Number.isSafeInteger(odds) && odds >= 1000);
  if (!isRight) throw new RangeError(`not the prices of ${parts} parts: ${subsets.join(' ')}`);
}

/** As the factor of a single says it: above the stake a win, the stake a push, below it a half lost. */
function wordFor(factor: Factor, outcomes: readonly LegOutcome[]): LegOutcome {
  if (outcomes.every((outcome) => outcome === 'void')) return 'void';
  const isHalf = outcomes.some((outcome) => outcome === 'half-win' || outcome === 'half-lose');
  if (factor.num > factor.den) return isHalf ? 'half-win' : 'win';
  return factor.num === ONE.num && factor.den === ONE.den ? 'push' : 'half-lose';
}
