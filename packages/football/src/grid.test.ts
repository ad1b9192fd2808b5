import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pairIndex, scoreGrid } from './grid.ts';
import type { Grid } from './grid.ts';
import { goalsToCover, poisson } from './poisson.ts';

const mean = fc.double({ min: 0.1, max: 5, noNaN: true });
const rho = fc.double({ min: -0.1, max: -0.03, noNaN: true });
const grids = fc.tuple(mean, mean, rho).map(([homeMean, awayMean, r]) => ({
  homeMean,
  awayMean,
  rho: r,
  grid: scoreGrid({ homeMean, awayMean }, r),
}));

function sum(masses: Float64Array): number {
  return masses.reduce((a, b) => a + b, 0);
}

/** Expected goals of the home side by one period's masses. */
function homeGoals(grid: Grid, masses: Float64Array): number {
  return masses.reduce((total, mass, index) => total + mass * Math.floor(index / (grid.awayMax + 1)), 0);
}

function at(grid: Grid, masses: Float64Array, home: number, away: number): number {
  return masses[home * (grid.awayMax + 1) + away] ?? Number.NaN;
}

describe('poisson', () => {
  test('known values', () => {
    const masses = poisson(1.5, 3);
    expect([...masses].map((mass) => mass.toFixed(6))).toEqual([
      '0.223130',
      '0.334695',
      '0.251021',
      '0.125511',
    ]);
    expect([...poisson(0, 2)]).toEqual([1, 0, 0]);
  });

  test('goals are held up to a negligible tail', () => {
    expect(goalsToCover(0)).toBe(10);
    expect(goalsToCover(1.35)).toBe(10);
    expect(goalsToCover(5)).toBeGreaterThan(14);
    expect(1 - sum(poisson(5, goalsToCover(5)))).toBeLessThan(2e-6);
  });
});

describe('the score grid', () => {
  test('every array sums to one', () => {
    fc.assert(
      fc.property(grids, ({ grid }) => {
        for (const masses of [grid.ft, grid.ht, grid.joint]) expect(sum(masses)).toBeCloseTo(1, 10);
      }),
      { numRuns: 50 },
    );
  });

  test('it keeps the goal means, 0.44 of them in the first half', () => {
    fc.assert(
      fc.property(grids, ({ grid, homeMean }) => {
        fc.pre(homeMean <= 4);
        expect(homeGoals(grid, grid.ft)).toBeCloseTo(homeMean, 1);
        expect(homeGoals(grid, grid.ht)).toBeCloseTo(homeGoals(grid, grid.ft) * 0.44, 6);
      }),
      { numRuns: 50 },
    );
    const grid = scoreGrid({ homeMean: 1.6, awayMean: 1.1 }, -0.08);
    expect(homeGoals(grid, grid.ft)).toBeCloseTo(1.6, 5);
  });

  test('low scores follow Dixon and Coles', () => {
    const [homeMean, awayMean, r] = [1.6, 1.1, -0.08];
    const grid = scoreGrid({ homeMean, awayMean }, r);
    const plain = scoreGrid({ homeMean, awayMean }, 0);
    const ratio = (home: number, away: number) =>
      at(grid, grid.ft, home, away) / at(plain, plain.ft, home, away);
    expect(ratio(0, 0)).toBeCloseTo(1 - homeMean * awayMean * r, 6);
    expect(ratio(0, 1)).toBeCloseTo(1 + homeMean * r, 6);
    expect(ratio(1, 0)).toBeCloseTo(1 + awayMean * r, 6);
    expect(ratio(1, 1)).toBeCloseTo(1 - r, 6);
    expect(ratio(2, 1)).toBeCloseTo(1, 6);
  });

  test('without correction both halves and both sides are independent Poisson', () => {
    const grid = scoreGrid({ homeMean: 1.6, awayMean: 1.1 }, 0);
    const columns = pairIndex(grid.awayMax + 1, 0);
    const expected =
      (poisson(1.6 * 0.44, 1)[1] ?? 0) *
      (poisson(1.6 * 0.56, 1)[1] ?? 0) *
      (poisson(1.1 * 0.44, 0)[0] ?? 0) *
      (poisson(1.1 * 0.56, 1)[1] ?? 0);
    expect(grid.joint[pairIndex(2, 1) * columns + pairIndex(1, 0)]).toBeCloseTo(expected, 8);
  });

  test('exchanging the sides exchanges the scores', () => {
    const grid = scoreGrid({ homeMean: 1.7, awayMean: 0.9 });
    const mirrored = scoreGrid({ homeMean: 0.9, awayMean: 1.7 });
    for (const [home, away] of [
      [0, 0],
      [2, 1],
      [0, 3],
    ] as const) {
      expect(at(mirrored, mirrored.ft, away, home)).toBeCloseTo(at(grid, grid.ft, home, away), 12);
    }
  });

  test('the longest means and the strongest corrections are taken', () => {
    expect(sum(scoreGrid({ homeMean: 15, awayMean: 15 }).ft)).toBeCloseTo(1, 10);
    expect(sum(scoreGrid({ homeMean: 1, awayMean: 1 }, 0.2).ft)).toBeCloseTo(1, 10);
    expect(sum(scoreGrid({ homeMean: 1, awayMean: 1 }, -0.2).ft)).toBeCloseTo(1, 10);
  });

  test('pairs of one side are numbered without gaps', () => {
    const pairs = [0, 1, 2, 3].flatMap((full) =>
      Array.from({ length: full + 1 }, (_, half) => pairIndex(full, half)),
    );
    expect(pairs).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  test.each([
    [0, 1, -0.05],
    [-1, 1, -0.05],
    [1, 16, -0.05],
    [Number.NaN, 1, -0.05],
    [1, 1, Number.NaN],
    [1, 1, 0.5],
  ])('means %d and %d with rho %d throw', (homeMean, awayMean, r) => {
    expect(() => scoreGrid({ homeMean, awayMean }, r)).toThrow(/^(goal means|rho) out of bounds: /);
  });
});
