import type { Bet } from '@touchline/contract/shapes/bet';
import { formatAmount, parseAmount } from '@touchline/money/amount';
import { potentialNow } from '../../features/record/figures.ts';

/**
 * What open bets hold and can bring together: stakes that were not sold, and the return of each if all that is undecided
 * comes right. Bets on outcomes that exclude one another cannot all win, so it is a bound.
 * @param scale decimals of the currency
 */
export const openTotals = (bets: readonly Bet[], scale: number): { stakes: string; potential: string } => {
  const sum = (amountOf: (bet: Bet) => string): string =>
    formatAmount(
      bets.reduce((total, bet) => total + (parseAmount(amountOf(bet), scale) ?? 0n), 0n),
      scale,
    );
  return {
    stakes: sum(({ stake, openStake }) => openStake ?? stake),
    potential: sum((bet) => potentialNow(bet, scale)),
  };
};
