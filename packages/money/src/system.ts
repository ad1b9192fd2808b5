import { add, multiply, ONE, ZERO } from './factor.ts';
import type { Factor } from './factor.ts';

/**
 * The factor of a system k of n on the unit stake of one line: the elementary symmetric polynomial e_k of the
 * legs' factors, exact. k = n is the accumulator; k = 1 is n singles.
 * @param k legs per line, 1 … n
 * @param factors the factor of each leg
 * @throws RangeError when k is not in 1 … n
 */
export function systemFactor(k: number, factors: readonly Factor[]): Factor {
  if (!Number.isInteger(k) || k < 1 || k > factors.length) {
    throw new RangeError(`no system of ${k} from ${factors.length} legs`);
  }
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
