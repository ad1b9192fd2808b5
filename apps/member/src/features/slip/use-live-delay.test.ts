import { expect, it } from 'vitest';
import { betOf, legOf } from '../record/testing.ts';
import { isPlaying } from './bet-again.tsx';
import { delayOf } from './use-live-delay.ts';

it('bets wait as long as the slowest of their matches in play', () => {
  const [before, real, replay] = [{ inPlay: false }, { inPlay: true }, { inPlay: true, replay: true }];
  expect(delayOf([before, undefined], 5_000, 6)).toBe(0);
  expect(delayOf([before, replay], 5_000, 6)).toBe(834);
  expect(delayOf([real, replay], 5_000, 6)).toBe(5_000);
});

it('a bet is in play while an open leg has kicked off', () => {
  const kickOff = '2026-06-13T18:00:00.000Z';
  const at = Date.parse(kickOff);
  const [open, won] = [legOf({ kickOff }), legOf({ kickOff, outcome: 'win' })];
  expect([at - 1, at].map((now) => isPlaying(betOf({ legs: [open] }), now))).toEqual([false, true]);
  expect(isPlaying(betOf({ legs: [won] }), at)).toBe(false);
});
