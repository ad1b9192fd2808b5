import { describe, expect, it } from 'vitest';
import type { Market } from '@touchline/contract/shapes/football';
import { chipsOf, nearestLines, marketsUnder } from './chips.ts';

const market = (name: string, line?: string, odds: readonly string[] = []): Market => ({
  market: name,
  ...(line === undefined ? {} : { line }),
  state: 'open',
  margin: '4.00',
  version: 1,
  selections: ['over', 'under'].map((selection, at) => ({
    selection,
    odds: odds[at] ?? null,
    rateOfReturn: null,
    breakEven: null,
    move: 0,
  })),
});

describe('the chips of a match', () => {
  it('are those that lead to a market', () => {
    expect(chipsOf([market('1x2'), market('correct_score')])).toEqual(['main', 'score']);
    expect(chipsOf([market('over_under', '2.5'), market('ht_1x2')])).toEqual(['main', 'goals', 'half']);
    expect(chipsOf([])).toEqual([]);
  });

  it('hold their markets in order and nothing the app does not know', () => {
    const all = [market('ht_correct_score'), market('corners'), market('correct_score')];
    expect(marketsUnder(all, 'score').map((m) => m.market)).toEqual(['correct_score', 'ht_correct_score']);
  });
});

describe('the nearest lines', () => {
  it('are where over and under are priced most alike', () => {
    const lines = [
      market('over_under', '1.5', ['1.30', '3.40']),
      market('over_under', '2.5', ['1.85', '1.95']),
      market('over_under', '3.5', ['3.10', '1.35']),
    ];
    expect(nearestLines(lines, 2).map(({ line }) => line)).toEqual(['2.5', '3.5']);
  });

  it('leave lines without a price to the end', () => {
    const lines = [market('over_under', '2.5'), market('over_under', '3.5', ['3.10', '1.35'])];
    expect(nearestLines(lines, 1)[0]?.line).toBe('3.5');
    expect(nearestLines([], 3)).toEqual([]);
  });
});
