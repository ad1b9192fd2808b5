import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type LegOutcome,
  ONE,
  ZERO,
  add,
  equal,
  factorOf,
  fraction,
  legFactor,
  multiply,
  product,
} from './factor.ts';
import { payout } from './payout.ts';

const factors = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 9n }), fc.bigInt({ min: 1n, max: 10n ** 9n }))
  .map(([num, den]) => fraction(num, den));

describe('factorOf', () => {
  test.each<[LegOutcome, number, bigint, bigint]>([
    ['win', 1950, 39n, 20n],
    ['half-win', 1950, 59n, 40n],
    ['push', 1950, 1n, 1n],
    ['void', 1950, 1n, 1n],
    ['half-lose', 1950, 1n, 2n],
    ['lose', 1950, 0n, 1n],
    ['win', 1001, 1001n, 1000n],
    ['win', 1000, 1n, 1n],
    ['half-win', 2000, 3n, 2n],
  ])('%s at %i is %i/%i', (outcome, oddsMilli, num, den) => {
    expect(factorOf(outcome, oddsMilli)).toEqual({ num, den });
  });

  test.each<[LegOutcome, bigint, string]>([
    ['half-win', 14_750n, 'home −0.75 won by one'],
    ['half-lose', 5_000n, 'home −0.25 drawn'],
    ['half-win', 14_750n, 'home +0.25 drawn'],
    ['half-lose', 5_000n, 'home +0.75 lost by one'],
    ['push', 10_000n, 'home −1 won by one'],
  ])('stake 100.00 at 1.95, %s: pays %i (%s)', (outcome, minor) => {
    expect(payout(10_000n, factorOf(outcome, 1950))).toBe(minor);
  });

  test('a dead heat pays its share of the winnings, not of a refund', () => {
    const half = fraction(1n, 2n);
    expect(factorOf('win', 5000, half)).toEqual({ num: 5n, den: 2n });
    expect(factorOf('half-win', 5000, half)).toEqual({ num: 7n, den: 4n });
    expect(factorOf('push', 5000, half)).toEqual(ONE);
    expect(factorOf('lose', 5000, half)).toEqual(ZERO);
  });

  test.each([999, 0, -2000, 2.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 60])(
    'odds %d throw',
    (oddsMilli) => {
      const problem = new RangeError(`not odds in thousandths: ${oddsMilli}`);
      expect(() => factorOf('win', oddsMilli)).toThrow(problem);
      expect(() => factorOf('lose', oddsMilli)).toThrow(problem);
    },
  );
});

test('the void share always returns', () => {
  fc.assert(
    fc.property(fc.boolean(), fc.integer({ min: 1001, max: 501_000 }), (won, oddsMilli) => {
      const voided = legFactor({ won, voidShare: ONE, deadHeat: ONE, oddsMilli });
      expect(equal(voided, ONE)).toBe(true);
    }),
  );
});

test('shares above one and negative fractions throw', () => {
  const two = fraction(2n, 1n);
  const above = new RangeError('a share is above 1');
  expect(() => legFactor({ won: true, voidShare: two, deadHeat: ONE, oddsMilli: 2000 })).toThrow(above);
  expect(() => legFactor({ won: true, voidShare: ZERO, deadHeat: two, oddsMilli: 2000 })).toThrow(above);
  expect(() => fraction(-1n, 2n)).toThrow(new RangeError('not a factor: -1/2'));
  expect(() => fraction(1n, 0n)).toThrow(new RangeError('not a factor: 1/0'));
  expect(() => fraction(1n, -2n)).toThrow(new RangeError('not a factor: 1/-2'));
});

test('outcomes of the same odds are ordered: win, half-win, push, half-lose, lose', () => {
  const order: LegOutcome[] = ['win', 'half-win', 'push', 'half-lose', 'lose'];
  fc.assert(
    fc.property(fc.integer({ min: 1001, max: 1_000_000 }), (oddsMilli) => {
      const paid = order.map((outcome) => factorOf(outcome, oddsMilli));
      const descending = paid.toSorted((a, b) => (a.num * b.den > b.num * a.den ? -1 : 1));
      expect(paid).toEqual(descending);
      expect(new Set(paid.map(({ num, den }) => `${num}/${den}`)).size).toBe(order.length);
    }),
  );
});

test('sum and product are those of fractions', () => {
  fc.assert(
    fc.property(factors, factors, factors, (a, b, c) => {
      expect(multiply(a, b)).toEqual(multiply(b, a));
      expect(multiply(multiply(a, b), c)).toEqual(multiply(a, multiply(b, c)));
      expect(multiply(a, add(b, c))).toEqual(add(multiply(a, b), multiply(a, c)));
      expect(multiply(a, ONE)).toEqual(a);
      expect(add(a, ZERO)).toEqual(a);
    }),
  );
});

test('equality does not ask for lowest terms', () => {
  expect(equal({ num: 2n, den: 4n }, { num: 1n, den: 2n })).toBe(true);
  expect(equal({ num: 2n, den: 4n }, { num: 1n, den: 3n })).toBe(false);
});

test('an accumulator is the product of its legs; a void leg changes nothing', () => {
  expect(product([])).toEqual(ONE);
  const legs = [factorOf('win', 2000), factorOf('half-win', 1950)];
  expect(product([...legs, factorOf('void', 9000)])).toEqual(product(legs));
  expect(product([...legs, factorOf('lose', 9000)])).toEqual(ZERO);
});
