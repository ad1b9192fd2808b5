import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { outcomeOfAbandoned } from './abandoned.ts';
import { grade, UnknownBet } from './grade.ts';
import { legLineOf } from './leg-line.ts';
import { marketNames, markets } from './markets.ts';
import { ImpossibleScore } from './check-scores.ts';
import type { Score } from './score.ts';

/** "2-1" as a score. */
function score(text: string): Score {
  const [home = Number.NaN, away = Number.NaN] = text.split('-').map(Number);
  return { home, away };
}

function second(market: string, selection: string, text: string, line?: string) {
  return outcomeOfAbandoned({ market, selection, line }, { score: score(text), ht: score('1-0') });
}

function first(market: string, selection: string, text: string, line?: string) {
  return outcomeOfAbandoned({ market, selection, line }, { score: score(text) });
}

describe('abandoned in the second half after 1-0 at half time', () => {
  test.each([
    ['over_under', 'over', '2.5', '2-1', 'win'],
    ['over_under', 'under', '2.5', '2-1', 'lose'],
    ['over_under', 'over', '2.5', '1-1', 'void'],
    ['over_under', 'under', '2.5', '1-1', 'void'],
    ['over_under', 'over', '2', '2-0', 'void'],
    ['over_under', 'over', '2.25', '2-1', 'win'],
    ['over_under', 'over', '2.75', '2-1', 'void'],
    ['over_under', 'under', '2.75', '2-1', 'void'],
    ['over_under', 'under', '2.75', '2-2', 'lose'],
    ['over_under', 'over', '6.5', '6-0', 'void'],
    ['over_under', 'over', '6.5', '6-1', 'win'],
    ['asian_handicap', 'home', '3', '9-0', 'void'],
    ['asian_handicap', 'away', '-3', '1-9', 'void'],
    ['ht_asian_handicap', 'home', '-0.75', '1-4', 'half-win'],
    ['ht_asian_handicap', 'away', '0.75', '1-4', 'half-lose'],
    ['ht_asian_handicap', 'away', '1', '1-4', 'push'],
    ['ht_over_under', 'under', '1.5', '3-3', 'win'],
  ])('%s %s %s at %s: %s', (market, selection, line, text, outcome) => {
    expect(second(market, selection, text, line)).toBe(outcome);
  });

  test.each([
    ['btts', 'yes', '1-1', 'win'],
    ['btts', 'no', '1-1', 'lose'],
    ['btts', 'yes', '4-0', 'void'],
    ['btts', 'no', '4-0', 'void'],
    ['1x2', '1', '9-0', 'void'],
    ['1x2', '2', '9-0', 'void'],
    ['double_chance', '12', '1-1', 'void'],
    ['draw_no_bet', '1', '1-1', 'void'],
    ['odd_even', 'odd', '1-0', 'void'],
    ['correct_score', '1-0', '1-0', 'void'],
    ['correct_score', '0-0', '1-0', 'void'],
    ['correct_score', 'other_home', '9-0', 'void'],
    ['correct_score', '4-4', '6-5', 'void'],
    ['ht_ft', '1/1', '3-0', 'void'],
    ['ht_ft', '2/1', '3-0', 'void'],
    ['ht_1x2', '1', '1-3', 'win'],
    ['ht_1x2', 'X', '1-3', 'lose'],
    ['ht_btts', 'no', '1-3', 'win'],
    ['ht_correct_score', '1-0', '1-3', 'win'],
    ['ht_correct_score', 'other', '5-0', 'lose'],
  ])('%s %s at %s: %s', (market, selection, text, outcome) => {
    expect(second(market, selection, text)).toBe(outcome);
  });
});

describe('abandoned in the first half', () => {
  test('only a passed total keeps its result', () => {
    expect(first('ht_over_under', 'over', '2-0', '1.5')).toBe('win');
    expect(first('ht_over_under', 'over', '1-0', '1.5')).toBe('void');
    expect(first('ht_btts', 'no', '1-1')).toBe('lose');
    expect(first('ht_1x2', '1', '3-0')).toBe('void');
    expect(first('ht_correct_score', '0-0', '1-0')).toBe('void');
    expect(first('ht_asian_handicap', 'home', '3-0', '-0.5')).toBe('void');
    expect(first('over_under', 'over', '2-1', '2.5')).toBe('win');
    expect(first('ht_ft', 'X/1', '0-0')).toBe('void');
  });

  test('correct score of the half is void as a whole, also where only "other" is left', () => {
    expect(first('ht_correct_score', 'other', '3-0')).toBe('void');
    expect(first('ht_correct_score', '2-0', '3-0')).toBe('void');
  });
});

test('a handicap placed in play keeps its result when its half is complete', () => {
  const match = { score: score('3-0'), ht: score('2-0') };
  const leg = { market: 'ht_asian_handicap', selection: 'home', line: '-0.5' };
  expect(outcomeOfAbandoned({ ...leg, since: score('1-0') }, match)).toBe('win');
  expect(outcomeOfAbandoned({ ...leg, since: score('2-0') }, match)).toBe('lose');
  expect(() => outcomeOfAbandoned({ ...leg, since: score('2-1') }, match)).toThrow(ImpossibleScore);
});

test('what does not exist throws, also where all would be void', () => {
  const match = { score: score('1-0') };
  expect(() => outcomeOfAbandoned({ market: '1x2', selection: '3' }, match)).toThrow(UnknownBet);
  expect(() => outcomeOfAbandoned({ market: 'x', selection: '1' }, match)).toThrow(UnknownBet);
  expect(() =>
    outcomeOfAbandoned({ market: '1x2', selection: '1' }, { score: score('1-0'), ht: score('0-1') }),
  ).toThrow(ImpossibleScore);
});

const goals = fc.integer({ min: 0, max: 4 });
const scores = fc.record({ home: goals, away: goals });
const plus = (a: Score, b: Score): Score => ({ home: a.home + b.home, away: a.away + b.away });

test('a kept result is the one every end of the match would have given', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...marketNames),
      fc.nat(),
      scores,
      fc.boolean(),
      scores,
      scores,
      scores,
      (name, pick, score_, isSecond, more, still, later) => {
        const market = markets[name];
        const line = market.lines[pick % Math.max(1, market.lines.length)];
        const ht = isSecond ? score_ : plus(score_, still);
        const stopped = isSecond ? plus(score_, more) : score_;
        const end = { ht, ft: plus(isSecond ? stopped : ht, later) };
        const outcomes = market.selections.map((selection) => {
          const legLine = legLineOf(name, selection, line);
          const outcome = outcomeOfAbandoned(
            { market: name, selection, line: legLine },
            { score: stopped, ht: isSecond ? ht : undefined },
          );
          expect(['void', grade(name, selection, legLine, end)]).toContain(outcome);
          return outcome;
        });
        // A market keeps its result as a whole, or is void as a whole.
        expect([0, outcomes.length]).toContain(outcomes.filter((outcome) => outcome === 'void').length);
      },
    ),
    { numRuns: 150 },
  );
});
