import { add, factorOf, ZERO } from '@touchline/money/factor';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkBet, grade, UnknownBet } from './grade.ts';
import { legLineOf } from './leg-line.ts';
import { marketNames, markets } from './markets.ts';
import type { Outcome } from './market.ts';
import { ImpossibleScore } from './check-scores.ts';
import type { Score } from './score.ts';

const goals = fc.integer({ min: 0, max: 8 });
const scores = fc.record({ home: goals, away: goals });
const halves = fc.record({ ht: scores, second: scores }).map(({ ht, second }) => ({
  ht,
  ft: { home: ht.home + second.home, away: ht.away + second.away },
}));

const worstFirst: readonly (Outcome | 'unsettled')[] = ['lose', 'half-lose', 'push', 'half-win', 'win'];
const rank = (outcome: Outcome | 'unsettled'): number => worstFirst.indexOf(outcome);

/** "2-1" as a score. */
function score(text: string): Score {
  const [home = Number.NaN, away = Number.NaN] = text.split('-').map(Number);
  return { home, away };
}

describe('results', () => {
  test.each([
    ['1', '2-1', 'win'],
    ['1', '1-1', 'lose'],
    ['1', '0-1', 'lose'],
    ['X', '0-0', 'win'],
    ['X', '3-3', 'win'],
    ['X', '1-0', 'lose'],
    ['2', '0-1', 'win'],
    ['2', '1-1', 'lose'],
    ['2', '4-0', 'lose'],
  ])('%s at %s: %s, in both periods', (selection, text, outcome) => {
    expect(grade('1x2', selection, undefined, { ft: score(text) })).toBe(outcome);
    expect(grade('ht_1x2', selection, undefined, { ht: score(text) })).toBe(outcome);
  });
});

describe('over and under', () => {
  test.each<[string, string, Outcome, Outcome]>([
    ['0.5', '0-0', 'lose', 'win'],
    ['0.5', '1-0', 'win', 'lose'],
    ['0.75', '0-0', 'lose', 'win'],
    ['0.75', '0-1', 'half-win', 'half-lose'],
    ['0.75', '1-1', 'win', 'lose'],
    ['1', '1-0', 'push', 'push'],
    ['1.25', '1-0', 'half-lose', 'half-win'],
    ['1.25', '2-0', 'win', 'lose'],
    ['2', '1-1', 'push', 'push'],
    ['2', '2-1', 'win', 'lose'],
    ['2', '1-0', 'lose', 'win'],
    ['2.25', '1-1', 'half-lose', 'half-win'],
    ['2.25', '2-1', 'win', 'lose'],
    ['2.5', '1-1', 'lose', 'win'],
    ['2.5', '3-0', 'win', 'lose'],
    ['2.75', '1-2', 'half-win', 'half-lose'],
    ['2.75', '1-1', 'lose', 'win'],
    ['3', '0-3', 'push', 'push'],
    ['6.5', '4-2', 'lose', 'win'],
    ['6.5', '4-3', 'win', 'lose'],
    ['2.50', '3-0', 'win', 'lose'],
  ])('line %s at %s: over %s, under %s', (line, text, over, under) => {
    expect(grade('over_under', 'over', line, { ft: score(text) })).toBe(over);
    expect(grade('over_under', 'under', line, { ft: score(text) })).toBe(under);
  });
});

describe('correct score', () => {
  test.each([
    ['correct_score', '0-0', '0-0', 'win'],
    ['correct_score', '2-1', '2-1', 'win'],
    ['correct_score', '2-1', '1-2', 'lose'],
    ['correct_score', '4-4', '4-4', 'win'],
    ['correct_score', 'other_home', '5-0', 'win'],
    ['correct_score', 'other_home', '5-4', 'win'],
    ['correct_score', 'other_home', '4-3', 'lose'],
    ['correct_score', 'other_home', '0-5', 'lose'],
    ['correct_score', 'other_draw', '5-5', 'win'],
    ['correct_score', 'other_draw', '4-4', 'lose'],
    ['correct_score', 'other_draw', '5-4', 'lose'],
    ['correct_score', 'other_away', '4-5', 'win'],
    ['correct_score', 'other_away', '0-11', 'win'],
    ['correct_score', 'other_away', '3-4', 'lose'],
    ['ht_correct_score', '2-2', '2-2', 'win'],
    ['ht_correct_score', '1-0', '0-0', 'lose'],
    ['ht_correct_score', 'other', '3-0', 'win'],
    ['ht_correct_score', 'other', '0-3', 'win'],
    ['ht_correct_score', 'other', '3-3', 'win'],
    ['ht_correct_score', 'other', '2-2', 'lose'],
  ])('%s %s at %s: %s', (market, selection, text, outcome) => {
    const result = market === 'correct_score' ? { ft: score(text) } : { ht: score(text) };
    expect(grade(market, selection, undefined, result)).toBe(outcome);
  });
});

describe('what is not known yet', () => {
  test('a half-time market needs only the half-time score', () => {
    expect(grade('ht_1x2', 'X', undefined, { ft: score('1-0') })).toBe('unsettled');
    expect(grade('ht_1x2', 'X', undefined, { ht: score('0-0') })).toBe('win');
    expect(grade('ht_correct_score', '0-0', undefined, {})).toBe('unsettled');
  });

  test('a full-time market needs only the full-time score', () => {
    expect(grade('1x2', '1', undefined, { ht: score('1-0') })).toBe('unsettled');
    expect(grade('1x2', '1', undefined, { ft: score('1-0') })).toBe('win');
    expect(grade('over_under', 'over', '0.5', { ht: score('3-0') })).toBe('unsettled');
  });
});

