import type { Grid } from './grid.ts';
import { LONGEST_MILLI, SHORTEST_MILLI } from './ladder.ts';
import { type MarginSpread, quote, spreadMargin } from './margin.ts';
import { type MarketName, marketNames, markets } from './markets.ts';
import type { MarketDefinition } from './market.ts';
import { chanceOf, massesOf } from './mass.ts';
import { offeredLines } from './offered-lines.ts';

/** Below this fair chance even the longest price is a small part of the fair one, so none is offered. */
export const LEAST_CHANCE = 1e-5;

export type SelectionPrice = {
  selection: string;
  /** Fair chance, 0 … 1, of the stakes that are decided (a push is not). */
  probability: number;
  oddsMilli: number;
  /**
   * No bet can be taken: the selection has won or lost, would be pushed for certain, or is so near to that
   * that no price on the ladder is fair to both. `oddsMilli` is then a bound, not an offer.
   */
  decided: boolean;
};

export type MarketPrice = {
  market: MarketName;
  line: string | undefined;
  /** Margin really in the prices after rounding, a share, never negative. */
  margin: number;
  selections: SelectionPrice[];
};

/**
 * Prices one market at one line from the score grid.
 * @param options.line the market's on the board, required by a market with lines, else left out
 * @param options.margin target as a share, the market's own default when not given
 * @param options.spread how the margin is spread, by the odds ratio when not given
 * @throws UnknownBet for a line the market does not have
 * @throws RangeError for a margin outside 0 … 1
 */
export function priceMarket(options: {
  market: MarketName;
  grid: Grid;
  line?: string | undefined;
  margin?: number | undefined;
  spread?: MarginSpread | undefined;
}): MarketPrice {
  const { grid, line, spread } = options;
  const market = markets[options.market];
  const fair = massesOf(grid, market, line).map((mass) => chanceOf(mass) ?? 0);
  const implied = spreadMargin(fair, options.margin ?? market.margin, spread);
  const selections = market.selections.map((selection, index) =>
    priceSelection(selection, fair[index] ?? 0, implied[index] ?? 0),
  );
  return { market: options.market, line, margin: marginIn(market, selections), selections };
}

function priceSelection(selection: string, fair: number, implied: number): SelectionPrice {
  const oddsMilli = fair < LEAST_CHANCE ? undefined : quote(implied, fair);
  const bound = fair > 0.5 ? SHORTEST_MILLI : LONGEST_MILLI;
  return { selection, probability: fair, oddsMilli: oddsMilli ?? bound, decided: oddsMilli === undefined };
}

/** Selections without an offer count with their fair chance. */
function marginIn(market: MarketDefinition, selections: readonly SelectionPrice[]): number {
  const implied = selections.reduce(
    (sum, { decided, probability, oddsMilli }) => sum + (decided ? probability : 1000 / oddsMilli),
    0,
  );
  return Math.max(0, implied / market.winners - 1);
}

/**
 * Of two prices of one market at one line, selection by selection the one that is worse for a bettor. No bet is worth more at them than
 * at the prices of its own time; a selection that has no price at one of them has none.
 */
export function worseOf(one: MarketPrice, other: MarketPrice): MarketPrice {
  const selections = one.selections.map((ours, index) => {
    const theirs = other.selections[index] ?? ours;
    return {
      selection: ours.selection,
      probability: Math.max(ours.probability, theirs.probability),
      oddsMilli: Math.min(ours.oddsMilli, theirs.oddsMilli),
      decided: ours.decided || theirs.decided,
    };
  });
  return { ...one, margin: marginIn(markets[one.market], selections), selections };
}

/**
 * Whether a market is one-sided: a selection that can still win is too near to certain for any price, so that only its opponents,
 * long shots by then, would be on sale. Such a market takes no bets at all.
 */
export function isOneSided({ selections }: Pick<MarketPrice, 'selections'>): boolean {
  return (
    selections.some(({ decided, probability }) => decided && probability >= LEAST_CHANCE) &&
    selections.some(({ decided }) => !decided)
  );
}

/**
 * Prices an event: every market at every line worth offering. A market with no open selection is left out, and a one-sided one too.
 * @param grid the current score grid of the event, before or during the match
 * @param options.markets the markets wanted, all when not given
 * @param options.margins target margin by market as a share, the market's own default when not given
 * @param options.spreads how the margin is spread by market, by the odds ratio when not given
 */
export function priceEvent(
  grid: Grid,
  options: {
    markets?: readonly MarketName[] | undefined;
    margins?: Readonly<Partial<Record<MarketName, number>>> | undefined;
    spreads?: Readonly<Partial<Record<MarketName, MarginSpread>>> | undefined;
  } = {},
): MarketPrice[] {
  const { markets: wanted = marketNames, margins = {}, spreads = {} } = options;
  return wanted
    .flatMap((market) =>
      offeredLines(markets[market], grid).map((line) =>
        priceMarket({ market, grid, line, margin: margins[market], spread: spreads[market] }),
      ),
    )
    .filter((price) => price.selections.some(({ decided }) => !decided) && !isOneSided(price));
}
