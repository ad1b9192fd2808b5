import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pairIndex, scoreGrid } from './grid.ts';
import type { GoalMeans } from './scoring-rates.ts';
import { liveGrid } from './live-grid.ts';
import { chanceOf, massOf } from './mass.ts';
import type { Score } from './score.ts';
import { FIRST_HALF_GROWTH, FIRST_HALF_WEIGHT } from './scoring-paces.ts';

const means = { homeMean: 1.7, awayMean: 1.05 };
const RHO = -0.07;

function chance(grid: ReturnType<typeof liveGrid>, market: string, selection: string, line?: string): number {
  return chanceOf(massOf(grid, { market, selection, line })) ?? Number.NaN;
}

test('at minute 0 it is the pre-match grid', () => {
  expect(liveGrid(means, { score: { home: 0, away: 0 }, minute: 0 }, RHO)).toEqual(scoreGrid(means, RHO));
});

test('at minute 90 the score is certain, without a NaN', () => {
  const score = { home: 2, away: 1 };
  const grid = liveGrid(means, { score, ht: { home: 1, away: 0 }, minute: 90 });
  expect(chance(grid, 'correct_score', '2-1')).toBe(1);
  expect(chance(grid, 'ht_correct_score', '1-0')).toBe(1);
  expect(chance(grid, '1x2', 'X')).toBe(0);
  expect(chance(grid, 'over_under', 'over', '2.5')).toBe(1);
  expect(massOf(grid, { market: 'over_under', selection: 'over', line: '3' }).push).toBe(1);
  expect(chance(grid, 'over_under', 'over', '3')).toBeNaN();
});

test('expected stoppage time keeps a match open at 90 and ends it after', () => {
  const state = { score: { home: 1, away: 1 }, ht: { home: 0, away: 0 }, stoppageMinutes: 5 };
  expect(chance(liveGrid(means, { ...state, minute: 90 }), '1x2', 'X')).toBeLessThan(0.9);
  expect(chance(liveGrid(means, { ...state, minute: 95 }), '1x2', 'X')).toBe(1);
});

test('the first half is open until its score is given, then decided', () => {
  const score = { home: 1, away: 0 };
  const early = liveGrid(means, { score, minute: 30 });
  expect(chance(early, 'ht_1x2', '1')).toBeGreaterThan(0.7);
  expect(chance(early, 'ht_1x2', '1')).toBeLessThan(1);
  const done = liveGrid(means, { score, ht: score, minute: 45 });
  expect(chance(done, 'ht_1x2', '1')).toBe(1);
  expect(chance(done, 'ht_correct_score', '0-0')).toBe(0);
  expect(chance(done, '1x2', '1')).toBeLessThan(1);
});

test('more goals of the first half are left than of its time', () => {
  const none = { home: 0, away: 0 };
  const left = (minute: number) =>
    -Math.log(chance(liveGrid(means, { score: none, minute }), 'ht_correct_score', '0-0'));
  expect(left(22.5) / left(0)).toBeCloseTo((1 + FIRST_HALF_GROWTH / 2) / 2, 6);
  const spread = [0, 10, 20, 30, 40].map((minute) => left(minute) - left(minute + 5));
  expect(spread).toEqual(spread.toSorted((a, b) => a - b));
});

test('a lead is worth more as time passes, a goal moves the price at once', () => {
  const ht = { home: 0, away: 0 };
  const leads = [50, 60, 70, 80, 89].map((minute) =>
    chance(liveGrid(means, { score: { home: 1, away: 0 }, ht, minute }), '1x2', '1'),
  );
  expect(leads).toEqual(leads.toSorted((a, b) => a - b));
  const level = chance(liveGrid(means, { score: ht, ht, minute: 60 }), '1x2', '1');
  expect(leads[1]).toBeGreaterThan(level + 0.2);
});

