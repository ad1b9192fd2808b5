import type { Recharge } from '@touchline/contract/shapes/cashier';

/** The steps of a payment: paid, heard of, credited. */
const paymentSteps = ['pay', 'seen', 'credited'] as const;

/** How many steps are done: 0 while nothing is known of a payment, 3 when it is credited. */
export const stepsDone = ({ state, payments }: Pick<Recharge, 'state' | 'payments'>): number => {
  if (state === 'credited') return paymentSteps.length;
  if (payments.some((payment) => payment.state !== 'orphaned' && payment.state !== 'refused')) return 2;
  return state === 'awaiting' ? 1 : 0;
};

type Shown = {
  step: (typeof paymentSteps)[number] | 'in_review';
  /** `waits`: for a person, not for the payment. */
  state: 'done' | 'now' | 'waits' | 'next';
};

/** The steps as they are shown: none is called done or present that is not, and a payment in review has its own. */
export const stepsShown = (recharge: Pick<Recharge, 'state' | 'payments'>): Shown[] => {
  const done = stepsDone(recharge);
  const isCounted = recharge.payments.some(({ state }) => state === 'seen');
  return paymentSteps.map((step, at): Shown => {
    if (at < done) return { step, state: 'done' };
    if (at > done) return { step, state: 'next' };
    if (step !== 'credited' || isCounted) return { step, state: 'now' };
    return { step: 'in_review', state: 'waits' };
  });
};

/** Confirmations of the payment that is on its way, "7" of "19"; undefined while there is none. */
export const confirmationsOf = ({
  payments,
}: Pick<Recharge, 'payments'>): { have: number; need: number } | undefined => {
  const seen = payments.find(({ state, confirmationsNeeded }) => state === 'seen' && confirmationsNeeded);
  if (seen?.confirmationsNeeded === undefined) return undefined;
  return {
    have: Math.min(seen.confirmations ?? 0, seen.confirmationsNeeded),
    need: seen.confirmationsNeeded,
  };
};

/** Whether the way to pay is still shown: nothing is known of a payment, or the network took it back. */
export const waitsForPayment = (recharge: Pick<Recharge, 'state' | 'payments'>): boolean =>
  (recharge.state === 'created' || recharge.state === 'awaiting') && stepsDone(recharge) < 2;

/**
 * An address the browser may be sent to: of the web, not a script. A path is one of the server's.
 * @param origin where the server answers
 */
export const webAddress = (address: string | undefined, origin: string): string | undefined => {
  if (address === undefined) return undefined;
  if (/^https?:\/\//i.test(address)) return address;
  return /^\/(?!\/)/.test(address) ? `${origin}${address}` : undefined;
};
