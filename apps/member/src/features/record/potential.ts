import { formatAmount, parseAmount } from '@touchline/money/amount';
import { factorOf, oddsFactor } from '@touchline/money/factor';
import { parseOdds } from '@touchline/money/odds';
import { systemPayout } from '@touchline/money/system';
import type { Bet } from '@touchline/contract/shapes/bet';

/**
 * What an open bet can still bring: the stake that was not sold, at what its decided legs have brought and at the odds
 * of the others. As it was placed that is its potential return.
 * @param scale decimals of the currency
 */
export const potentialNow = (bet: Bet, scale: number): string => {
  const stakeMinor = parseAmount(bet.openStake ?? bet.stake, scale);
  const factors = bet.legs.flatMap(({ odds, outcome }) => {
    const oddsMilli = parseOdds(odds);
    if (oddsMilli === undefined) return [];
    return [outcome === undefined ? oddsFactor(oddsMilli) : factorOf(outcome, oddsMilli)];
  });
  if (stakeMinor === undefined || factors.length !== bet.legs.length) return bet.potential;
  const k = bet.type === 'system' ? (bet.k ?? factors.length) : factors.length;
  return formatAmount(systemPayout({ stakeMinor, k, factors }), scale);
};
