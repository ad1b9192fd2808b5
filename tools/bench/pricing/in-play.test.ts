import { expect, test } from 'vitest';
import { scoreAt } from './goals.ts';
import { judgeInPlay } from './in-play.ts';

const goals = [
  { side: 'away', minute: 15 },
  { side: 'home', minute: 45 },
  { side: 'home', minute: 46 },
  { side: 'home', minute: 90 },
] as const;

test('the score at a minute', () => {
  expect([14, 15, 45, 60, 90].map((minute) => scoreAt(goals, minute))).toEqual([
    { home: 0, away: 0 },
    { home: 0, away: 1 },
    { home: 1, away: 1 },
    { home: 2, away: 1 },
    { home: 3, away: 1 },
  ]);
});

test('who knows the stronger side loses less while its lead is short', () => {
  const match = {
    home: 'A',
    away: 'B',
    homeGoals: 3,
    awayGoals: 1,
    at: 0,
    neutral: true,
    competition: 'x',
    season: '2000',
    result: 0,
    goals,
  } as const;
  const base = { results: [0.4, 0.3, 0.3] } as const;
  const means = { homeMean: 2.4, awayMean: 0.8 };
  const inPlay = judgeInPlay([{ match, means, rho: -0.06, known: 9, base }]);
  expect(inPlay.map(({ minute, matches }) => [minute, matches])).toEqual(
    [15, 30, 45, 60, 75].map((minute) => [minute, 1]),
  );
  for (const { ours, equal } of inPlay) expect(ours).toBeLessThan(equal);
});
