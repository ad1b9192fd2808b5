import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Factor, ONE, ZERO, add, factorOf, fraction, multiply, product } from './factor.ts';
import { payout } from './payout.ts';
import { coverName, coversOf } from './system-names.ts';
import {
  combinedOddsMilli,
  FROM_DOUBLES,
  FROM_SINGLES,
  systemFactor,
  systemLines,
  systemPayout,
  systemPotential,
} from './system.ts';

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

test.each([
  [1, 1, 1],
  [2, 3, 3],
  [3, 3, 1],
  [4, 8, 70],
  [3, 10, 120],
  [3, 19, 969],
  [10, 20, 184_756],
])('%i of %i has %i lines', (k, n, lines) => {
  expect(systemLines(k, n)).toBe(lines);
});

test('no system has no lines, and more than can be counted throw', () => {
  expect(() => systemLines(0, 3)).toThrow(RangeError);
  expect(() => systemLines(4, 3)).toThrow(new RangeError('no system of 4 from 3 legs'));
  expect(() => systemLines(1.5, 3)).toThrow(RangeError);
  expect(() => systemLines(50, 100)).toThrow('too many lines: 50 from 100');
});

test('lines are those of the row before: Pascal', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 40 }), fc.nat(), (n, pick) => {
      const k = 1 + (pick % (n - 1));
      const above = (k === 1 ? 1 : systemLines(k - 1, n - 1)) + systemLines(k, n - 1);
      expect(systemLines(k, n)).toBe(above);
    }),
  );
});

test('a system of 969 lines is exact', () => {
  const oddsMilli = Array.from({ length: 19 }, (_, index) => 1_337 + 111 * index);
  const factors = oddsMilli.map((odds) => factorOf('win', odds));
  let sum = 0n;
  for (let a = 0; a < 19; a++) {
    for (let b = a + 1; b < 19; b++) {
      for (let c = b + 1; c < 19; c++) {
        const line = [a, b, c].map((place) => BigInt(oddsMilli[place] ?? 0));
        sum += line.reduce((left, right) => left * right, 1n);
      }
    }
  }
  expect(systemFactor(3, factors)).toEqual(fraction(sum, 10n ** 9n));
  expect(systemPotential(7n, 3, oddsMilli)).toBe((7n * sum) / 10n ** 9n);
});

const bets = fc.record({
  factors: legs,
  pick: fc.nat(),
  unitMinor: fc.bigInt({ min: 0n, max: 10n ** 9n }),
});

test('while the whole stake is open a system pays its unit stake times e_k', () => {
  fc.assert(
    fc.property(bets, ({ factors, pick, unitMinor }) => {
      const k = 1 + (pick % factors.length);
      const stakeMinor = unitMinor * BigInt(systemLines(k, factors.length));
      expect(systemPayout({ stakeMinor, k, factors })).toBe(payout(unitMinor, systemFactor(k, factors)));
    }),
  );
});

test('parts cashed out leave no more than the whole would have paid, and lose less than a unit each', () => {
  const parts = fc.bigInt({ min: 0n, max: 10n ** 9n });
  fc.assert(
    fc.property(bets, parts, ({ factors, pick, unitMinor }, taken) => {
      const k = 1 + (pick % factors.length);
      const pays = (stakeMinor: bigint) => systemPayout({ stakeMinor, k, factors });
      const whole = pays(unitMinor + taken);
      const apart = pays(unitMinor) + pays(taken);
      expect(whole - apart === 0n || whole - apart === 1n).toBe(true);
    }),
  );
});

test('half of a single and of a system that is open pays half', () => {
  expect(systemPayout({ stakeMinor: 501n, k: 1, factors: [factorOf('win', 1_999)] })).toBe(1_001n);
  const factors = [factorOf('win', 2000), factorOf('void', 1800), factorOf('win', 3000)];
  expect(systemPayout({ stakeMinor: 3_000n, k: 2, factors })).toBe(11_000n);
  expect(systemPayout({ stakeMinor: 1_500n, k: 2, factors })).toBe(5_500n);
  expect(() => systemPayout({ stakeMinor: -1n, k: 2, factors })).toThrow(RangeError);
  expect(() => systemPayout({ stakeMinor: 1n, k: 4, factors })).toThrow(RangeError);
});

