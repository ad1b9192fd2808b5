import { hourMs } from '@touchline/contract/durations';
import type { PaymentCase, RechargeState } from '@touchline/contract/shapes/cashier';
import { feeOf, worthOf } from '../amounts.ts';
import { owedFor } from '../turnover/domain.ts';

/** The terms of a recharge that decide about its payments. Amounts in minor units of the wallet. */
export type Terms = {
  state: RechargeState;
  amountMinor: bigint;
  feeBp: number;
  feeFixedMinor: bigint;
  amountMaxMinor: bigint;
  /** Millionths of USDT, and the wallet's currency for one in millionths; without them it is paid in the wallet's. */
  usdtMicro: bigint | undefined;
  rateMicro: bigint | undefined;
  /** The rate of its channel now; undefined where the channel is no longer there. */
  rateNowMicro: bigint | undefined;
  turnoverBp: number;
  expiresAt: Date;
  /** Decimals of the wallet's currency. */
  scale: number;
};

/** A payment as the rail reports it: in millionths of USDT, or in minor units of the wallet. */
export type Arrival = { paidUnits: bigint; seenAt: Date; wrong: WrongPayment | undefined };

/** Why a payment is none that was asked for: on another network, or in another currency, whose units `paidUnits` are then. */
export type WrongPayment = Extract<PaymentCase, 'wrong_network' | 'wrong_currency'>;

/** The result of a payment: gross is fee and credit together. */
export type PaymentCredit = {
  grossMinor: bigint;
  feeMinor: bigint;
  creditedMinor: bigint;
  turnoverMinor: bigint;
};

export type PaymentDecision = { case: PaymentCase | undefined } & (
  | ({ outcome: 'credit' } & PaymentCredit)
  | { outcome: 'review'; grossMinor: bigint }
);

/** How long after its expiry a payment is still credited without a person. */
const lateHours = 24;

/**
 * Decides about a final payment. The recharge fixed a rate for the amount that it asked for, once and until its expiry. All else is
 * credited at the fixed rate or the present one, whichever gives less: an amount that is `short`, what is in `excess`, a second
 * payment (`duplicate`) and one after the expiry (`late`). A person reviews a payment on the wrong network or in another currency, more
 * than a day late, above the channel's maximum, or below its fee, and all else where the channel has no rate any more.
 * @param earlier whether another payment of the recharge arrived before
 */
export const judge = (terms: Terms, arrival: Arrival, earlier: boolean): PaymentDecision => {
  const lateMs = arrival.seenAt.getTime() - terms.expiresAt.getTime();
  const late = lateMs > 0 || terms.state === 'rejected';
  const named = caseOf(terms, arrival, { earlier, late });
  const grossMinor = grossOf(terms, arrival.paidUnits, named);
  const isRateGone = terms.rateMicro !== undefined && terms.rateNowMicro === undefined;
  const forPerson =
    (named !== undefined && isRateGone) ||
    arrival.wrong !== undefined ||
    lateMs > lateHours * hourMs ||
    grossMinor > terms.amountMaxMinor ||
    feeOf(grossMinor, terms) >= grossMinor;
  return forPerson
    ? { case: named, outcome: 'review', grossMinor }
    : { case: named, outcome: 'credit', ...creditOf(terms, grossMinor) };
};

/** Whether a person may credit a payment: one in another currency has no known worth, and can only be refused. */
export const mayCredit = (named: PaymentCase | null): boolean => named !== 'wrong_currency';

/** The credit of a payment, at the terms of the recharge; a fee that would take all of it is not charged. */
export const creditOf = (
  terms: Pick<Terms, 'feeBp' | 'feeFixedMinor' | 'turnoverBp'>,
  grossMinor: bigint,
): PaymentCredit => {
  const fee = feeOf(grossMinor, terms);
  const feeMinor = fee < grossMinor ? fee : 0n;
  const creditedMinor = grossMinor - feeMinor;
  return { grossMinor, feeMinor, creditedMinor, turnoverMinor: owedFor(creditedMinor, terms.turnoverBp) };
};

/**
 * A payment in the wallet's currency: exactly the amount where exactly the requested USDT were paid, and nothing where it came in
 * another currency, whose worth the site does not know.
 */
const grossOf = (
  { amountMinor, usdtMicro, rateMicro, rateNowMicro = rateMicro, scale }: Terms,
  paidUnits: bigint,
  named: PaymentCase | undefined,
): bigint => {
  if (named === 'wrong_currency') return 0n;
  if (usdtMicro === undefined || rateMicro === undefined || rateNowMicro === undefined) return paidUnits;
  if (named === undefined) return amountMinor;
  const lessMicro = rateNowMicro < rateMicro ? rateNowMicro : rateMicro;
  return named === 'excess'
    ? amountMinor + worthOf(paidUnits - usdtMicro, lessMicro, scale)
    : worthOf(paidUnits, lessMicro, scale);
};

const caseOf = (
  { amountMinor, usdtMicro }: Terms,
  { paidUnits, wrong }: Arrival,
  { earlier, late }: { earlier: boolean; late: boolean },
): PaymentCase | undefined => {
  if (wrong !== undefined) return wrong;
  if (earlier) return 'duplicate';
  if (late) return 'late';
  const asked = usdtMicro ?? amountMinor;
  if (paidUnits < asked) return 'short';
  return paidUnits > asked ? 'excess' : undefined;
};
