import type { Bet, BetLeg } from '@touchline/contract/shapes/bet';
import { formatAmount, parseAmount } from '@touchline/money/amount';
import { builderFactor } from '@touchline/money/builder-factor';
import { type Factor, factorOf, oddsFactor } from '@touchline/money/factor';
import { parseOdds } from '@touchline/money/odds';
import { displayOdds } from '@touchline/money/odds-display';
import { systemPayout } from '@touchline/money/system';
import { isSettled } from './timeline.ts';

/**
 * What a bet brings in addition to its stake: once it is settled, what was paid less the stake, and until then what it would be
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

/** The factor of a leg: as it was decided, or its odds while it is open; undefined where it cannot be read. */
const factorNow = ({ odds, outcome, parts, subsets = [] }: BetLeg): Factor | undefined => {
  const oddsMilli = parseOdds(odds);
  if (oddsMilli === undefined) return undefined;
  if (outcome === undefined) return oddsFactor(oddsMilli);
  if (parts === undefined || outcome === 'lose') return factorOf(outcome, oddsMilli);
  // The empty set has no price but the stake.
  const prices = subsets.map((price, set) => (set === 0 ? 1000 : parseOdds(price)));
  const known = prices.filter((price) => price !== undefined);
  if (known.length !== 2 ** parts.length) return undefined;
  return builderFactor(
    parts.map((part) => part.outcome),
    known,
  )?.factor;
};

/**
 * What an open bet can still bring: the stake that was not sold, at what its decided legs have brought and at the odds
 * of the others. As it was placed that is its potential return.
 * @param scale decimals of the currency
 */
export const potentialNow = (bet: Bet, scale: number): string => {
  const stakeMinor = parseAmount(bet.openStake ?? bet.stake, scale);
  const factors = bet.legs.map(factorNow).filter((factor) => factor !== undefined);
  if (stakeMinor === undefined || factors.length !== bet.legs.length) return bet.potential;
  const k = bet.type === 'system' ? (bet.k ?? factors.length) : factors.length;
  return formatAmount(systemPayout({ stakeMinor, k, factors }), scale);
};

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
