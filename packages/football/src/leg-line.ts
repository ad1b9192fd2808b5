import { formatLine, parseLine } from './line.ts';
import { marketOf } from './markets.ts';

/**
 * The line a leg on this selection has, from the line of the market on the board: away of -0.5 is "0.5".
 *
 * A market on the board has one line. For a handicap that is the home side's: the market at -0.5 offers
 * home -0.5 and away +0.5. A leg always names the line of the side it backs, so `away` turns the sign. All
 * other markets have one line for both sides.
 * @param marketLine undefined or '' for a market without lines; what is not a line as written here stays as it is
 */
export function legLineOf(market: string, selection: string, marketLine: string): string;
export function legLineOf(
  market: string,
  selection: string,
  marketLine: string | undefined,
): string | undefined;
export function legLineOf(
  market: string,
  selection: string,
  marketLine: string | undefined,
): string | undefined {
  if (marketLine === undefined || selection !== 'away' || marketOf(market)?.mirrorsLine !== true) {
    return marketLine;
  }
  const quarters = parseLine(marketLine);
  // Only "0.5" is written on the board: "+0.50" must not find a market that "0.50" does not find.
  if (quarters === undefined || formatLine(quarters) !== marketLine) return marketLine;
  return formatLine(-quarters);
}

/**
 * The line of the market on the board that offers this leg, the other way round: away +0.5 belongs to the market
 * at "-0.5".
 * @param legLine undefined or '' for a market without lines; what is not a line as written here stays as it is
 */
export function marketLineOf(market: string, selection: string, legLine: string): string;
export function marketLineOf(
  market: string,
  selection: string,
  legLine: string | undefined,
): string | undefined;
export function marketLineOf(
  market: string,
  selection: string,
  legLine: string | undefined,
): string | undefined {
  return legLineOf(market, selection, legLine);
}