describe('never a guess', () => {
  test.each([
    ['', '1', undefined, 'market'],
    ['1X2', '1', undefined, 'market'],
    ['toString', '1', undefined, 'market'],
    ['__proto__', '1', undefined, 'market'],
    ['1x2', 'x', undefined, 'selection'],
    ['1x2', '', undefined, 'selection'],
    ['1x2', '1', '2.5', 'line'],
    ['1x2', '1', '', 'line'],
    ['over_under', 'Over', '2.5', 'selection'],
    ['over_under', 'over', undefined, 'line'],
    ['over_under', 'over', '', 'line'],
    ['over_under', 'over', '0.25', 'line'],
    ['over_under', 'over', '6.75', 'line'],
    ['over_under', 'over', '-2.5', 'line'],
    ['over_under', 'over', '2.3', 'line'],
    ['correct_score', '5-0', undefined, 'selection'],
    ['correct_score', '1:0', undefined, 'selection'],
    ['correct_score', 'other', undefined, 'selection'],
    ['correct_score', '1-0', '1', 'line'],
    ['ht_correct_score', '3-0', undefined, 'selection'],
    ['ht_correct_score', 'other_home', undefined, 'selection'],
  ])('%s %s %s: unknown %s', (market, selection, line, part) => {
    const known = { ht: score('0-0'), ft: score('0-0') };
    expect(() => grade(market, selection, line, known)).toThrow(UnknownBet);
    expect(() => grade(market, selection, line, {})).toThrow(UnknownBet);
    expect(checkBet({ market, selection, line })).toMatchObject({ part });
  });

  test.each([-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('a score of %d-0 throws', (home) => {
    expect(() => grade('1x2', '1', undefined, { ft: { home, away: 0 } })).toThrow(RangeError);
  });
});

describe('of every market', () => {
  test('names, table and selections agree', () => {
    expect(Object.keys(markets).toSorted()).toEqual(marketNames.toSorted());
    for (const [name, market] of Object.entries(markets)) {
      expect(market.name).toBe(name);
      expect(new Set(market.selections).size).toBe(market.selections.length);
      for (const line of market.lines.length === 0 ? [undefined] : market.lines) {
        for (const selection of market.selections) {
          expect(checkBet({ market: name, selection, line })).toBe(market);
        }
      }
    }
  });

  test('in an exclusive market exactly as many selections win as it says, the rest lose; a push is one for all', () => {
    const names = fc.constantFrom(...marketNames.filter((name) => markets[name].lines.length === 0));
    fc.assert(
      fc.property(names, halves, (name, { ht, ft }) => {
        const market = markets[name];
        const outcomes = market.selections.map((selection) => grade(name, selection, undefined, { ht, ft }));
        const isPushed = name === 'draw_no_bet' && ft.home === ft.away;
        const expected = (index: number) => (isPushed ? 'push' : index < market.winners ? 'win' : 'lose');
        expect(outcomes.toSorted((one, other) => rank(other) - rank(one))).toEqual(
          outcomes.map((_, index) => expected(index)),
        );
      }),
    );
  });

  test('the two sides of a line mirror each other', () => {
    fc.assert(
      fc.property(fc.constantFrom(...marketNames), fc.nat(), halves, (name, pick, result) => {
        const { lines, selections } = markets[name];
        fc.pre(lines.length > 0);
        const line = lines[pick % lines.length];
        const ranks = selections.map((selection) =>
          rank(grade(name, selection, legLineOf(name, selection, line), result)),
        );
        expect(ranks).toEqual([ranks[0], 4 - (ranks[0] ?? Number.NaN)]);
      }),
    );
  });

  test('a quarter line is half the stake on each of its neighbours', () => {
    const odds = fc.integer({ min: 1001, max: 20_000 });
    fc.assert(
      fc.property(
        fc.constantFrom(...marketNames),
        fc.nat(),
        odds,
        halves,
        (name, pick, oddsMilli, result) => {
          const quarters = markets[name].lines
            .map((line) => Number(line) * 4)
            .filter((each) => each % 2 !== 0);
          fc.pre(quarters.length > 0);
          const quarter = quarters[pick % quarters.length] ?? Number.NaN;
          for (const selection of markets[name].selections) {
            const factor = (line: number) => {
              const outcome = grade(name, selection, String(line / 4), result);
              return outcome === 'unsettled' ? ZERO : factorOf(outcome, oddsMilli);
            };
            const both = add(factor(quarter - 1), factor(quarter + 1));
            expect(add(factor(quarter), factor(quarter))).toEqual(both);
          }
        },
      ),
    );
  });

  test('an impossible result is a named error', () => {
    for (const result of [
      { ht: score('1-0'), ft: score('0-3') },
      { ht: score('0-2'), ft: score('4-1') },
      { ht: { home: 0, away: -1 }, ft: score('1-0') },
      { ft: { home: 1.5, away: 0 } },
    ]) {
      for (const name of marketNames) {
        const { selections, lines } = markets[name];
        expect(() => grade(name, selections[0] ?? '', lines[0], result)).toThrow(ImpossibleScore);
      }
    }
  });
});
