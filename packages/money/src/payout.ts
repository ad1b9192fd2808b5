import type { Minor } from './amount.ts';
import { type Factor, oddsFactor, product } from './factor.ts';

/**
 * What a bet pays: stake × factor, rounded down once to the minor unit; the remainder is the house's.
 * @param stakeMinor stake in minor units, for a system the unit stake of one line
 * @param factor the bet's whole factor (leg, product or system)
 * @returns minor units, never negative
 * @throws RangeError for a negative stake
 */
export function payout(stakeMinor: Minor, factor: Factor): Minor {
  if (stakeMinor < 0n) throw new RangeError(`negative stake: ${stakeMinor}`);
  return (stakeMinor * factor.num) / factor.den;
}

/**
 * What a single or accumulator pays when every leg wins, stake included.
 * @param stakeMinor stake in minor units
 * @param oddsMilli odds of each leg in thousandths
 * @throws RangeError for a negative stake or odds below 1
 */
export function potential(stakeMinor: Minor, oddsMilli: readonly number[]): Minor {
  return payout(stakeMinor, product(oddsMilli.map(oddsFactor)));
}
