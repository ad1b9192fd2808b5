import { expect, test } from 'vitest';
import { walkForward } from './forecasts.ts';
import { judge } from './judge.ts';
import type { BenchMatch } from './record.ts';

test('log loss and RPS of known cases', () => {
  expect(judge([{ chances: [1, 0, 0], result: 0 }]).rps).toBe(0);
  expect(judge([{ chances: [1, 0, 0], result: 2 }]).rps).toBe(1);
  expect(judge([{ chances: [0.5, 0.25, 0.25], result: 1 }])).toEqual({
    logLoss: Math.log(4),
    rps: (0.25 + 0.0625) / 2,
  });
});

test('a forecast does not depend on the day it is about, nor on later days', () => {
  const DAY_MS = 86_400_000;
  const match = (day: number, home: string, away: string, homeGoals: number): BenchMatch => ({
    home,
    away,
    homeGoals,
    awayGoals: 1,
    at: day * DAY_MS,
    neutral: false,
    competition: 'x',
    season: '2000-01',
    result: homeGoals > 1 ? 0 : homeGoals === 1 ? 1 : 2,
  });
  const past = [match(1, 'A', 'B', 3), match(2, 'B', 'C', 0), match(3, 'C', 'A', 2)];
  const one = walkForward([...past, match(9, 'A', 'B', 0), match(9, 'C', 'D', 0), match(12, 'A', 'B', 0)]);
  const other = walkForward([...past, match(9, 'A', 'B', 0), match(9, 'C', 'D', 9), match(12, 'A', 'B', 8)]);
  const means = (forecasts: typeof one) =>
    forecasts.slice(0, 5).map(({ means, rho, base }) => [means, rho, base.results]);
  expect(means(one)).toEqual(means(other));
  expect(one[5]?.means).not.toEqual(other[5]?.means);
});
