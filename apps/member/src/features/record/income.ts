import { formatAmount, parseAmount } from '@touchline/money/amount';
import { displayOdds } from '@touchline/money/odds-display';
import { parseOdds } from '@touchline/money/odds';
import type { Bet } from '@touchline/contract/shapes/bet';
import { isSettled } from './timeline.ts';

/**
 * What a bet brings beside its stake: once it is settled, what was paid less the stake, and until then what it would be
 * at the odds it was struck at.
 * @param scale decimals of the currency
 * @returns a signed amount; undefined where an amount cannot be read
 */
export const incomeOf = (bet: Bet, scale: number): string | undefined => {
  const minor = (amount: string): bigint | undefined => parseAmount(amount, scale);
  const stake = minor(bet.stake);
  const sold = minor(bet.cashOut ?? '0');
  const paid = minor(isSettled(bet) ? (bet.payout ?? '0') : bet.potential);
  if (stake === undefined || sold === undefined || paid === undefined) return undefined;
  return formatAmount(isSettled(bet) ? paid + sold - stake : paid - stake, scale);
};

/** The rate of return of odds: r % = (odds − 1) × 100; undefined for odds beyond any price. */
export const rateOfReturn = (odds: string): string | undefined => {
  const oddsMilli = parseOdds(odds);
  return oddsMilli === undefined ? undefined : displayOdds(oddsMilli, 'rate');
};
