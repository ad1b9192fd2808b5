import type { PaymentCase, RechargeState } from '@touchline/contract/shapes/cashier';
import { feeOf, worthOf } from '../amounts.ts';
import { owedFor } from '../turnover/domain.ts';

/** What of a recharge decides about its payments. Amounts in minor units of the wallet. */
export type Terms = {
  state: RechargeState;
  amountMinor: bigint;
  feeBp: number;
  feeFixedMinor: bigint;
  amountMaxMinor: bigint;
  /** Millionths of USDT, and the wallet's currency for one in millionths; without them it is paid in the wallet's. */
  usdtMicro: bigint | undefined;
  rateMicro: bigint | undefined;
  turnoverBp: number;
  expiresAt: Date;
  /** Decimals of the wallet's currency. */
  scale: number;
};

/** A payment as the rail tells it: in millionths of USDT, or in minor units of the wallet. */
export type Arrival = { paidUnits: bigint; seenAt: Date; wrongNetwork: boolean };

export type Judged = {
  case: PaymentCase | undefined;
  grossMinor: bigint;
} & (
  | { outcome: 'credit'; feeMinor: bigint; creditedMinor: bigint; turnoverMinor: bigint }
  | { outcome: 'review' }
);

/** How long after its expiry a payment is still credited without a person. */
const lateHours = 24;
const hourMs = 60 * 60 * 1_000;

/**
 * What becomes of a payment that has arrived for good. Everything that arrived is credited at the terms the recharge
 * fixed: less than asked (`short`), more (`excess`), once more (`duplicate`) or after the expiry (`late`). A person
 * looks at what came on the wrong network, more than a day late, above the channel's most, or at less than its fee.
 * @param earlier whether another payment of the recharge arrived before
 */
export const judge = (terms: Terms, arrival: Arrival, earlier: boolean): Judged => {
  const grossMinor = grossOf(terms, arrival.paidUnits);
  const lateMs = arrival.seenAt.getTime() - terms.expiresAt.getTime();
  const late = lateMs > 0 || terms.state === 'rejected';
  const named = caseOf(terms, arrival, { earlier, late });
  const feeMinor = feeOf(grossMinor, terms);
  const forPerson =
    arrival.wrongNetwork ||
    lateMs > lateHours * hourMs ||
    grossMinor > terms.amountMaxMinor ||
    feeMinor >= grossMinor;
  if (forPerson) return { case: named, grossMinor, outcome: 'review' };
  const creditedMinor = grossMinor - feeMinor;
  return {
    ...{ case: named, grossMinor, outcome: 'credit', feeMinor, creditedMinor },
    turnoverMinor: owedFor(creditedMinor, terms.turnoverBp),
  };
};

/** What a payment is in the wallet's currency: exactly the amount where exactly the asked was paid. */
export const grossOf = ({ amountMinor, usdtMicro, rateMicro, scale }: Terms, paidUnits: bigint): bigint => {
  if (usdtMicro === undefined || rateMicro === undefined) return paidUnits;
  return paidUnits === usdtMicro ? amountMinor : worthOf(paidUnits, rateMicro, scale);
};

const caseOf = (
  { amountMinor, usdtMicro }: Terms,
  { paidUnits, wrongNetwork }: Arrival,
  { earlier, late }: { earlier: boolean; late: boolean },
): PaymentCase | undefined => {
  if (wrongNetwork) return 'wrong_network';
  if (earlier) return 'duplicate';
  if (late) return 'late';
  const asked = usdtMicro ?? amountMinor;
  if (paidUnits < asked) return 'short';
  return paidUnits > asked ? 'excess' : undefined;
};
