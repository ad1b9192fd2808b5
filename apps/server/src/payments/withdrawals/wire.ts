import type { Withdrawal } from '@touchline/contract/shapes/cashier';
import { formatAmount } from '@touchline/money/amount';
import { rateText, usdtText } from '../recharges/wire.ts';
import type { WithdrawalRow } from './queries.ts';

/** A withdrawal on the wire. */
export const toWireWithdrawal = (row: WithdrawalRow, scale: number): Withdrawal => ({
  id: row.id,
  amount: formatAmount(row.amount, scale),
  fee: formatAmount(row.fee, scale),
  receive: formatAmount(row.receive, scale),
  state: row.state,
  stage: row.state === 'in_progress' ? row.stage : undefined,
  wallet: { id: row.method_id, type: row.method.type, ...row.method.fields },
  requestedAt: row.requested_at.toISOString(),
  arrivesBy: row.arrives_by.toISOString(),
  paidAt: row.paid_at?.toISOString(),
  endedAt: row.ended_at?.toISOString(),
  reference: row.reference ?? undefined,
  rate: row.rate_micro === null ? undefined : rateText(row.rate_micro),
  usdtAmount: row.usdt_micro === null ? undefined : usdtText(row.usdt_micro),
  reason: row.reason ?? undefined,
  note: row.note ?? undefined,
  cancellable: row.state === 'in_progress' && row.stage === 'in_review',
});