test('scores far beyond the usual stay exact', () => {
  const grid = liveGrid(means, { score: { home: 14, away: 3 }, ht: { home: 7, away: 1 }, minute: 85 });
  expect(grid.ft.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 10);
  expect(chance(grid, '1x2', '1')).toBeCloseTo(1, 10);
  expect(chance(grid, 'correct_score', 'other_home')).toBeCloseTo(1, 10);
});

test('half-time prices average to the pre-match price: one model, no drift', () => {
  const before = scoreGrid(means, RHO);
  const bets = [
    ['1x2', 'X'],
    ['correct_score', '1-1'],
    ['over_under', 'over', '2.5'],
  ] as const;
  for (const [market, selection, line] of bets) {
    let mean = 0;
    for (let home = 0; home <= before.homeMax; home++) {
      for (let away = 0; away <= before.awayMax; away++) {
        const score = { home, away };
        const weight = before.ht[home * (before.awayMax + 1) + away] ?? 0;
        mean +=
          weight * chance(liveGrid(means, { score, ht: score, minute: 45 }, RHO), market, selection, line);
      }
    }
    expect(mean).toBeCloseTo(chance(before, market, selection, line), 6);
  }
});

describe('the second half learns from the first', () => {
  const lateGoals = (half: Score, from: GoalMeans = means) => {
    const { ft, scores } = liveGrid(from, { score: half, ht: half, minute: 45 });
    const more = (side: 'home' | 'away') =>
      scores.reduce((sum, score, index) => sum + (ft[index] ?? 0) * (score[side] - half[side]), 0);
    return { home: more('home'), away: more('away') };
  };

  test('both sides score more often after more goals than expected, by the mean of a gamma posterior', () => {
    const [none, one, three] = [0, 1, 3].map((each) => lateGoals({ home: each, away: each }));
    expect((one?.home ?? 0) / (none?.home ?? 0)).toBeCloseTo(1 + 2 * FIRST_HALF_WEIGHT, 3);
    expect((three?.away ?? 0) / (none?.away ?? 0)).toBeCloseTo(1 + 6 * FIRST_HALF_WEIGHT, 2);
  });

  test('the fewer goals were expected, the more each of them says', () => {
    const factor = (mean: number) =>
      lateGoals({ home: 1, away: 1 }, { homeMean: mean, awayMean: mean }).home / mean;
    expect(factor(0.5)).toBeGreaterThan(factor(1));
    expect(factor(1)).toBeGreaterThan(factor(3));
  });

  test('a first half as expected changes nothing: over all first halves the means stay', () => {
    const before = scoreGrid(means);
    const sums = before.scores.reduce(
      (sum, half, index) => {
        const mass = before.ht[index] ?? 0;
        if (mass === 0) return sum;
        const more = lateGoals(half);
        return {
          home: sum.home + mass * (half.home + more.home),
          away: sum.away + mass * (half.away + more.away),
        };
      },
      { home: 0, away: 0 },
    );
    expect(sums.home).toBeCloseTo(means.homeMean, 4);
    expect(sums.away).toBeCloseTo(means.awayMean, 4);
  });
});

test('any state sums to one and never takes a goal back', () => {
  const goals = fc.integer({ min: 0, max: 6 });
  fc.assert(
    fc.property(goals, goals, fc.double({ min: 0, max: 50, noNaN: true }), (home, away, minute) => {
      const grid = liveGrid(means, { score: { home, away }, minute }, RHO);
      for (const masses of [grid.ft, grid.ht, grid.joint]) {
        expect(masses.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 10);
      }
      expect(grid.ft.slice(0, home * (grid.awayMax + 1)).every((mass) => mass === 0)).toBe(true);
      const rows = pairIndex(home, 0) * pairIndex(grid.awayMax + 1, 0);
      expect(grid.joint.slice(0, rows).every((mass) => mass === 0)).toBe(true);
    }),
    { numRuns: 30 },
  );
});

