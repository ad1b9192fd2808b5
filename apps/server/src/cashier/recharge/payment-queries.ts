import type { PaymentCase } from '@touchline/contract/shapes/cashier';
import { statement, type Queryable } from '../../platform/database.ts';
import type { Owner } from './ports.ts';

export type PaymentState = 'seen' | 'credited' | 'in_review' | 'refused' | 'orphaned';

/** A payment as stored: `paid` in units of its rail, the rest in minor units of the wallet. */
export type PaymentRow = {
  shard: number;
  member_id: string;
  rail: string;
  ref: string;
  id: string;
  recharge_id: string;
  paid: bigint;
  gross: bigint;
  fee: bigint;
  credited: bigint;
  turnover: bigint;
  state: PaymentState;
  payment_case: PaymentCase | null;
  block: bigint | null;
  seen_at: Date;
  credited_at: Date | null;
};

const columns = `shard, member_id, rail, ref, id, recharge_id, paid, gross, fee, credited, turnover, state, payment_case,
  block, seen_at, credited_at`;

const ofRecharges = statement(
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
  return (await on.query<PaymentRow>(ofRecharges([shard, memberId, rechargeIds]))).rows;
};

const claimRef = statement(
  'payment-claim-ref',
  `insert into payment_ref (rail, ref, payment_id) values ($1, $2, $3) on conflict do nothing returning payment_id`,
);
const readRef = statement('payment-ref', 'select payment_id from payment_ref where rail = $1 and ref = $2');

/** The id under which a reference of a rail is known from now on, and whether this call made it known. */
export const claimReference = async (
  client: Queryable,
  { rail, ref }: { rail: string; ref: string },
  paymentId: string,
): Promise<{ id: string; isNew: boolean }> => {
  const { rows } = await client.query<{ payment_id: string }>(claimRef([rail, ref, paymentId]));
  if (rows[0]) return { id: rows[0].payment_id, isNew: true };
  const known = (await client.query<{ payment_id: string }>(readRef([rail, ref]))).rows[0];
  if (known === undefined) throw new Error('A reference neither new nor known');
  return { id: known.payment_id, isNew: false };
};

const write = statement(
  'payment-write',
  `insert into payment (${columns})
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
   on conflict (shard, member_id, rail, ref) do update
   set paid = excluded.paid, gross = excluded.gross, fee = excluded.fee, credited = excluded.credited,
     turnover = excluded.turnover, state = excluded.state, payment_case = excluded.payment_case, block = excluded.block,
     credited_at = excluded.credited_at
   where payment.state in ('seen', 'orphaned', 'in_review')`,
);

/**
 * Writes a payment, or what became of it. One that is credited or refused stays as it is.
 * @returns whether anything was written
 */
export const writePayment = async (client: Queryable, row: PaymentRow): Promise<boolean> => {
  const { rowCount } = await client.query(
    write([
      row.shard,
      row.member_id,
      row.rail,
      row.ref,
      row.id,
      row.recharge_id,
      row.paid,
      row.gross,
      row.fee,
      row.credited,
      row.turnover,
      row.state,
      row.payment_case,
      row.block,
      row.seen_at,
      row.credited_at,
    ]),
  );
  return rowCount === 1;
};
