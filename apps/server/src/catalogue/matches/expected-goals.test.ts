import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRatings, type RecordedResult } from '@touchline/football/strengths';
import { expectedGoals } from './expected-goals.ts';

const DAY_MS = 86_400_000;
const result = (day: number, home: string, away: string, goals: [number, number]): RecordedResult => ({
  home,
  away,
  homeGoals: goals[0],
  awayGoals: goals[1],
  at: day * DAY_MS,
  neutral: true,
});
const known = createRatings({ groupOf: (team) => team.slice(0, 1) });
const record = [result(1, 'a1', 'b1', [3, 0]), result(2, 'a1', 'b2', [2, 0]), result(3, 'a2', 'b1', [3, 1])];
const fixture = (home: string, away: string, day = 10) => ({ home, away, neutral: true, at: day * DAY_MS });

describe('expected goals', () => {
  it('follow the record of both teams', () => {
    const { homeMean, awayMean } = expectedGoals(fixture('a1', 'b1'), known, record);
    expect(homeMean).toBeGreaterThan(awayMean);
  });

  it('of a newcomer follow its group', () => {
    const strong = expectedGoals(fixture('a9', 'c9'), known, record);
    const weak = expectedGoals(fixture('b9', 'c9'), known, record);
    expect(strong.homeMean).toBeGreaterThan(weak.homeMean);
    expect(strong.awayMean).toBeLessThan(weak.awayMean);
  });

  it('of two unknown teams without any record are even', () => {
    const { homeMean, awayMean } = expectedGoals(fixture('x', 'y'), known, []);
    expect(homeMean).toBe(awayMean);
  });

  it('do not depend on a match that is not over at kick-off', () => {
    const goals = fc.integer({ min: 0, max: 9 });
    fc.assert(
      fc.property(goals, goals, fc.integer({ min: 0, max: 30 }), (home, away, daysLater) => {
        const late = {
          ...result(10 + daysLater, 'a1', 'b1', [home, away]),
          at: (10 + daysLater - 0.1) * DAY_MS,
        };
        expect(expectedGoals(fixture('a1', 'b1'), known, [...record, late])).toEqual(
          expectedGoals(fixture('a1', 'b1'), known, record),
        );
      }),
    );
  });
});
