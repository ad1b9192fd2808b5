import { marketNames, type MarketName } from '@touchline/football/markets';
import type { Market } from '@touchline/contract/shapes/football';

/** The groups the markets of a match stand in. */
export const marketGroups = ['main', 'score', 'goals', 'handicap', 'halves'] as const;
export type MarketGroup = (typeof marketGroups)[number];

/** Markets of each group, in the order they are shown; the favourites of the others stand under "main" too. */
const under: Record<MarketGroup, readonly MarketName[]> = {
  main: ['1x2', 'double_chance', 'draw_no_bet', 'over_under', 'asian_handicap', 'btts'],
  score: ['correct_score', 'ht_correct_score'],
  goals: ['over_under', 'btts', 'odd_even'],
  handicap: ['asian_handicap', 'ht_asian_handicap'],
  halves: ['ht_1x2', 'ht_ft', 'ht_over_under', 'ht_asian_handicap', 'ht_btts', 'ht_correct_score'],
};

/** One market as it is shown: all its lines, or the one there is. */
export type MarketSet = { name: MarketName; lines: readonly Market[] };

/** The groups that lead to a market of this match, with the number of their markets. */
export const groupsOf = (markets: readonly Market[]): { group: MarketGroup; count: number }[] =>
  marketGroups
    .map((group) => ({ group, count: setsUnder(markets, group).length }))
    .filter(({ count }) => count > 0);

/** The markets of a group, in the app's order. */
export const setsUnder = (markets: readonly Market[], group: MarketGroup): MarketSet[] =>
  setsOf(markets, under[group]);

/** Markets by name, each once with all its lines; what the app does not know is left out. */
export const setsOf = (markets: readonly Market[], names: readonly MarketName[] = marketNames): MarketSet[] =>
  names
    .map((name) => ({ name, lines: markets.filter(({ market }) => market === name) }))
    .filter(({ lines }) => lines.length > 0);

/**
 * The lines of a market nearest to even money, where its two sides are priced most alike.
 * @param lines the lines of one market with two selections
 * @param count how many at most
 */
export const nearestLines = (lines: readonly Market[], count: number): Market[] => {
  const apart = ({ selections: [one, two] }: Market): number => {
    // A gap for ordering only, never shown and never money.
    const gap = Math.abs(Math.log(Number(one?.odds ?? Number.NaN) / Number(two?.odds ?? Number.NaN)));
    return Number.isNaN(gap) ? Number.MAX_VALUE : gap;
  };
  return lines.toSorted((a, b) => apart(a) - apart(b)).slice(0, count);
};

/** Lines in ascending order. */
export const byLine = (lines: readonly Market[]): Market[] =>
  lines.toSorted((a, b) => Number(a.line) - Number(b.line));

/** The widest margin of several lines, percent as on the wire. */
export const widestMargin = (lines: readonly Market[]): string =>
  lines.reduce((most, { margin }) => (Number(margin) > Number(most) ? margin : most), lines[0]?.margin ?? '');
