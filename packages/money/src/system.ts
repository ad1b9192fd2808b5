import type { Minor } from './amount.ts';
import { type Factor, ONE, ZERO, add, multiply } from './factor.ts';
import { payout } from './payout.ts';

/** The k of a full cover: all lines of two legs and more, or of one leg and more. */
export const FROM_DOUBLES = -2;
export const FROM_SINGLES = -1;

/**
 * How many legs the lines of a bet have: k alone, or of a full cover every number from its least up to all of them.
 * @param k legs per line, 1 … n, or `FROM_DOUBLES`, `FROM_SINGLES` of three legs and more
 * @throws RangeError for another k
 */
export function lineSizes(k: number, n: number): number[] {
  const isCover = k === FROM_DOUBLES || k === FROM_SINGLES;
  if (isCover ? n < 3 : !Number.isInteger(k) || k < 1 || k > n) {
    throw new RangeError(`no system of ${k} from ${n} legs`);
  }
  return isCover ? Array.from({ length: n + k + 1 }, (_, at) => at - k) : [k];
}

/**
 * The factor of a system k of n on the unit stake of one line: the elementary symmetric polynomial e_k of the
 * legs' factors, exact. k = n is the accumulator; k = 1 is n singles; a full cover is the sum over its sizes.
 * @param k legs per line, or a full cover, see `lineSizes`
 * @param factors the factor of each leg
 * @throws RangeError when there is no such system
 */
export function systemFactor(k: number, factors: readonly Factor[]): Factor {
  const sizes = lineSizes(k, factors.length);
  const most = Math.max(...sizes);
  // sums[j] is e_j of the legs seen so far.
  let sums: readonly Factor[] = [ONE];
  for (const factor of factors) {
    const before = sums;
    sums = Array.from({ length: Math.min(before.length, most) + 1 }, (_, j) =>
      add(before[j] ?? ZERO, multiply(before[j - 1] ?? ZERO, factor)),
    );
  }
  const [only = 0, ...others] = sizes;
  return others.reduce((sum, size) => add(sum, sums[size] ?? ZERO), sums[only] ?? ZERO);
}

/**
 * How many lines a system k of n has, the binomial coefficient; the accumulator has one, a full cover those of its sizes.
 * @throws RangeError when there is no such system, or the lines are too many to be exact
 */
export function systemLines(k: number, n: number): number {
  const lines = lineSizes(k, n).reduce((sum, size) => sum + linesOfSize(size, n), 0);
  if (!Number.isSafeInteger(lines)) throw new RangeError(`too many lines: ${k} from ${n}`);
  return lines;
}

function linesOfSize(size: number, n: number): number {
  let lines = 1;
  // Each partial product is itself a binomial coefficient, so no division leaves a remainder.
  for (let taken = 1; taken <= size; taken++) lines = (lines * (n - size + taken)) / taken;
  return lines;
}

/**
 * What a system pays for the stake it still has, a part cashed out or not: floor(stake × e_k / lines), rounded once.
 * While the whole stake is open that is the unit stake times e_k.
 * @param bet.stakeMinor stake of all lines together, minor units
 * @throws RangeError for a negative stake, or when there is no such system
 */
export function systemPayout(bet: { stakeMinor: Minor; k: number; factors: readonly Factor[] }): Minor {
  const { stakeMinor, k, factors } = bet;
  const { num, den } = systemFactor(k, factors);
  return payout(stakeMinor, { num, den: den * BigInt(systemLines(k, factors.length)) });
}

/** What a bet multiplies the stake of one line by when all its legs win: num / den, not in lowest terms. */
export type Combined = { num: bigint; den: bigint; lines: number };

/**
 * Combines the odds of a bet's legs: e_k(o1 … on), the sum over its lines of the products of their odds. A single and an
 * accumulator are one line of all their legs, k = n. Placing a bet computes it, so it goes without reducing fractions.
 * @param k legs per line, or a full cover, see `lineSizes`
 * @param oddsMilli odds of each leg in thousandths
 * @throws RangeError for odds below 1, or when there is no such system
 */
export function combine(k: number, oddsMilli: readonly number[]): Combined {
  const lines = systemLines(k, oddsMilli.length);
  const odds = oddsMilli.map(wholeThousandths);
  const sizes = lineSizes(k, odds.length);
  const most = Math.max(...sizes);
  const den = 1000n ** BigInt(most);
  if (lines === 1) return { num: odds.reduce((num, one) => num * one, 1n), den, lines };
  // sums[j] is e_j of the legs seen so far, in units of 1000^-j.
  const sums = [1n, ...Array.from({ length: most }, () => 0n)];
  for (const one of odds) {
    for (let j = most; j > 0; j--) sums[j] = (sums[j] ?? 0n) + (sums[j - 1] ?? 0n) * one;
  }
  const num = sizes.reduce((sum, size) => sum + (sums[size] ?? 0n) * 1000n ** BigInt(most - size), 0n);
  return { num, den, lines };
}

function wholeThousandths(oddsMilli: number): bigint {
  if (!Number.isSafeInteger(oddsMilli) || oddsMilli < 1000) {
    throw new RangeError(`not odds in thousandths: ${oddsMilli}`);
  }
  return BigInt(oddsMilli);
}

/** What a bet returns when all its legs win, stake included, rounded down once. @throws RangeError for a negative stake */
export function fullReturn(unitMinor: Minor, { num, den }: Combined): Minor {
  if (unitMinor < 0n) throw new RangeError(`negative stake: ${unitMinor}`);
  return (unitMinor * num) / den;
}

/** The largest stake of one line whose full return stays within `returnMaxMinor`. */
export function largestUnit(returnMaxMinor: Minor, { num, den }: Combined): Minor {
  // floor(u × num / den) ≤ max  ⇔  u × num < (max + 1) × den
  return ((returnMaxMinor + 1n) * den - 1n) / num;
}

/** The odds of a whole bet from its combined legs, see `combinedOddsMilli`. */
export function oddsOf({ num, den, lines }: Combined): bigint {
  return (num * 1000n) / (den * BigInt(lines));
}

/**
 * What a system pays when every leg wins, stake included.
 * @param unitMinor stake of one line, minor units
 * @param oddsMilli odds of each leg in thousandths
 * @throws RangeError for a negative stake, odds below 1, or when k is not in 1 … n
 */
export function systemPotential(unitMinor: Minor, k: number, oddsMilli: readonly number[]): Minor {
  return fullReturn(unitMinor, combine(k, oddsMilli));
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
  return oddsOf(combine(k, oddsMilli));
}
