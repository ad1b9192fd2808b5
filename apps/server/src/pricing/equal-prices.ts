import type { Grid } from '@touchline/football/grid';
import { isMarketName, marketNames, markets } from '@touchline/football/markets';
import { priceAtMost } from '@touchline/football/ladder';
import { offeredLeg } from '@touchline/football/mass';
import { outcomeKeys } from '@touchline/football/same-outcome';
import type { BestPrice } from './board/basis.ts';
import type { BoardMarket } from './board/board.ts';
import { bestOf } from './best-prices.ts';

type Offered = Pick<BoardMarket, 'market' | 'line' | 'state' | 'selections' | 'oddsMilli' | 'marginBp'>;

/**
 * One price for each outcome: selections that end alike at every score that can still come get that of the first market in the order
 * shown, so that the plain market decides. At half time X/2 costs what the away win does, and a handicap of half a goal what
 * the winner does.
 * @param offered the markets of a match; those that are open are on offer
 * @param grid of the match now
 * @param bounds bookmaker prices: none for the same outcome may be exceeded
 */
export const withEqualPrices = <M extends Offered>(
  offered: readonly M[],
  grid: Grid,
  bounds: readonly BestPrice[] | undefined,
): M[] => {
  const selections = new Map(offered.map((one) => [one, selectionsOf(one, { grid, bounds })]));
  const prices = new Map<string, number>();
  for (const one of offered.toSorted(byOrder)) {
    for (const { key, oddsMilli, boundMilli } of selections.get(one) ?? []) {
      prices.set(key, Math.min(prices.get(key) ?? oddsMilli, boundMilli));
    }
  }
  return offered.map((one) => {
    const own = selections.get(one) ?? [];
    return repriced(one, new Map(own.map(({ index, key }) => [index, prices.get(key)])));
  });
};

const byOrder = (a: Offered, b: Offered): number => placeOf(a) - placeOf(b);
const placeOf = ({ market }: Offered): number => marketNames.findIndex((name) => name === market);

/** A selection that can be bought, and what tells its outcome apart. */
type Selection = { index: number; key: string; oddsMilli: number; boundMilli: number };

const selectionsOf = (
  { market, line, state, selections, oddsMilli }: Offered,
  { grid, bounds }: { grid: Grid; bounds: readonly BestPrice[] | undefined },
): Selection[] => {
  if (state !== 'open' || !isMarketName(market)) return [];
  const best = bestOf(bounds, { market, line });
  return selections.flatMap((selection, index) => {
    const odds = oddsMilli[index] ?? 0;
    const [key] = outcomeKeys(grid, [
      offeredLeg(grid, markets[market], selection, line === '' ? undefined : line),
    ]);
    if (odds === 0 || key === undefined) return [];
    return [{ index, key, oddsMilli: odds, boundMilli: priceAtMost(best?.[index] ?? Infinity) ?? odds }];
  });
};

const repriced = <M extends Offered>(one: M, prices: ReadonlyMap<number, number | undefined>): M => {
  const oddsMilli = one.oddsMilli.map((odds, index) => prices.get(index) ?? odds);
  if (oddsMilli.every((odds, index) => odds === one.oddsMilli[index])) return one;
  const implied = (all: readonly number[]) =>
    all.reduce((sum, odds) => sum + (odds === 0 ? 0 : 1000 / odds), 0);
  const winners = isMarketName(one.market) ? markets[one.market].winners : 1;
  const more = (implied(oddsMilli) - implied(one.oddsMilli)) / winners;
  return { ...one, oddsMilli, marginBp: Math.max(0, one.marginBp + Math.round(more * 10_000)) };
};
