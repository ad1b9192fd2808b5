import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { grade } from '@touchline/football/grade';
import { marketNames, markets } from '@touchline/football/markets';
import {
  gradeEvent,
  type Counting,
  type MatchDecision,
  type Grade,
  type Quoted,
  type Void,
} from './grading.ts';

const score = (text: string) => {
  const [home = 0, away = 0] = text.split('-').map(Number);
  return { home, away };
};
const played = (ht: string, ft?: string): Counting => ({
  kind: 'played',
  ht: score(ht),
  ft: ft === undefined ? undefined : score(ft),
});
const board: Quoted[] = marketNames.flatMap((market) => {
  const { selections, lines } = markets[market];
  const offered = lines.length === 0 ? [''] : lines.filter((line) => Math.abs(Number(line)) <= 2.5);
  return offered.map((line) => ({ market, line, selections }));
});
const decide = (counting: Counting | undefined, voids: Void[] = []): MatchDecision => ({ counting, voids });
const outcome = (
  grades: readonly Grade[],
  leg: Partial<Grade> & { market: string; selection: string },
  at = new Date(0),
): string | undefined =>
  grades.find(
    (one) =>
      one.market === leg.market &&
      one.selection === leg.selection &&
      one.line === (leg.line ?? '') &&
      one.since === (leg.since ?? '') &&
      (one.struckFrom?.getTime() ?? Number.NEGATIVE_INFINITY) <= at.getTime() &&
      (one.struckUntil?.getTime() ?? Number.POSITIVE_INFINITY) > at.getTime(),
  )?.outcome;

describe('a result', () => {
  it('grades every possible leg by the rules, each side by its own line', () => {
    const goals = fc.record({ ht: fc.nat(2), more: fc.nat(2), a: fc.nat(2), b: fc.nat(2) });
    fc.assert(
      fc.property(goals, ({ ht, more, a, b }) => {
        const counting = played(`${ht}-${a}`, `${ht + more}-${a + b}`);
        const { grades, markets: decided } = gradeEvent(board, decide(counting));
        for (const one of grades) {
          const since = one.since === '' ? undefined : score(one.since);
          const line = one.line === '' ? undefined : one.line;
          expect(one.outcome).toBe(grade(one.market, one.selection, line, counting, since));
        }
        expect(decided).toHaveLength(board.length);
        // Every selection of every line, and handicaps from every score of the match.
        expect(grades.filter(({ since }) => since === '')).toHaveLength(
          board.reduce((sum, { selections }) => sum + selections.length, 0),
        );
        expect(outcome(grades, { market: 'asian_handicap', selection: 'away', line: '0.5' })).toBeDefined();
      }),
      { numRuns: 12 },
    );
  });

  it('of the first half decides its markets only', () => {
    const { grades, markets: decided } = gradeEvent(board, decide(played('1-0')));
    expect(decided.every(({ market }) => market.startsWith('ht_') && market !== 'ht_ft')).toBe(true);
    expect(outcome(grades, { market: 'ht_1x2', selection: '1' })).toBe('win');
    expect(outcome(grades, { market: '1x2', selection: '1' })).toBeUndefined();
  });

  it('grades a handicap from the score at which it was struck, and none from an impossible score', () => {
    const { grades } = gradeEvent(board, decide(played('1-0', '1-0')), ['1-0', '2-0']);
    const away = { market: 'asian_handicap', selection: 'away', line: '0.25' };
    expect(outcome(grades, { ...away, since: '' })).toBe('lose');
    expect(outcome(grades, { ...away, since: '1-0' })).toBe('half-win');
    expect(outcome(grades, { ...away, since: '2-0' })).toBeUndefined();
  });
});

