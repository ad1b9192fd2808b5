import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { add, factorOf, fraction, multiply, product, ZERO } from './factor.ts';
import type { Factor } from './factor.ts';
import { payout } from './payout.ts';
import { systemFactor } from './system.ts';

const legs = fc.array(
  fc.integer({ min: 0, max: 5000 }).map((milli) => fraction(BigInt(milli), 1000n)),
  { minLength: 1, maxLength: 6 },
);

/** e_k by listing every line, the definition. */
function byLines(k: number, factors: readonly Factor[]): Factor {
  if (k === 0) return { num: 1n, den: 1n };
  const [head, ...tail] = factors;
  if (head === undefined) return ZERO;
  return add(byLines(k, tail), multiply(head, byLines(k - 1, tail)));
}

test('system 2/3, unit 10.00, legs 2.0, void, 3.0 pays 110.00', () => {
  const factors = [factorOf('win', 2000), factorOf('void', 1800), factorOf('win', 3000)];
  expect(payout(1_000n, systemFactor(2, factors))).toBe(11_000n);
});

test('every system is the sum over its lines', () => {
  fc.assert(
    fc.property(legs, fc.integer({ min: 1, max: 6 }), (factors, k) => {
      fc.pre(k <= factors.length);
      expect(systemFactor(k, factors)).toEqual(byLines(k, factors));
    }),
  );
});

test('n of n is the accumulator, 1 of n the singles', () => {
  fc.assert(
    fc.property(legs, (factors) => {
      expect(systemFactor(factors.length, factors)).toEqual(product(factors));
      expect(systemFactor(1, factors)).toEqual(factors.reduce(add, ZERO));
    }),
  );
});

test.each([0, -1, 1.5, 3, Number.NaN])('%d of two legs throws', (k) => {
  expect(() => systemFactor(k, [factorOf('win', 2000), factorOf('win', 2000)])).toThrow(RangeError);
});
