import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BuilderPart } from './builder-parts.ts';
import { marketNames, markets } from './markets.ts';
import { scoreGrid } from './grid.ts';
import { liveGrid } from './live-grid.ts';
import { offeredLeg } from './mass.ts';
import { offeredLines } from './offered-lines.ts';
import { legEnds, outcomeKeys, relatedTo } from './same-outcome.ts';
import { anyMatch, anyPart, gridOf, pairsOf, struckOn, wonAt } from './testing/builder-brute.ts';

const means = { homeMean: 1.6, awayMean: 1.1 };
const before = scoreGrid(means);
const half = { home: 0, away: 0 };
const atHalf = liveGrid(means, { score: half, ht: half, minute: 45 });
const leading = liveGrid(means, { score: { home: 1, away: 0 }, minute: 30 });

/** "over_under:over:2.5" as a part. */
const part = (text: string): BuilderPart => {
  const [market = '', selection = '', line] = text.split(':');
  return { market, selection, line };
};
const isSame = (grid: typeof before, one: string[], other: string[]): boolean => {
  const keys = new Set(outcomeKeys(grid, one.map(part)));
  return outcomeKeys(grid, other.map(part)).some((key) => keys.has(key));
};

describe('bets that end alike', () => {
  test.each([
    [['1x2:1'], ['asian_handicap:home:-0.5']],
    [['double_chance:X2'], ['asian_handicap:away:0.5']],
    [['draw_no_bet:2'], ['asian_handicap:away:0']],
    [['over_under:under:0.5'], ['correct_score:0-0']],
    [['ht_over_under:under:0.5'], ['ht_correct_score:0-0']],
    [['1x2:1', 'over_under:under:1.5'], ['correct_score:1-0']],
    [['btts:yes', 'over_under:under:2.5'], ['correct_score:1-1']],
    [['ht_1x2:X', '1x2:2'], ['ht_ft:X/2']],
    [['ht_asian_handicap:away:-0.5', 'asian_handicap:home:-0.5'], ['ht_ft:2/1']],
    [['ht_ft:X/X', 'over_under:under:1.5'], ['over_under:under:0.5']],
    [['double_chance:1X', 'double_chance:X2'], ['1x2:X']],
    [['draw_no_bet:1', 'double_chance:12'], ['1x2:1']],
    [
      ['btts:no', '1x2:1', 'over_under:over:1.5'],
      ['btts:no', 'asian_handicap:home:-1.5'],
    ],
  ])('before kick-off %j is %j', (one, other) => {
    expect(isSame(before, one, other)).toBe(true);
  });

  test.each([
    [['ht_ft:X/2'], ['1x2:2']],
    [['ht_ft:X/1', 'over_under:under:1.5'], ['correct_score:1-0']],
  ])('after a goalless first half %j is %j', (one, other) => {
    expect(isSame(atHalf, one, other)).toBe(true);
    expect(isSame(before, one, other)).toBe(false);
  });

  test.each([
    [['1x2:1'], ['1x2:2']],
    [['1x2:1'], ['draw_no_bet:1']],
    [['over_under:over:2.5'], ['over_under:over:2.75']],
    [['correct_score:other_home'], ['1x2:1']],
    [
      ['draw_no_bet:1', 'over_under:under:6.5'],
      ['1x2:1', 'over_under:under:6.5'],
    ],
  ])('%j is not %j', (one, other) => {
    expect(isSame(before, one, other)).toBe(false);
  });

  test('a handicap counts the goals from its bet', () => {
    const home = (line: string, since: { home: number; away: number }): BuilderPart => ({
      market: 'asian_handicap',
      selection: 'home',
      line,
      since,
    });
    const [winner] = outcomeKeys(leading, [part('1x2:1')]);
    expect(outcomeKeys(leading, [home('0.5', { home: 1, away: 0 })])).toEqual([winner]);
    expect(outcomeKeys(leading, [home('-0.5', { home: 0, away: 0 })])).toEqual([winner]);
    expect(outcomeKeys(leading, [home('-0.5', { home: 1, away: 0 })])).not.toEqual([winner]);
  });

  test('have the same outcome at every pair of scores', () => {
    let met = 0;
    const builders = fc.array(anyPart, { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(anyMatch, builders, (match, parts) => {
        const grid = gridOf(match);
        const picked = struckOn(match, parts);
        const pairs = pairsOf(grid);
        const endsOf = (of: readonly BuilderPart[]) =>
          pairs
            .map(({ ht, ft }) => [...new Set(wonAt(of, ht, ft).map((won) => wordFor(won, of)))].join())
            .join(' ');
        const keys = new Set(outcomeKeys(grid, picked));
        const same = onOffer(grid).filter((leg) => outcomeKeys(grid, [leg]).some((key) => keys.has(key)));
        met += same.length;
        const ends = same.length > 0 ? endsOf(picked) : '';
        expect(same.filter((leg) => endsOf([leg]) !== ends)).toEqual([]);
      }),
      { numRuns: 16 },
    );
    expect(met).toBeGreaterThan(20);
  });
});

describe('selections that follow from a bet, or from which it follows', () => {
  const related = (on: typeof before, parts: string[], selections: string[]) => {
    const ends = selections.map((text) => legEnds(on, part(text)));
    const { implied, implying } = relatedTo(on, parts.map(part), ends);
    const at = (places: number[]) => places.flatMap((place) => selections.slice(place, place + 1));
    return [at(implied), at(implying)];
  };

  test('are found in every period', () => {
    const selections = [
      '1x2:1',
      'ht_1x2:1',
      'btts:no',
      'correct_score:1-0',
      'correct_score:2-1',
      'ht_ft:1/1',
      'ht_over_under:over:0.5',
      'draw_no_bet:1',
      'double_chance:12',
    ];
    const halves = [
      ['1x2:1', 'ht_1x2:1', 'ht_ft:1/1', 'ht_over_under:over:0.5', 'draw_no_bet:1', 'double_chance:12'],
      ['ht_ft:1/1'],
    ];
    expect(related(before, ['1x2:1', 'ht_1x2:1'], selections)).toEqual(halves);
    const [implied, implying] = related(before, ['1x2:1', 'over_under:under:3.5'], selections);
    expect(implied).toEqual(['1x2:1', 'draw_no_bet:1', 'double_chance:12']);
    expect(implying).toEqual(['correct_score:1-0', 'correct_score:2-1']);
    expect(related(atHalf, ['1x2:1', 'over_under:under:1.5'], ['ht_ft:X/1', 'correct_score:1-0'])).toEqual([
      ['ht_ft:X/1', 'correct_score:1-0'],
      ['correct_score:1-0'],
    ]);
  });

  test('are those of every pair of scores', () => {
    const met = { implied: 0, implying: 0 };
    fc.assert(
      fc.property(anyMatch, fc.array(anyPart, { minLength: 1, maxLength: 3 }), (match, parts) => {
        const grid = gridOf(match);
        const picked = struckOn(match, parts);
        const pairs = pairsOf(grid);
        const endsOf = (of: readonly BuilderPart[]) =>
          pairs.map(({ ht, ft }) => [...new Set(wonAt(of, ht, ft).map((won) => wordFor(won, of)))].join());
        const own = endsOf(picked);
        const offered = onOffer(grid);
        const { implied, implying } = relatedTo(
          grid,
          picked,
          offered.map((leg) => legEnds(grid, leg)),
        );
        met.implied += implied.length;
        met.implying += implying.length;
        // Some of the hundreds: each goes through all pairs of scores.
        const some = (places: readonly number[]) =>
          places.filter((_, n) => n % 5 === 0).flatMap((place) => offered.slice(place, place + 1));
        for (const leg of some(implied)) {
          const isBroken = endsOf([leg]).some(
            (end, at) => own[at] !== 'lose' && (end === 'lose' || (own[at] === 'win' && end !== 'win')),
          );
          expect({ leg, isBroken }).toEqual({ leg, isBroken: false });
        }
        for (const leg of some(implying)) {
          const isBroken = endsOf([leg]).some((end, at) => end !== 'lose' && own[at] !== 'win');
          expect({ leg, isBroken }).toEqual({ leg, isBroken: false });
        }
      }),
      { numRuns: 6 },
    );
    expect(met.implied).toBeGreaterThan(50);
    expect(met.implying).toBeGreaterThan(10);
  });
});

const wordFor = (won: number | undefined, of: readonly BuilderPart[]): string =>
  won === undefined ? 'lose' : won === 2 ** of.length - 1 ? 'win' : 'push';

const onOffer = (grid: typeof before): BuilderPart[] =>
  marketNames.flatMap((name) =>
    offeredLines(markets[name], grid).flatMap((line) =>
      markets[name].selections.map((selection) => offeredLeg(grid, markets[name], selection, line)),
    ),
  );