describe('red cards', () => {
  const score = { home: 1, away: 1 };
  const state = { score, ht: score, minute: 60, stoppageMinutes: 5 };
  const at = (home: number, away: number) => liveGrid(means, { ...state, redCards: { home, away } }, RHO);
  /** Goals still expected of both sides. */
  const goalsLeft = (grid: ReturnType<typeof liveGrid>) => {
    const sums = { home: -score.home, away: -score.away };
    for (let home = 0; home <= grid.homeMax; home++) {
      for (let away = 0; away <= grid.awayMax; away++) {
        const mass = grid.ft[home * (grid.awayMax + 1) + away] ?? 0;
        sums.home += mass * home;
        sums.away += mass * away;
      }
    }
    return sums;
  };

  test('none, or as many on both sides, change nothing', () => {
    expect(at(0, 0)).toEqual(liveGrid(means, state, RHO));
    expect(at(2, 2)).toEqual(at(0, 0));
  });

  test('the side a player short scores about a third less of what is left, the other a quarter more', () => {
    const even = goalsLeft(liveGrid(means, state, 0));
    const short = goalsLeft(liveGrid(means, { ...state, redCards: { home: 1, away: 0 } }, 0));
    // The state of the match changes rates on top.
    expect(short.home / even.home).toBeCloseTo(2 / 3, 1);
    expect(short.away / even.away).toBeCloseTo(5 / 4, 1);
    const mirrored = goalsLeft(liveGrid(means, { ...state, redCards: { home: 0, away: 1 } }, 0));
    expect(mirrored.home / even.home).toBeCloseTo(5 / 4, 1);
    expect(mirrored.away / even.away).toBeCloseTo(2 / 3, 1);
  });

  test('each further one makes it worse, later ones matter less', () => {
    const wins = [0, 1, 2, 3].map((home) => chance(at(home, 0), '1x2', '1'));
    expect(wins).toEqual(wins.toSorted((a, b) => b - a));
    const loss = (minute: number) =>
      chance(liveGrid(means, { ...state, minute }), '1x2', '1') -
      chance(liveGrid(means, { ...state, minute, redCards: { home: 1, away: 0 } }), '1x2', '1');
    expect(loss(50)).toBeGreaterThan(loss(80));
    expect(loss(80)).toBeGreaterThan(0);
  });

  test('more of them than players can be missing count as four', () => {
    expect(at(9, 0)).toEqual(at(4, 0));
    expect(at(0, 9)).toEqual(at(0, 4));
  });

  test('in the first half both halves to come are played so', () => {
    const early = { score: { home: 0, away: 0 }, minute: 20 };
    const short = liveGrid(means, { ...early, redCards: { home: 0, away: 1 } });
    expect(chance(short, 'ht_1x2', '1')).toBeGreaterThan(chance(liveGrid(means, early), 'ht_1x2', '1'));
    expect(chance(short, '1x2', '1')).toBeGreaterThan(chance(liveGrid(means, early), '1x2', '1'));
  });
});

describe('an impossible state throws', () => {
  test.each([
    [{ score: { home: -1, away: 0 }, minute: 10 }],
    [{ score: { home: 0.5, away: 0 }, minute: 10 }],
    [{ score: { home: 0, away: 0 }, minute: -1 }],
    [{ score: { home: 0, away: 0 }, minute: Number.NaN }],
    [{ score: { home: 0, away: 0 }, ht: { home: 1, away: 0 }, minute: 60 }],
    [{ score: { home: 0, away: 0 }, minute: 10, stoppageMinutes: -1 }],
    [{ score: { home: 0, away: 0 }, minute: 10, redCards: { home: -1, away: 0 } }],
    [{ score: { home: 0, away: 0 }, minute: 10, redCards: { home: 0.5, away: 0 } }],
  ])('%j', (state) => {
    expect(() => liveGrid(means, state)).toThrow(
      new RangeError(`impossible match state: ${JSON.stringify(state)}`),
    );
  });
});
