import type { CallInput, Output } from '@touchline/contract/routes';
import type { Bet } from '@touchline/contract/shapes/bet';
import { formatAmount, parseAmount } from '@touchline/money/amount';
import { partSale, type PartSale } from '@touchline/money/part-sale';

type Quote = Output<'cashOutQuote'>;
type Attempt = CallInput<'cashOut'>;

/** Selling an open bet, step by step. `before` is the offer before this one, to tell that it moved. */
export type CashOutState =
  | { phase: 'asking'; before: Quote | undefined; note?: string | undefined }
  | { phase: 'offered'; quote: Quote; lifeMs: number; before: Quote | undefined; note?: string | undefined }
  /** Nothing is offered now, and why. */
  | { phase: 'none'; text: string }
  | { phase: 'selling'; quote: Quote; attempt: Attempt }
  /** Sent, but no answer came back: it may be sold. */
  | { phase: 'unheard'; quote: Quote; attempt: Attempt }
  | { phase: 'sold'; bet: Bet };

export type CashOutAction =
  | { type: 'ask' }
  | { type: 'offered'; quote: Quote; lifeMs: number }
  | { type: 'none'; text: string }
  | { type: 'send'; attempt: Attempt }
  | { type: 'unheard' }
  | { type: 'refused'; reason: string; text: string }
  | { type: 'sold'; bet: Bet };

/** The next step. Answers that come too late for the step they belong to change nothing. */
export function cashOutReducer(state: CashOutState, action: CashOutAction): CashOutState {
  switch (action.type) {
    case 'ask':
      if (state.phase === 'offered') return { phase: 'asking', before: state.quote };
      return state.phase === 'none' ? { phase: 'asking', before: undefined } : state;
    case 'offered': {
      if (state.phase !== 'asking') return state;
      const { note, before } = state;
      return {
        phase: 'offered',
        quote: action.quote,
        lifeMs: action.lifeMs,
        before,
        note,
      };
    }
    case 'none':
      return state.phase === 'asking' ? { phase: 'none', text: action.text } : state;
    case 'send':
      if (state.phase !== 'offered' && state.phase !== 'unheard') return state;
      return { phase: 'selling', quote: state.quote, attempt: action.attempt };
    case 'unheard':
      if (state.phase !== 'selling') return state;
      return { phase: 'unheard', quote: state.quote, attempt: state.attempt };
    case 'refused':
      if (state.phase !== 'selling') return state;
      if (action.reason === 'no_cash_out') return { phase: 'none', text: action.text };
      // What it rested on has moved: a new offer is made, and nothing was sold.
      return { phase: 'asking', before: state.quote, note: action.text };
    case 'sold':
      return { phase: 'sold', bet: action.bet };
    default:
      return action satisfies never;
  }
}

/** Why a share cannot be sold: its part or what stays would be too small. */
type SaleProblem = 'too_small' | 'rest_too_small';

/** A share of an open bet at an offer, in minor units. */
export type CashOutSale = PartSale & { openMinor: bigint; problem: SaleProblem | undefined };

/** Whether there can be an offer at all: a leg is open, and none has taken the whole return away. */
export const canBeSold = (bet: Pick<Bet, 'state' | 'legs'>, potential: string): boolean =>
  (bet.state === 'waiting' || bet.state === 'in_progress') &&
  bet.legs.some(({ outcome }) => outcome === undefined) &&
  /[1-9]/.test(potential);

/** Percents of a bet that are one tap away. */
export const shareSteps = [25, 50, 75, 100] as const;

/** A share in percent as the wire takes it: 25 is "0.25", 100 is "1". */
export const shareText = (percent: number): string =>
  percent >= 100 ? '1' : `0.${String(percent).padStart(2, '0')}`;

/** The stake of a bet that is still running. */
export const openStake = (bet: Pick<Bet, 'stake' | 'openStake'>): string => bet.openStake ?? bet.stake;

/**
 * Works out what selling so much of a bet pays, as the book will.
 * @param percent 1 … 100
 * @param restMin the least stake that may remain, an amount
 * @returns undefined for a bet that has no stake running
 */
export const saleOf = (
  bet: Pick<Bet, 'stake' | 'openStake'>,
  { offer, percent, restMin, scale }: { offer: string; percent: number; restMin: string; scale: number },
): CashOutSale | undefined => {
  const openMinor = parseAmount(openStake(bet), scale);
  const offerMinor = parseAmount(offer, scale);
  if (openMinor === undefined || offerMinor === undefined || openMinor === 0n) return undefined;
  const sale = partSale({ openMinor, offerMinor, share: BigInt(percent) * 100n });
  const min = parseAmount(restMin, scale) ?? 0n;
  const problem = () => {
    if (sale.paysMinor === 0n) return 'too_small';
    return sale.restMinor > 0n && sale.restMinor < min ? 'rest_too_small' : undefined;
  };
  return { ...sale, openMinor, problem: problem() };
};

/**
 * The least offer that is taken when a sale in play has waited: five percent below the one that is shown, at least the smallest amount.
 * @param offer an amount
 */
export const leastOf = (offer: string, scale: number): string => {
  const leastMinor = ((parseAmount(offer, scale) ?? 0n) * 95n) / 100n;
  return formatAmount(leastMinor > 0n ? leastMinor : 1n, scale);
};

/** How long an offer is valid at most. */
const lifeMaxMs = 8_000;

/** How long an offer is still valid by the reader's clock; at most its whole time, since that clock may be wrong. */
export const lifeOf = (expiresAt: string, now: number): number => {
  const leftMs = Date.parse(expiresAt) - now;
  return leftMs > 0 && leftMs <= lifeMaxMs ? leftMs : lifeMaxMs;
};
