import { expect, test } from 'vitest';
import { informedBets } from './informed.ts';

const match = {
  home: 'A',
  away: 'B',
  homeGoals: 2,
  awayGoals: 0,
  at: 0,
  neutral: false,
  competition: 'x',
  season: '2016-17',
  result: 0,
} as const;
const forecast = {
  means: { homeMean: 1.5, awayMean: 1.1 },
  rho: -0.06,
  known: 9,
  base: { results: [0.4, 0.3, 0.3] },
} as const;

test('bets where our price is above the fair odds of the market', () => {
  // The market thinks far more of the home side, and of few goals.
  const odds = { closing: [1300, 5500, 11_000], goals: { over: 3000, under: 1400 } } as const;
  const bets = informedBets({ ...forecast, match: { ...match, odds } });
  expect(bets.map(({ name, outcome }) => [name, outcome])).toEqual([
    ['1x2', 'win'],
    ['over_under 2.5', 'win'],
  ]);
});

test('no bet without closing prices', () => {
  expect(informedBets({ ...forecast, match })).toEqual([]);
});
