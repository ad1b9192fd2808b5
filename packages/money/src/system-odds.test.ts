import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { oddsFactor, product } from './factor.ts';
import { payout, potential } from './payout.ts';
import { combine, fullReturn, largestUnit, oddsOf, systemFactor } from './system.ts';

const odds = fc.array(fc.integer({ min: 1001, max: 30_000 }), { minLength: 1, maxLength: 8 });
const slip = odds.chain((legs) =>
  fc.record({ legs: fc.constant(legs), k: fc.integer({ min: 1, max: legs.length }) }),
);
const unit = fc.bigInt({ min: 1n, max: 10n ** 10n });

test.each([0, 3])('%d of two legs combines nothing', (k) => {
  expect(() => combine(k, [2000, 2000])).toThrow(RangeError);
});

test.each([999, 1_500.5, Number.NaN])('odds of %d thousandths combine nothing', (oddsMilli) => {
  const problem = new RangeError(`not odds in thousandths: ${oddsMilli}`);
  expect(() => combine(1, [oddsMilli])).toThrow(problem);
  expect(() => combine(1, [2_000, oddsMilli])).toThrow(problem);
});

test('even odds that win nothing combine, a negative stake does not', () => {
  const all = combine(2, [1_000, 1_000]);
  expect(fullReturn(700n, all)).toBe(700n);
  expect(fullReturn(0n, all)).toBe(0n);
  expect(() => fullReturn(-1n, all)).toThrow(new RangeError('negative stake: -1'));
});

test('2 of 3 at 2.00, 3.00, 4.00: unit 10.00 returns 260.00 for 30.00, odds 8.66', () => {
  const all = combine(2, [2000, 3000, 4000]);
  expect([fullReturn(1_000n, all), all.lines, oddsOf(all)]).toEqual([26_000n, 3, 8_666n]);
});

test('is what settlement pays when every leg wins', () => {
  fc.assert(
    fc.property(slip, unit, ({ legs, k }, unitMinor) => {
      const settled = payout(unitMinor, systemFactor(k, legs.map(oddsFactor)));
      expect(fullReturn(unitMinor, combine(k, legs))).toBe(settled);
    }),
  );
});

test('n of n is the accumulator', () => {
  fc.assert(
    fc.property(odds, unit, (legs, unitMinor) => {
      const all = combine(legs.length, legs);
      expect(all.lines).toBe(1);
      expect(fullReturn(unitMinor, all)).toBe(potential(unitMinor, legs));
      const { num, den } = product(legs.map(oddsFactor));
      expect(oddsOf(all)).toBe((num * 1000n) / den);
    }),
  );
});

test.each([
  [999n, 499n],
  [1_000n, 500n],
  [0n, 0n],
])('a return of at most %i leaves a stake of at most %i at evens', (returnMaxMinor, unitMinor) => {
  expect(largestUnit(returnMaxMinor, combine(1, [2_000]))).toBe(unitMinor);
});

test('the largest stake of a line returns no more than it may, and a unit more would', () => {
  fc.assert(
    fc.property(slip, fc.bigInt({ min: 1n, max: 10n ** 13n }), ({ legs, k }, returnMaxMinor) => {
      const all = combine(k, legs);
      const most = largestUnit(returnMaxMinor, all);
      expect(fullReturn(most, all)).toBeLessThanOrEqual(returnMaxMinor);
      expect(fullReturn(most + 1n, all)).toBeGreaterThan(returnMaxMinor);
    }),
  );
});

test('the odds of the whole are what the whole stake returns, to a thousandth below', () => {
  fc.assert(
    fc.property(slip, unit, ({ legs, k }, unitMinor) => {
      const all = combine(k, legs);
      const stake = unitMinor * BigInt(all.lines);
      const byOdds = (stake * oddsOf(all)) / 1000n;
      const gap = fullReturn(unitMinor, all) - byOdds;
      expect(gap).toBeGreaterThanOrEqual(0n);
      expect(gap).toBeLessThanOrEqual(stake / 1000n + 1n);
    }),
  );
});
