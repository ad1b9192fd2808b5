import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Grid, pairIndex, scoreGrid } from './grid.ts';
import { goalsToCover, poisson } from './poisson.ts';
import { LEAST_RHO, MOST_RHO } from './scoring-rates.ts';

const mean = fc.double({ min: 0.1, max: 5, noNaN: true });
const rho = fc.double({ min: LEAST_RHO, max: MOST_RHO, noNaN: true });
const grids = fc.tuple(mean, mean, rho).map(([homeMean, awayMean, r]) => ({
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

  test('it keeps the goal means, and the share of the first half', () => {
    fc.assert(
      fc.property(
        mean,
        mean,
        rho,
        fc.double({ min: 0.4, max: 0.5, noNaN: true }),
        (homeMean, awayMean, r, firstHalf) => {
          const grid = scoreGrid({ homeMean, awayMean, firstHalf }, r);
          expect(homeGoals(grid, grid.ft) / homeMean).toBeCloseTo(1, 3);
          const mirrored = scoreGrid({ homeMean: awayMean, awayMean: homeMean, firstHalf }, r);
          const early = homeGoals(grid, grid.ht) + homeGoals(mirrored, mirrored.ht);
          expect(early / (homeMean + awayMean)).toBeCloseTo(firstHalf, 3);
        },
      ),
      { numRuns: 50 },
    );
    const usual = scoreGrid({ homeMean: 1.6, awayMean: 1.1 }, -0.08);
    expect(homeGoals(usual, usual.ft)).toBeCloseTo(1.6, 5);
  });

  test('draws grow as ρ falls', () => {
    const draws = [-0.2, -0.1, -0.06, 0, 0.2].map((r) => {
      const { winners } = scoreGrid({ homeMean: 1.6, awayMean: 1.1 }, r);
      return (winners[1] ?? 0) + (winners[4] ?? 0) + (winners[7] ?? 0);
    });
    expect(draws).toEqual(draws.toSorted((a, b) => b - a));
    expect(draws[0]).toBeLessThan(0.34);
    expect(draws[4]).toBeGreaterThan(0.22);
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

  test.each([0, 1, -0.4, Number.NaN])('a first half with a share of %d throws', (firstHalf) => {
    expect(() => scoreGrid({ homeMean: 1, awayMean: 1, firstHalf })).toThrow(/^first half out of bounds: /);
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
