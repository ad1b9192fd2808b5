import type { PaymentCase } from '@touchline/contract/shapes/cashier';
import { query, type Queryable } from '../../core/database/database.ts';
import type { Owner } from '../../core/owner.ts';
import { allBut, columnsOf, insertInto, type Row } from '../../core/database/rows.ts';

const paymentColumns = allBut('payment', ['tx']);
/** A payment as stored: `paid` in units of its rail, or minor units of `currency` where it has one; the rest in minor units of the wallet. */
export type PaymentRow = Row<'payment', (typeof paymentColumns)[number]> & {
  payment_case: PaymentCase | null;
};

const columns = columnsOf('payment', paymentColumns);

const ofRecharges = query.many<PaymentRow>(
  'payment-of-recharges',
  `select ${columns} from payment where shard = $1 and member_id = $2 and recharge_id = any($3::uuid[])
   order by seen_at, id`,
);

/** The payments of some recharges of a member, oldest first. */
export const selectPayments = async (
  on: Queryable,
  { shard, memberId }: Owner,
  rechargeIds: readonly string[],
): Promise<PaymentRow[]> => {
  if (rechargeIds.length === 0) return [];
  return await ofRecharges(on, [shard, memberId, rechargeIds]);
};

const claimRef = query.exec(
  'payment-claim-ref',
  `with claimed as (
     insert into payment_ref (rail, ref, payment_id) values ($1, $2, $3) on conflict do nothing returning payment_id
   )
   select payment_id from claimed
   union all
   select payment_id from payment_ref where rail = $1 and ref = $2 and payment_id = $3`,
);

/** Claims a reference of a rail for a payment. @returns false when it is that of another payment */
export const claimReference = async (
  client: Queryable,
  { rail, ref }: { rail: string; ref: string },
  paymentId: string,
): Promise<boolean> => {
  const rowCount = await claimRef(client, [rail, ref, paymentId]);
  return rowCount === 1;
};

const giveUpRef = query.exec(
  'payment-give-up-ref',
  'delete from payment_ref where rail = $1 and ref = $2 and payment_id = $3',
);

/**
 * Frees a reference: that of a transfer whose block was replaced. In the next block another transfer of the
 * same transaction may have its place among the logs.
 */
export const giveUpReference = async (
  client: Queryable,
  { rail, ref }: { rail: string; ref: string },
  paymentId: string,
): Promise<void> => {
  await giveUpRef(client, [rail, ref, paymentId]);
};

const ownerOfRef = query.one<{ recharge_id: string }>(
  'payment-owner-of-ref',
  'select recharge_id from payment where shard = $1 and member_id = $2 and rail = $3 and ref = $4',
);

/** The member's recharge that a reference was paid for. */
export const selectRechargeOf = async (
  on: Queryable,
  { shard, memberId }: Owner,
  { rail, ref }: { rail: string; ref: string },
): Promise<string | undefined> => (await ownerOfRef(on, [shard, memberId, rail, ref]))?.recharge_id;

const insert = insertInto('payment', paymentColumns);
const write = query.exec(
  'payment-write',
  `${insert.text}
   on conflict (shard, member_id, rail, ref) do update
   set id = excluded.id, recharge_id = excluded.recharge_id, seen_at = excluded.seen_at, paid = excluded.paid, currency = excluded.currency,
     gross = excluded.gross, fee = excluded.fee, credited = excluded.credited, turnover = excluded.turnover, state = excluded.state, payment_case = excluded.payment_case, block = excluded.block,
     credited_at = excluded.credited_at, tx = excluded.tx
   where payment.state in ('seen', 'orphaned', 'in_review')`,
);

/**
 * Writes a payment, or its new state. A credited or rejected one stays as it is. An orphaned one passes its
 * place to the next payment with its reference, for another recharge too.
 * @returns whether anything was written
 */
export const writePayment = async (client: Queryable, row: PaymentRow): Promise<boolean> => {
  const rowCount = await write(client, insert.values(row));
  return rowCount === 1;
};
