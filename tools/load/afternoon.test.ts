import { expect, test } from 'vitest';
import { afternoonMinutes, drawAfternoon, fullTimeMinute, kickOffMinute, ratesAt } from './afternoon.ts';

const draw = (seed: string) => drawAfternoon({ seed, matches: 10, bets: 20, realMinutes: 10 });

test('the same seed draws the same afternoon, another seed another', () => {
  expect(draw('a')).toEqual(draw('a'));
  expect(draw('a').goals).not.toEqual(draw('b').goals);
});

test('bets come to the mean that was asked for', () => {
  const bets = draw('a').actions.filter(({ kind }) => kind === 'bet').length;
  expect(bets).toBeGreaterThan(0.95 * 20 * 600);
  expect(bets).toBeLessThan(1.05 * 20 * 600);
});

test('actions and goals are in order and within the afternoon, goals within the matches', () => {
  const { actions, goals } = draw('a');
  const minutes = actions.map(({ minute }) => minute);
  expect(minutes).toEqual(minutes.toSorted((a, b) => a - b));
  expect(Math.max(...minutes)).toBeLessThan(afternoonMinutes);
  expect(Math.min(...goals)).toBeGreaterThanOrEqual(kickOffMinute);
  expect(Math.max(...goals)).toBeLessThan(fullTimeMinute);
});

test('bets crowd before the kick-off, and sales after a goal', () => {
  const rates = (minute: number, goals: readonly number[] = []) => ratesAt(minute, { goals, matches: 10 });
  expect(rates(59).bet).toBeGreaterThan(5 * rates(10).bet);
  expect(rates(80.1, [80]).storm).toBeGreaterThan(5 * rates(80.1).storm);
  expect(rates(90, [80]).storm).toBeCloseTo(rates(90).storm, 3);
  expect([rates(30).storm, rates(fullTimeMinute + 1).storm]).toEqual([0, 0]);
});
