import { marketOf } from '@touchline/football/markets';
import { formatOdds, parseOdds } from '@touchline/money/odds';

/** Odds as typed, "2,1" or " 2.10 ", as they travel; undefined when they are none. */
export const readOdds = (typed: string): string | undefined => {
  const oddsMilli = parseOdds(typed.trim().replace(',', '.'));
  return oddsMilli === undefined ? undefined : formatOdds(oddsMilli);
};

/** How many selections of a market win. */
export const winnersOf = (market: string): number => marketOf(market)?.winners ?? 1;

/**
 * The margin in prices, percent with two decimals: what is kept of what is paid out. For the eye; the server judges.
 * @param odds as on the wire, null where there is no price
 */
export const marginOf = (odds: readonly (string | null)[], winners: number): string => {
  const sum = odds.reduce((total, one) => total + (one === null ? 0 : 1 / Number(one)), 0);
  return ((sum / winners - 1) * 100).toFixed(2);
};

/** How far a price lies from the model's, percent without decimals: 12 above, −8 below; undefined without both. */
export const apartOf = (
  odds: string | null | undefined,
  model: string | null | undefined,
): number | undefined =>
  odds === null || odds === undefined || model === null || model === undefined
    ? undefined
    : Math.round((Number(odds) / Number(model) - 1) * 100);

/** The sum of amounts of one scale, "12.50" and "3.00". */
export const sumOf = (amounts: readonly string[]): string => {
  const scale = amounts[0]?.split('.')[1]?.length ?? 0;
  const sum = amounts.reduce((total, amount) => total + BigInt(amount.replace('.', '')), 0n);
  if (scale === 0) return String(sum);
  const digits = String(sum < 0n ? -sum : sum).padStart(scale + 1, '0');
  return `${sum < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
};

/** Whether an offered price is above the best known bookmaker price. */
export const isAboveBest = (offered: string | null | undefined, best: string | undefined): boolean =>
  offered !== null && offered !== undefined && best !== undefined && Number(offered) > Number(best);
