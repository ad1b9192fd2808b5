import type { Market } from '@touchline/contract/shapes/football';
import { isMarketName } from '../labels/selection-name.ts';

/** The chips over the markets of a match. */
export const chips = ['main', 'score', 'goals', 'half'] as const;
export type Chip = (typeof chips)[number];

/** Markets that stand under a chip; "main" is the result and the totals nearest to even. */
const under: Record<Chip, readonly string[]> = {
  main: ['1x2', 'over_under'],
  score: ['correct_score', 'ht_correct_score'],
  goals: ['over_under'],
  half: ['ht_1x2', 'ht_correct_score'],
};

/** The chips that lead to a market of this match. */
export const chipsOf = (markets: readonly Market[]): Chip[] =>
  chips.filter((chip) => markets.some(({ market }) => under[chip].includes(market)));

/** The markets under a chip, the app's order; what the app does not know is left out. */
export const marketsUnder = (markets: readonly Market[], chip: Chip): Market[] =>
  under[chip].flatMap((name) => markets.filter(({ market }) => isMarketName(market) && market === name));

/**
 * The lines of a totals market nearest to even money, where over and under are priced most alike.
 * @param markets the lines of one totals market
 * @param count how many at most
 */
export const nearestLines = (markets: readonly Market[], count: number): Market[] => {
  const oddsOf = (market: Market, name: string): number =>
    Number(market.selections.find(({ selection }) => selection === name)?.odds ?? Number.NaN);
  const apart = (market: Market): number => {
    // A gap for ordering only, never shown and never money.
    const gap = Math.abs(Math.log(oddsOf(market, 'over') / oddsOf(market, 'under')));
    return Number.isNaN(gap) ? Number.MAX_VALUE : gap;
  };
  return markets.toSorted((a, b) => apart(a) - apart(b)).slice(0, count);
};
