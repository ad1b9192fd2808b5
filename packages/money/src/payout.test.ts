import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { factorOf, fraction } from './factor.ts';
import { payout, potential } from './payout.ts';

test('a payout is rounded down once, at the end', () => {
  expect(payout(1n, factorOf('half-lose', 1950))).toBe(0n);
  expect(payout(3n, factorOf('half-win', 1950))).toBe(4n);
  // 33 × 1.333³ = 78.165…; rounding after each leg would give 77.
  expect(potential(33n, [1333, 1333, 1333])).toBe(78n);
});

test('nothing staked pays nothing', () => {
  expect(payout(0n, factorOf('win', 1950))).toBe(0n);
});

test('potential of a single and of an accumulator', () => {
  expect(potential(1_000n, [2350])).toBe(2_350n);
  expect(potential(1_000n, [2000, 3000, 1500])).toBe(9_000n);
  expect(potential(1_000n, [])).toBe(1_000n);
});

test('a negative stake and odds below one throw', () => {
  expect(() => payout(-1n, fraction(1n, 1n))).toThrow(new RangeError('negative stake: -1'));
  expect(() => potential(-1n, [2000])).toThrow(RangeError);
  expect(() => potential(1n, [999])).toThrow(RangeError);
});

test('the payout is the exact one less a remainder below one unit', () => {
  const stake = fc.bigInt({ min: 0n, max: 10n ** 14n });
  fc.assert(
    fc.property(
      stake,
      fc.bigInt({ min: 0n, max: 10n ** 9n }),
      fc.bigInt({ min: 1n, max: 10n ** 6n }),
      (s, n, d) => {
        const factor = fraction(n, d);
        const paid = payout(s, factor);
        const remainder = s * factor.num - paid * factor.den;
        expect(remainder >= 0n && remainder < factor.den).toBe(true);
      },
    ),
  );
});

test('the order of the legs does not matter', () => {
  const odds = fc.array(fc.integer({ min: 1001, max: 20_000 }), { maxLength: 8 });
  fc.assert(
    fc.property(odds, fc.bigInt({ min: 1n, max: 10n ** 8n }), (oddsMilli, stake) => {
      expect(potential(stake, oddsMilli.toReversed())).toBe(potential(stake, oddsMilli));
      expect(potential(stake, oddsMilli)).toBeGreaterThanOrEqual(stake);
    }),
  );
});
