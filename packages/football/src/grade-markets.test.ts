import { describe, expect, test } from 'vitest';
import { checkBet, grade, UnknownBet } from './grade.ts';
import type { Outcome } from './market.ts';
import { ImpossibleScore } from './check-scores.ts';
import type { Score } from './score.ts';

/** "2-1" as a score. */
function score(text: string): Score {
  const [home = Number.NaN, away = Number.NaN] = text.split('-').map(Number);
  return { home, away };
}

function full(market: string, selection: string, text: string, line?: string) {
  return grade(market, selection, line, { ft: score(text) });
}

test.each<[string, Outcome, Outcome, Outcome]>([
  ['2-1', 'win', 'win', 'lose'],
  ['1-1', 'win', 'lose', 'win'],
  ['0-3', 'lose', 'win', 'win'],
])('double chance at %s: 1X %s, 12 %s, X2 %s', (text, homeOrDraw, noDraw, drawOrAway) => {
  expect(full('double_chance', '1X', text)).toBe(homeOrDraw);
  expect(full('double_chance', '12', text)).toBe(noDraw);
  expect(full('double_chance', 'X2', text)).toBe(drawOrAway);
});

test.each<[string, Outcome, Outcome]>([
  ['2-1', 'win', 'lose'],
  ['0-0', 'push', 'push'],
  ['3-4', 'lose', 'win'],
])('draw no bet at %s: 1 %s, 2 %s', (text, home, away) => {
  expect(full('draw_no_bet', '1', text)).toBe(home);
  expect(full('draw_no_bet', '2', text)).toBe(away);
});

test.each<[string, Outcome]>([
  ['0-0', 'lose'],
  ['4-0', 'lose'],
  ['0-1', 'lose'],
  ['1-1', 'win'],
  ['2-5', 'win'],
])('both teams score at %s: yes %s, in both periods', (text, yes) => {
  const no = yes === 'win' ? 'lose' : 'win';
  expect(full('btts', 'yes', text)).toBe(yes);
  expect(full('btts', 'no', text)).toBe(no);
  expect(grade('ht_btts', 'yes', undefined, { ht: score(text) })).toBe(yes);
  expect(grade('ht_btts', 'no', undefined, { ht: score(text) })).toBe(no);
});

test.each<[string, Outcome]>([
  ['0-0', 'lose'],
  ['1-0', 'win'],
  ['1-1', 'lose'],
  ['2-3', 'win'],
])('odd at %s: %s, even the other', (text, odd) => {
  expect(full('odd_even', 'odd', text)).toBe(odd);
  expect(full('odd_even', 'even', text)).toBe(odd === 'win' ? 'lose' : 'win');
});

test.each([
  ['0-0', '1-0', 'X/1'],
  ['1-0', '1-0', '1/1'],
  ['1-0', '1-1', '1/X'],
  ['1-0', '1-2', '1/2'],
  ['0-2', '3-2', '2/1'],
  ['2-2', '2-3', 'X/2'],
  ['0-1', '0-1', '2/2'],
  ['0-1', '2-2', '2/X'],
  ['1-1', '3-3', 'X/X'],
])('half time %s and full time %s is %s alone', (ht, ft, winner) => {
  const result = { ht: score(ht), ft: score(ft) };
  for (const half of ['1', 'X', '2']) {
    for (const whole of ['1', 'X', '2']) {
      const selection = `${half}/${whole}`;
      expect(grade('ht_ft', selection, undefined, result)).toBe(selection === winner ? 'win' : 'lose');
    }
  }
});

test('half time / full time needs both scores, totals of the first half only the first', () => {
  expect(grade('ht_ft', '1/1', undefined, { ft: score('1-0') })).toBe('unsettled');
  expect(grade('ht_ft', '1/1', undefined, { ht: score('1-0') })).toBe('unsettled');
  expect(grade('ht_over_under', 'over', '1.25', { ht: score('1-0') })).toBe('half-lose');
  expect(grade('ht_over_under', 'under', '1.25', { ft: score('1-0') })).toBe('unsettled');
});

