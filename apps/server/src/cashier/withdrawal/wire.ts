import type { Withdrawal } from '@touchline/contract/shapes/cashier';
import { formatAmount } from '@touchline/money/amount';
import type { WithdrawalRow } from './queries.ts';

/** A withdrawal as it goes over the wire. */
export const toWireWithdrawal = (row: WithdrawalRow, scale: number): Withdrawal => ({
  id: row.id,
  amount: formatAmount(row.amount, scale),
  fee: formatAmount(row.fee, scale),
  receive: formatAmount(row.receive, scale),
  state: row.state,
  ...(row.state === 'in_progress' ? { stage: row.stage } : {}),
  wallet: { id: row.method_id, type: row.method.type, ...row.method.fields },
  requestedAt: row.requested_at.toISOString(),
  arrivesBy: row.arrives_by.toISOString(),
  ...(row.paid_at === null ? {} : { paidAt: row.paid_at.toISOString() }),
  ...(row.ended_at === null ? {} : { endedAt: row.ended_at.toISOString() }),
  ...(row.reference === null ? {} : { reference: row.reference }),
  ...(row.reason === null ? {} : { reason: row.reason }),
  ...(row.note === null ? {} : { note: row.note }),
  cancellable: row.state === 'in_progress' && row.stage === 'in_review',
});
