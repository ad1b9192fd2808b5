import type { RefusalReason } from '@touchline/contract/refusal-reasons';
import type { WithdrawalRow } from './queries.ts';

/** The progress of a payment to a member. */
type PayoutProgress =
  | { state: 'waiting' }
  | { state: 'paid'; reference: string }
  | { state: 'arrived'; reference: string }
  | { state: 'failed'; reason: RefusalReason };

/** Pays withdrawals. It is polled about each until it has arrived or failed; it pays each id at most once. */
export type Payer = { name: string; progress(withdrawal: WithdrawalRow, now: Date): Promise<PayoutProgress> };

/** An operator pays by hand and enters the reference; the payer itself never reports anything. */
export const manualPayer: Payer = {
  name: 'manual',
  progress: () => Promise.resolve({ state: 'waiting' }),
};

/** Behaves like a bank without moving anything: paid after some seconds, arrived after as many again. */
export const sandboxPayer = (seconds: number): Payer => ({
  name: 'sandbox',
  progress: ({ id, paying_at: payingAt }, now) => {
    if (payingAt === null) return Promise.resolve({ state: 'waiting' });
    const waitedMs = now.getTime() - payingAt.getTime();
    const reference = `SBX-${id.replaceAll('-', '').slice(-12).toUpperCase()}`;
    if (waitedMs < seconds * 1_000) return Promise.resolve({ state: 'waiting' });
    return Promise.resolve({ state: waitedMs < seconds * 2_000 ? 'paid' : 'arrived', reference });
  },
});