test.each<[number, number[], bigint]>([
  [1, [2_350], 2_350n],
  [2, [2_350, 1_910], 4_488n],
  [3, [1_333, 1_333, 1_333], 2_368n],
  [2, [2_000, 3_000, 4_000], 8_666n],
  [1, [2_000, 3_000], 2_500n],
])('the odds of %i of %j are %i thousandths', (k, oddsMilli, combined) => {
  expect(combinedOddsMilli(k, oddsMilli)).toBe(combined);
});

test('twenty of the longest odds are still exact', () => {
  expect(
    combinedOddsMilli(
      20,
      Array.from({ length: 20 }, () => 501_000),
    ),
  ).toBe(501n ** 20n * 1000n);
});

test.each([
  ['Trixie', 3, 4],
  ['Patent', 3, 7],
  ['Yankee', 4, 11],
  ['Lucky 15', 4, 15],
  ['Canadian', 5, 26],
  ['Lucky 31', 5, 31],
  ['Heinz', 6, 57],
  ['Lucky 63', 6, 63],
  ['Super Heinz', 7, 120],
  ['Goliath', 8, 247],
])('%s of %i legs has %i lines', (name, legs, lines) => {
  const cover = coversOf(legs).find((one) => one.name === name);
  expect(cover?.lines).toBe(lines);
  expect(coverName(cover?.k, legs)).toBe(name);
});

test('a system of one size has no name', () => {
  expect(coverName(2, 3)).toBeUndefined();
  expect(coverName(undefined, 3)).toBeUndefined();
  expect(coversOf(2)).toEqual([]);
  expect(coversOf(9)).toEqual([]);
});

const covers = fc.record({
  factors: fc.array(
    fc.integer({ min: 0, max: 5_000 }).map((milli) => fraction(BigInt(milli), 1000n)),
    { minLength: 3, maxLength: 7 },
  ),
  k: fc.constantFrom(FROM_DOUBLES, FROM_SINGLES),
  unitMinor: fc.bigInt({ min: 0n, max: 10n ** 9n }),
});

test('a full cover is the sum of its systems: lines, factor and payout', () => {
  fc.assert(
    fc.property(covers, ({ factors, k, unitMinor }) => {
      const n = factors.length;
      const sizes = Array.from({ length: n }, (_, at) => at + 1).filter((size) => size >= -k);
      expect(systemLines(k, n)).toBe(sizes.reduce((sum, size) => sum + systemLines(size, n), 0));
      const whole = sizes.map((size) => byLines(size, factors)).reduce(add, ZERO);
      expect(systemFactor(k, factors)).toEqual(whole);
      const stakeMinor = unitMinor * BigInt(systemLines(k, n));
      expect(systemPayout({ stakeMinor, k, factors })).toBe(payout(unitMinor, whole));
      // From singles it is (1 + f1) … (1 + fn) - 1, without a line listed.
      const all = factors.map((factor) => add(factor, ONE)).reduce(multiply, ONE);
      const singles = k === FROM_SINGLES ? ZERO : factors.reduce(add, ZERO);
      expect(add(add(whole, singles), ONE)).toEqual(all);
    }),
  );
});

test('the full return of a full cover is that of its lines', () => {
  const odds = fc.array(fc.integer({ min: 1_000, max: 501_000 }), { minLength: 3, maxLength: 8 });
  fc.assert(
    fc.property(odds, covers, (oddsMilli, { k, unitMinor }) => {
      const won = oddsMilli.map((odd) => factorOf('win', odd));
      expect(systemPotential(unitMinor, k, oddsMilli)).toBe(payout(unitMinor, systemFactor(k, won)));
    }),
  );
});

test('a Goliath of eight winners at evens pays 3^8 less the singles and nothing', () => {
  const factors = Array.from({ length: 8 }, () => factorOf('win', 2_000));
  expect(systemPayout({ stakeMinor: 24_700n, k: FROM_DOUBLES, factors })).toBe(100n * (3n ** 8n - 16n - 1n));
});

test.each([-3, -1.5])('%d of five legs is none', (k) => {
  expect(() => systemLines(k, 5)).toThrow(RangeError);
});
