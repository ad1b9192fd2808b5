import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fitStrengths } from './strengths.ts';
import type { RecordedResult } from './strengths.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 5, 11);

function result(
  home: string,
  away: string,
  score: [number, number],
  options: { daysAgo?: number; neutral?: boolean } = {},
): RecordedResult {
  const { daysAgo = 10, neutral = true } = options;
  return { home, away, homeGoals: score[0], awayGoals: score[1], at: NOW - daysAgo * DAY, neutral };
}

/** Every pair of teams twice, once at each ground; the earlier letter wins by the distance, home by one more. */
const league = ['A', 'B', 'C', 'D', 'E'].flatMap((home, h, teams) =>
  teams.flatMap((away, a) =>
    h === a ? [] : [result(home, away, [Math.max(0, 2 + a - h), Math.max(0, 1 + h - a)], { neutral: false })],
  ),
);

/** How many times the best team's attack is the worst's. */
function spread(shrinkageGoals: number): number {
  const { rating } = fitStrengths(league, { asOf: NOW, shrinkageGoals });
  return rating('A').attack / rating('E').attack;
}

describe('teams', () => {
  test('the better team is expected to score more, in the order of the results', () => {
    const { means } = fitStrengths(league, { asOf: NOW });
    const against = ['B', 'C', 'D', 'E'].map((away) => means('A', away, true).homeMean);
    expect(against).toEqual(against.toSorted((x, y) => x - y));
    expect(means('A', 'E', true).homeMean).toBeGreaterThan(means('A', 'E', true).awayMean * 2);
  });

  test('an unknown team is the average, also without any result at all', () => {
    const empty = fitStrengths([], { asOf: NOW });
    expect(empty.rating('Nowhere')).toEqual({ attack: 1, defence: 1 });
    expect(empty.means('Nowhere', 'Elsewhere', true)).toEqual({ homeMean: 1.35, awayMean: 1.35 });
    expect(fitStrengths(league, { asOf: NOW }).rating('constructor')).toEqual({ attack: 1, defence: 1 });
  });

  test('one result moves a team a little, many move it a lot', () => {
    const once = fitStrengths([result('A', 'B', [5, 0])], { asOf: NOW }).rating('A').attack;
    const often = Array.from({ length: 8 }, (_, day) => result('A', `T${day}`, [5, 0]));
    expect(once).toBeGreaterThan(1.1);
    expect(once).toBeLessThan(2);
    expect(fitStrengths(often, { asOf: NOW }).rating('A').attack).toBeGreaterThan(once);
  });

  test('more shrinkage means less spread', () => {
    expect(spread(2)).toBeGreaterThan(spread(10));
    expect(spread(10)).toBeGreaterThan(spread(1000));
    expect(spread(1000)).toBeCloseTo(1, 1);
    expect(spread(0)).toBeGreaterThan(spread(2));
  });
});

describe('time', () => {
  test('results at or after the moment do not count', () => {
    const future = [result('E', 'A', [9, 0], { daysAgo: 0 }), result('E', 'B', [9, 0], { daysAgo: -5 })];
    const known = fitStrengths(league, { asOf: NOW });
    const same = fitStrengths([...league, ...future], { asOf: NOW });
    expect(same.means('A', 'E', false)).toEqual(known.means('A', 'E', false));
  });

  test('a recent result weighs more than an old one, the half-life says by how much', () => {
    const old = result('A', 'B', [4, 0], { daysAgo: 500 });
    const recent = result('A', 'B', [0, 0], { daysAgo: 5 });
    const attack = (halfLifeDays: number) =>
      fitStrengths([old, recent], { asOf: NOW, halfLifeDays }).rating('A').attack;
    expect(attack(100)).toBeLessThan(attack(1000));
    expect(attack(1000)).toBeLessThan(attack(100_000));
  });

  test.each([
    [{ halfLifeDays: 0 }],
    [{ halfLifeDays: -1 }],
    [{ halfLifeDays: Number.NaN }],
    [{ shrinkageGoals: -1 }],
  ])('%j throws', (options) => {
    expect(() => fitStrengths(league, { asOf: NOW, ...options })).toThrow(RangeError);
  });
});

describe('ground', () => {
  test('home advantage is learnt from matches that were not neutral, and only used there', () => {
    const { homeAdvantage, means } = fitStrengths(league, { asOf: NOW });
    expect(homeAdvantage).toBeGreaterThan(1.25);
    const home = means('C', 'B', false);
    const neutral = means('C', 'B', true);
    expect(home.homeMean).toBeGreaterThan(neutral.homeMean);
    expect(home.awayMean).toBeLessThan(neutral.awayMean);
    const onlyNeutral = fitStrengths([result('A', 'B', [5, 0])], { asOf: NOW });
    expect(onlyNeutral.homeAdvantage).toBeCloseTo(1.25, 10);
  });

  test('on neutral ground it does not matter who is named first', () => {
    const { means } = fitStrengths(league, { asOf: NOW });
    expect(means('A', 'D', true).homeMean).toBeCloseTo(means('D', 'A', true).awayMean, 12);
  });
});

test('a team without results is as good as its group', () => {
  const groups = new Map([
    ['North', 'n'],
    ['Norther', 'n'],
    ['Unseen', 'n'],
    ['South', 's'],
    ['Souther', 's'],
  ]);
  const results = [
    result('North', 'South', [4, 0]),
    result('Norther', 'Souther', [3, 0]),
    result('North', 'Souther', [3, 1]),
  ];
  const { rating, means } = fitStrengths(results, { asOf: NOW, groupOf: (team) => groups.get(team) });
  expect(rating('Unseen').attack).toBeGreaterThan(1.05);
  expect(rating('Unseen').defence).toBeLessThan(1);
  expect(means('Unseen', 'South', true).homeMean).toBeGreaterThan(means('Unseen', 'South', true).awayMean);
});

describe('of any results', () => {
  const team = fc.constantFrom('A', 'B', 'C', 'D', 'E', 'F');
  const goals = fc.nat({ max: 12 });
  const results = fc.array(
    fc
      .record({
        home: team,
        away: team,
        homeGoals: goals,
        awayGoals: goals,
        daysAgo: fc.nat(2000),
        neutral: fc.boolean(),
      })
      .filter(({ home, away }) => home !== away)
      .map(({ daysAgo, ...match }): RecordedResult => ({ ...match, at: NOW - daysAgo * DAY })),
    { maxLength: 30 },
  );

  test('means are usable, the same for the same input, and hardly depend on the order', () => {
    fc.assert(
      fc.property(results, team, team, fc.boolean(), (known, home, away, neutral) => {
        const means = fitStrengths(known, { asOf: NOW }).means(home, away, neutral);
        expect(fitStrengths(known, { asOf: NOW }).means(home, away, neutral)).toEqual(means);
        for (const mean of Object.values(means)) {
          expect(mean).toBeGreaterThanOrEqual(0.15);
          expect(mean).toBeLessThanOrEqual(6);
        }
        const reversed = fitStrengths(known.toReversed(), { asOf: NOW }).means(home, away, neutral);
        expect(reversed.homeMean).toBeCloseTo(means.homeMean, 4);
      }),
      { numRuns: 40 },
    );
  });
});
