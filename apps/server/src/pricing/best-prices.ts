import { priceAtMost } from '@touchline/football/ladder';
import { markets } from '@touchline/football/markets';
import type { MarketPrice } from '@touchline/football/price';
import type { BestPrice } from './board/basis.ts';

/** The best known bookmaker prices of a market at a line, in the order of its selections; undefined where none are known. */
export const bestOf = (
  best: readonly BestPrice[] | undefined,
  { market, line = '' }: { market: string; line?: string | undefined },
): readonly number[] | undefined =>
  best?.find((one) => one.market === market && one.line === line)?.oddsMilli;

/**
 * Prices of which none is above the best known bookmaker price. Each is at most what it was, so that no combination of
 * them wins for certain that did not before.
 * @returns the same prices where no bookmaker's are known
 */
export const boundedBy = (price: MarketPrice, best: readonly BestPrice[] | undefined): MarketPrice => {
  const bounds = bestOf(best, price);
  if (bounds === undefined) return price;
  const { winners } = markets[price.market];
  let { margin } = price;
  const selections = price.selections.map((selection, index) => {
    const bound = bounds[index];
    if (selection.decided || bound === undefined || selection.oddsMilli <= bound) return selection;
    const oddsMilli = priceAtMost(bound);
    // Nothing on the ladder is as short: the selection gets no price.
    if (oddsMilli === undefined) return { ...selection, decided: true };
    margin += (1000 / oddsMilli - 1000 / selection.oddsMilli) / winners;
    return { ...selection, oddsMilli };
  });
  return { ...price, margin, selections };
};
