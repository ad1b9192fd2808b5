import type { Market } from '@touchline/contract/shapes/football';
import { marketNames } from '@touchline/football/markets';
import { describe, expect, it } from 'vitest';
import {
  byLine,
  groupsOf,
  marketGroups,
  matching,
  nearestLines,
  setsOf,
  setsUnder,
  widestMargin,
} from './market-groups.ts';

const market = (name: string, line?: string, odds: readonly string[] = []): Market => ({
  market: name,
  line,
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

describe('the groups of a match', () => {
  it('are those that lead to a market, with how many', () => {
    expect(groupsOf([market('1x2'), market('correct_score'), market('ht_correct_score')])).toEqual([
      { group: 'main', count: 1 },
      { group: 'score', count: 2 },
      { group: 'halves', count: 1 },
    ]);
    expect(groupsOf([])).toEqual([]);
  });

  it('show the winner first, the others in the order of the markets', () => {
    const all = marketNames.map((name) => market(name));
    expect(setsUnder(all, 'halves').map(({ name }) => name)).toEqual([
      'ht_1x2',
      'ht_ft',
      'ht_over_under',
      'ht_asian_handicap',
      'ht_btts',
      'ht_correct_score',
    ]);
  });

  it('count a market once, however many lines it has', () => {
    const lines = ['1.5', '2.5', '3.5'].map((line) => market('over_under', line));
    expect(groupsOf(lines)).toEqual([
      { group: 'main', count: 1 },
      { group: 'goals', count: 1 },
    ]);
  });

  it('hold every market the app knows, and nothing it does not', () => {
    const all = [...marketNames, 'corners'].map((name) => market(name));
    const shown = new Set(marketGroups.flatMap((group) => setsUnder(all, group).map(({ name }) => name)));
    expect([...shown].toSorted()).toEqual([...marketNames].toSorted());
    expect(setsOf(all).map(({ name }) => name)).toEqual(marketNames);
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

it('sorts lines by number, below zero too', () => {
  const lines = ['0.5', '-1', '-0.25', '0'].map((line) => market('asian_handicap', line));
  expect(byLine(lines).map(({ line }) => line)).toEqual(['-1', '-0.25', '0', '0.5']);
});

it('the margin shown for several lines is the widest', () => {
  const lines = ['4.00', '10.20', '9.80'].map((margin) => ({ ...market('over_under', '2.5'), margin }));
  expect(widestMargin(lines)).toBe('10.20');
  expect(widestMargin([])).toBe('');
});

const markets = [
  ['Match result', 'Côte d’Ivoire to win', 'Draw'],
  ['Total goals', 'Over 2.5', 'Under 2.5'],
  ['Asian handicap', 'Brazil \u2066−0.75\u2069'],
  ['Mehr/weniger Tore', 'Über 3,5'],
];
const found = (query: string) => matching(markets, query, (names) => names).map(([name]) => name);

describe('the search over markets', () => {
  it('finds by market and by selection, in any case and without accents', () => {
    expect(found('total')).toEqual(['Total goals']);
    expect(found('cote')).toEqual(['Match result']);
    expect(found('UBER')).toEqual(['Mehr/weniger Tore']);
  });

  it('wants every word', () => {
    expect(found('goals over 2.5')).toEqual(['Total goals']);
    expect(found('goals 3.5')).toEqual([]);
  });

  it('reads a line however it is typed', () => {
    expect(found('-0.75')).toEqual(['Asian handicap']);
    expect(found('2,5')).toEqual(['Total goals']);
    expect(found('3.5')).toEqual(['Mehr/weniger Tore']);
  });

  it('leaves all when nothing is looked for', () => {
    expect(found('  ')).toHaveLength(4);
  });
});