describe('asian handicap', () => {
  test.each<[string, string, string, Outcome]>([
    ['home', '-0.5', '1-0', 'win'],
    ['home', '-0.5', '1-1', 'lose'],
    ['home', '-0.75', '1-0', 'half-win'],
    ['home', '-0.75', '2-0', 'win'],
    ['home', '-0.75', '0-0', 'lose'],
    ['home', '-0.25', '1-1', 'half-lose'],
    ['home', '0.25', '1-1', 'half-win'],
    ['home', '+0.25', '1-1', 'half-win'],
    ['home', '0.75', '0-1', 'half-lose'],
    ['home', '-1', '2-1', 'push'],
    ['home', '0', '2-2', 'push'],
    ['home', '-3', '3-0', 'push'],
    ['home', '-3', '4-0', 'win'],
    ['home', '3', '0-3', 'push'],
    ['home', '3', '0-4', 'lose'],
    ['away', '0.5', '1-1', 'win'],
    ['away', '0.5', '1-0', 'lose'],
    ['away', '-0.75', '0-1', 'half-win'],
    ['away', '-1.25', '0-1', 'half-lose'],
    ['away', '1.75', '2-0', 'half-lose'],
    ['away', '-2', '0-2', 'push'],
    ['away', '-2.75', '0-3', 'half-win'],
    ['away', '3', '3-0', 'push'],
  ])('%s %s at %s: %s, in both periods', (selection, line, text, outcome) => {
    expect(full('asian_handicap', selection, text, line)).toBe(outcome);
    expect(grade('ht_asian_handicap', selection, line, { ht: score(text) })).toBe(outcome);
  });

  test('a bet struck in play counts the goals after it', () => {
    const at = (selection: string, line: string, ft: string, since: string) =>
      grade('asian_handicap', selection, line, { ft: score(ft) }, score(since));
    expect(at('home', '-0.5', '1-0', '1-0')).toBe('lose');
    expect(at('home', '-0.5', '2-0', '1-0')).toBe('win');
    expect(at('away', '0.25', '3-1', '2-0')).toBe('half-win');
    expect(at('away', '0.25', '3-0', '2-0')).toBe('lose');
    expect(grade('ht_asian_handicap', 'home', '0', { ht: score('2-1') }, score('1-1'))).toBe('win');
  });

  test('no other market asks when the bet was struck', () => {
    expect(grade('1x2', '1', undefined, { ft: score('1-0') }, score('1-0'))).toBe('win');
    expect(grade('1x2', '1', undefined, { ft: score('1-0') }, score('0-3'))).toBe('win');
    expect(grade('over_under', 'over', '0.5', { ft: score('1-0') }, score('1-0'))).toBe('win');
  });

  test('a score at the bet that the period has not reached is impossible', () => {
    const since = score('2-0');
    expect(() => grade('asian_handicap', 'home', '0', { ft: score('1-3') }, since)).toThrow(ImpossibleScore);
    expect(() => grade('ht_asian_handicap', 'home', '0', { ht: score('1-0') }, since)).toThrow(
      ImpossibleScore,
    );
    expect(grade('asian_handicap', 'home', '0', { ht: score('1-0') }, since)).toBe('unsettled');
  });
});

test.each([
  ['double_chance', '21', undefined, 'selection'],
  ['double_chance', '1', undefined, 'selection'],
  ['double_chance', '1X', '0', 'line'],
  ['draw_no_bet', 'X', undefined, 'selection'],
  ['draw_no_bet', '1', '0', 'line'],
  ['asian_handicap', '1', '0', 'selection'],
  ['asian_handicap', 'home', undefined, 'line'],
  ['asian_handicap', 'home', '-3.25', 'line'],
  ['asian_handicap', 'away', '3.25', 'line'],
  ['asian_handicap', 'home', '-0.6', 'line'],
  ['asian_handicap', 'home', '−0.5', 'line'],
  ['ht_asian_handicap', 'draw', '0', 'selection'],
  ['btts', 'Yes', undefined, 'selection'],
  ['btts', 'yes', '1', 'line'],
  ['ht_btts', 'maybe', undefined, 'selection'],
  ['odd_even', 'none', undefined, 'selection'],
  ['odd_even', 'odd', '2', 'line'],
  ['ht_ft', '1X', undefined, 'selection'],
  ['ht_ft', '1/3', undefined, 'selection'],
  ['ht_ft', '1/1/1', undefined, 'selection'],
  ['ht_ft', '1/1', '1', 'line'],
  ['ht_over_under', 'over', '6.75', 'line'],
  ['ht_over_under', 'home', '1.5', 'selection'],
])('%s %s %s: unknown %s', (market, selection, line, part) => {
  expect(checkBet({ market, selection, line })).toMatchObject({ part });
  expect(() => grade(market, selection, line, {})).toThrow(UnknownBet);
  expect(() => grade(market, selection, line, {})).toThrow(expect.objectContaining({ name: 'UnknownBet' }));
});
