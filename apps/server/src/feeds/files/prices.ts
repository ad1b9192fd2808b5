import type { ImportedPrices } from '@touchline/football/import/odds-csv';
import { ImpossiblePrices, invertPrices } from '@touchline/football/invert';
import { bestPrices } from '../best-prices.ts';
import type { FeedMatch } from '../snapshot.ts';

/** Sharp bookmakers first, then averages, then the others; within a bookmaker closing prices first. */
const SHARPEST_FIRST = ['PS', 'P', 'Avg', 'BbAv', 'B365'];

const averages: readonly string[] = ['Avg', 'BbAv'];

type Brought = NonNullable<FeedMatch['prices']>;

/**
 * The goal means that a row's prices imply.
 * @param houses bookmakers whose 1X2 counts, best first; the total may be another's, since few files have one
 *   of each
 * @returns neither without a 1X2 and a total; `problem` when they cannot be prices of one match
 */
export const pricesOf = (
  prices: readonly ImportedPrices[],
  houses: readonly string[] = SHARPEST_FIRST,
): { prices?: Brought; problem?: ImpossiblePrices } => {
  const ranked = prices
    .filter(({ source }) => houses.includes(source))
    .toSorted(
      (a, b) =>
        Number(b.isClosing) - Number(a.isClosing) || houses.indexOf(a.source) - houses.indexOf(b.source),
    );
  const winner = ranked.find(({ market }) => market === '1x2');
  const total = ranked.find(({ market }) => market === 'over_under');
  const [home, draw, away] = winner?.oddsMilli ?? [];
  const [over, under] = total?.oddsMilli ?? [];
  if (home === undefined || draw === undefined || away === undefined) return {};
  if (over === undefined || under === undefined || total?.line === undefined) return {};
  try {
    const { means, rho } = invertPrices({
      '1x2': [home, draw, away],
      overUnder: { line: total.line, over, under },
    });
    return {
      prices: {
        means: { ...means, rho },
        source: `${winner?.source}/${total.source}`,
        best: bestKnown(prices),
      },
    };
  } catch (error) {
    if (error instanceof ImpossiblePrices) return { problem: error };
    throw error;
  }
};

/** The best of all bookmakers: closing prices where a market has any. An average is the price of no bookmaker. */
const bestKnown = (prices: readonly ImportedPrices[]) =>
  bestPrices(
    prices.filter(
      ({ market, isClosing, source }) =>
        !averages.includes(source) &&
        (isClosing || !prices.some((other) => other.market === market && other.isClosing)),
    ),
  );
