import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { add, factorOf, fraction, multiply, product, ZERO } from './factor.ts';
import type { Factor } from './factor.ts';
import { payout } from './payout.ts';
import { fullCovers, systemsOf } from './system-names.ts';
import { combinedOddsMilli, systemFactor, systemLines, systemPayout, systemPotential } from './system.ts';

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

test('the full covers by their usual names', () => {
  expect(fullCovers.map(({ name }) => name)).toEqual([
    'Trixie',
    'Patent',
    'Yankee',
    'Lucky 15',
    'Canadian',
    'Lucky 31',
    'Heinz',
    'Lucky 63',
    'Super Heinz',
    'Goliath',
  ]);
});

test.each(fullCovers)('$name has $lines lines', (cover) => {
  const ks = systemsOf(cover);
  expect([ks[0], ks.at(-1)]).toEqual([cover.fromK, cover.legs]);
  expect(ks.reduce((sum, k) => sum + systemLines(k, cover.legs), 0)).toBe(cover.lines);
});

test('a Goliath of eight winners at evens pays 3^8 less the singles and nothing', () => {
  const goliath = fullCovers.find(({ name }) => name === 'Goliath');
  const factors = Array.from({ length: 8 }, () => factorOf('win', 2_000));
  const paid = systemsOf(goliath ?? { name: '', legs: 0, fromK: 1, lines: 0 }).reduce(
    (sum, k) => sum + payout(100n, systemFactor(k, factors)),
    0n,
  );
  expect(paid).toBe(100n * (3n ** 8n - 16n - 1n));
});
