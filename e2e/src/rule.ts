import type { Bet } from '@touchline/contract/shapes/bet';
import type { EventDetail } from '@touchline/contract/shapes/football';
import { grade } from '@touchline/football/grade';
import { formatAmount, parseAmount, type Minor } from '@touchline/money/amount';
import { currencies } from '@touchline/money/currency';
import { factorOf } from '@touchline/money/factor';
import { parseOdds } from '@touchline/money/odds';
import { payout } from '@touchline/money/payout';

const { scale } = currencies.PLAY;

const minor = (amount: string): Minor => {
  const value = parseAmount(amount, scale);
  if (value === undefined) throw new Error(`"${amount}" is no amount`);
  return value;
};

/** The required end of a settled bet. */
export type Expected = {
  state: 'win' | 'lose';
  payout: string;
  /** The balance after it. @param before the balance while the bet was open */
  balance(before: string): string;
};

/** Computes the payout of a single bet by the published rule, from the recorded result of its match. */
export const payoutByTheRule = (bet: Bet, result: EventDetail['result']): Expected => {
  const [leg] = bet.legs;
  if (leg === undefined || result?.ft === undefined || result.ht === undefined) throw new Error('no result');
  const outcome = grade(leg.market, leg.selection, leg.line, { ft: result.ft, ht: result.ht });
  if (outcome !== 'win' && outcome !== 'lose') throw new Error(`not a clear outcome: ${outcome}`);
  const oddsMilli = parseOdds(leg.odds);
  if (oddsMilli === undefined) throw new Error(`"${leg.odds}" are no odds`);
  const paid = payout(minor(bet.stake), factorOf(outcome, oddsMilli));
  return {
    state: outcome,
    payout: formatAmount(paid, scale),
    balance: (before) => formatAmount(minor(before) + paid, scale),
  };
};
