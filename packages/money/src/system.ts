import type { Minor } from './amount.ts';
import { add, multiply, ONE, oddsFactor, ZERO } from './factor.ts';
import type { Factor } from './factor.ts';
import { payout } from './payout.ts';

/**
 * The factor of a system k of n on the unit stake of one line: the elementary symmetric polynomial e_k of the
 * legs' factors, exact. k = n is the accumulator; k = 1 is n singles.
 * @param k legs per line, 1 … n
 * @param factors the factor of each leg
 * @throws RangeError when k is not in 1 … n
 */
export function systemFactor(k: number, factors: readonly Factor[]): Factor {
  checkSize(k, factors.length);
  // sums[j] is e_j of the legs seen so far.
  let sums: readonly Factor[] = [ONE];
  for (const factor of factors) {
    const before = sums;
    sums = Array.from({ length: Math.min(before.length, k) + 1 }, (_, j) =>
      add(before[j] ?? ZERO, multiply(before[j - 1] ?? ZERO, factor)),
    );
  }
  return sums[k] ?? ZERO;
}

function checkSize(k: number, n: number): void {
  if (!Number.isInteger(k) || k < 1 || k > n) throw new RangeError(`no system of ${k} from ${n} legs`);
}

/**
 * How many lines a system k of n has, the binomial coefficient; the accumulator has one.
 * @throws RangeError when k is not in 1 … n, or the lines are too many to be exact
 */
export function systemLines(k: number, n: number): number {
  checkSize(k, n);
  let lines = 1;
  // Each partial product is itself a binomial coefficient, so no division leaves a remainder.
  for (let taken = 1; taken <= k; taken++) lines = (lines * (n - k + taken)) / taken;
  if (!Number.isSafeInteger(lines)) throw new RangeError(`too many lines: ${k} from ${n}`);
  return lines;
}

/**
 * What a system pays for the stake it still has, a part cashed out or not: floor(stake × e_k / lines), rounded once.
 * While the whole stake is open that is the unit stake times e_k.
 * @param bet.stakeMinor stake of all lines together, minor units
 * @throws RangeError for a negative stake, or when k is not in 1 … n
 */
export function systemPayout(bet: { stakeMinor: Minor; k: number; factors: readonly Factor[] }): Minor {
  const { stakeMinor, k, factors } = bet;
  const { num, den } = systemFactor(k, factors);
  return payout(stakeMinor, { num, den: den * BigInt(systemLines(k, factors.length)) });
}

/**
 * What a system pays when every leg wins, stake included.
 * @param unitMinor stake of one line, minor units
 * @param oddsMilli odds of each leg in thousandths
 * @throws RangeError for a negative stake, odds below 1, or when k is not in 1 … n
 */
export function systemPotential(unitMinor: Minor, k: number, oddsMilli: readonly number[]): Minor {
  return payout(unitMinor, systemFactor(k, oddsMilli.map(oddsFactor)));
}

/**
 * The odds of a whole bet, return over stake when every leg wins, in thousandths and rounded down, so that what is
 * shown is never more than what is paid; the payout itself comes from the exact product. Of an accumulator (k = n) the
 * product of its odds, of a system the mean over its lines.
 * @param oddsMilli odds of each leg in thousandths
 * @returns thousandths; twenty long odds go far beyond the numbers a database column holds
 * @throws RangeError for odds below 1, or when k is not in 1 … n
 */
export function combinedOddsMilli(k: number, oddsMilli: readonly number[]): bigint {
  return systemPayout({ stakeMinor: 1000n, k, factors: oddsMilli.map(oddsFactor) });
}