describe('a match called off', () => {
  it('voids all when it was never played', () => {
    for (const kind of ['postponed', 'cancelled'] as const) {
      const { grades, markets: decided } = gradeEvent(board, decide({ kind }));
      expect(grades.every((one) => one.outcome === 'void' && one.rule === 'void')).toBe(true);
      expect(decided.every(({ state }) => state === 'void')).toBe(true);
    }
  });

  it('keeps what was decided beyond change when it was abandoned', () => {
    const stopped: Counting = { kind: 'abandoned', ht: score('1-0'), ft: score('2-1') };
    const { grades, markets: decided } = gradeEvent(board, decide(stopped), ['3-0']);
    const of = (market: string, selection: string, line = '') => outcome(grades, { market, selection, line });
    expect(of('ht_1x2', '1')).toBe('win');
    expect(of('over_under', 'over', '2.5')).toBe('win');
    expect(of('over_under', 'under', '2.5')).toBe('lose');
    expect(of('btts', 'yes')).toBe('win');
    expect(of('1x2', '1')).toBe('void');
    expect(of('correct_score', '0-0')).toBe('void');
    expect(outcome(grades, { market: 'asian_handicap', selection: 'home', line: '0.5', since: '3-0' })).toBe(
      'void',
    );
    expect(decided.find(({ market }) => market === 'btts')?.state).toBe('settled');
    expect(decided.find(({ market }) => market === 'correct_score')?.state).toBe('void');
  });

  it('with an unknown score voids the undecidable', () => {
    const { grades } = gradeEvent(board, decide({ kind: 'abandoned' }));
    expect(grades.every((one) => one.outcome === 'void')).toBe(true);
  });
});

describe('a void', () => {
  it('of a market and line covers both sides of it for every result', () => {
    const rule = { market: 'asian_handicap', line: '-0.5' };
    const { grades } = gradeEvent(board, decide(played('0-0', '1-0'), [rule]));
    const of = (selection: string, line: string) =>
      outcome(grades, { market: 'asian_handicap', selection, line });
    expect([of('home', '-0.5'), of('away', '0.5')]).toEqual(['void', 'void']);
    expect([of('home', '0.5'), of('away', '-0.5')]).toEqual(['win', 'lose']);
  });

  it('of an event without a result decides all of it', () => {
    const { markets: decided } = gradeEvent(board, decide(undefined, [{}]));
    expect(decided.every(({ state }) => state === 'void')).toBe(true);
    expect(gradeEvent(board, decide(undefined)).grades).toEqual([]);
  });

  it('by time covers the bets struck in it, from its start and before its end', () => {
    const rule = { struckFrom: new Date(1_000), struckUntil: new Date(2_000) };
    const { grades, markets: decided } = gradeEvent(board, decide(played('1-0', '1-0'), [rule]), ['2-0']);
    const at = (ms: number) => outcome(grades, { market: '1x2', selection: '2' }, new Date(ms));
    expect([at(999), at(1_000), at(1_999), at(2_000)]).toEqual(['lose', 'void', 'void', 'lose']);
    expect(grades.find(({ outcome: is }) => is === 'void')?.rule).toBe('live');
    expect(decided.every(({ state }) => state === 'settled')).toBe(true);
    // Struck at a score that was revoked.
    const overturned = { market: 'asian_handicap', selection: 'home', line: '-0.5', since: '2-0' };
    expect(outcome(grades, overturned, new Date(1_500))).toBe('void');
    expect(outcome(grades, overturned, new Date(2_500))).toBeUndefined();
  });

  it('by time decides only the bets in it while the match is open, and no market', () => {
    const { grades, markets: decided } = gradeEvent(
      board,
      decide(undefined, [
        { struckUntil: new Date(2_000) },
        { struckFrom: new Date(1_000), struckUntil: new Date(3_000) },
      ]),
    );
    const at = (ms: number) => outcome(grades, { market: '1x2', selection: '2' }, new Date(ms));
    expect([at(-5), at(1_500), at(2_500), at(3_000)]).toEqual(['void', 'void', 'void', undefined]);
    expect(decided).toEqual([]);
  });

  it('gives each time one outcome, or none', () => {
    const moments = fc.array(fc.tuple(fc.nat(20), fc.integer({ min: 1, max: 20 })), { maxLength: 4 });
    fc.assert(
      fc.property(moments, fc.boolean(), fc.nat(45), (windows, isPlayed, at) => {
        const voids = windows.map(([from, length]) => ({
          struckFrom: new Date(from),
          struckUntil: new Date(from + length),
        }));
        const { grades } = gradeEvent(
          [{ market: '1x2', line: '', selections: ['1', 'X', '2'] }],
          decide(isPlayed ? played('0-0', '1-0') : undefined, voids),
        );
        const found = grades.filter(
          (one) =>
            one.selection === '1' &&
            (one.struckFrom?.getTime() ?? Number.NEGATIVE_INFINITY) <= at &&
            (one.struckUntil?.getTime() ?? Number.POSITIVE_INFINITY) > at,
        );
        const isVoid = windows.some(([from, length]) => from <= at && at < from + length);
        expect(found.map((one) => one.outcome)).toEqual(isVoid ? ['void'] : isPlayed ? ['win'] : []);
      }),
    );
  });
});
