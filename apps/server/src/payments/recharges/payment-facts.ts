import type { Queryable } from '../../core/database/database.ts';
import { addMemberFact, factBody } from '../../core/public-log/facts.ts';
import { Transient } from '../../core/database/transaction.ts';
import type { PaymentRow } from './payment-queries.ts';

/** The kind of payments in the public log. */
export const paymentKind = 'payment';

/** What was heard of a payment is its first fact; what a person has decided about it, the second. */
export const heard = 1;
export const decided = 2;

/**
 * Puts a payment, as its rail or chain has reported it and with what was credited for it, into the public log, in the transaction
 * that writes it.
 * @throws Transient when another transaction has written it in the meantime
 */
export const commitPayment = async (
  client: Queryable,
  row: PaymentRow,
  { n, at }: { n: typeof heard | typeof decided; at: Date },
): Promise<void> => {
  const { shard, member_id: memberId, id } = row;
  const body = factBody(paymentKind, {
    block: row.block === null ? null : row.block.toString(),
    case: row.payment_case,
    credited: row.credited.toString(),
    ...(row.currency === null ? {} : { currency: row.currency }),
    fee: row.fee.toString(),
    gross: row.gross.toString(),
    member: memberId,
    n,
    paid: row.paid.toString(),
    payment: id,
    rail: row.rail,
    recharge: row.recharge_id,
    reference: row.ref,
    state: row.state,
    time: at.toISOString(),
    turnover: row.turnover.toString(),
  });
  if (!(await addMemberFact(client, { shard, memberId }, { kind: paymentKind, id: `${id}:${n}`, body }))) {
    throw new Transient('the payment has moved');
  }
};
