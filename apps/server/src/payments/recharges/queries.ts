import type { RefusalReason } from '@touchline/contract/refusal-reasons';
import type { PaymentCase } from '@touchline/contract/shapes/cashier';
import {
  allBut,
  columnsOf,
  insertInto,
  readWaiting,
  type Row,
  type Waiting,
} from '../../core/database/rows.ts';
import { query, statement, type Queryable } from '../../core/database/database.ts';
import type { ChannelId } from '@touchline/contract/kinds';
import type { Owner } from '../../core/owner.ts';

const rechargeColumns = allBut('recharge', ['key']);
/** A recharge as stored. Amounts in minor units; `usdt_micro` and `rate_micro` in millionths. */
export type RechargeRow = Row<'recharge', (typeof rechargeColumns)[number]> & {
  channel: ChannelId;
  method: 'usdt' | 'card' | 'scan';
  payment_case: PaymentCase | null;
  reason: RefusalReason | null;
};

const columns = columnsOf('recharge', rechargeColumns);

const one = async (on: Queryable, query: ReturnType<ReturnType<typeof statement>>) =>
  (await on.query<RechargeRow>(query)).rows[0];

const byId = statement(
  'recharge-by-id',
  `select ${columns} from recharge where shard = $1 and member_id = $2 and id = $3`,
);
export const selectRecharge = (on: Queryable, { shard, memberId }: Owner, id: string) =>
  one(on, byId([shard, memberId, id]));

const byKey = statement(
  'recharge-by-key',
  `select ${columns} from recharge where shard = $1 and member_id = $2 and key = $3`,
);
export const selectByKey = (on: Queryable, { shard, memberId }: Owner, key: string) =>
  one(on, byKey([shard, memberId, key]));

const anybodys = statement('recharge-anybodys', `select ${columns} from recharge where id = $1`);
/** A recharge by its id alone, as providers know it. */
export const selectAnybodys = (on: Queryable, id: string) => one(on, anybodys([id]));

const page = query.many<RechargeRow>(
  'recharge-page',
  `select ${columns} from recharge where shard = $1 and member_id = $2 and ready order by id desc limit $3 offset $4`,
);
const count = query.one<{ total: bigint; open: bigint }>(
  'recharge-count',
  `select count(*) as total, count(*) filter (where state = 'created') as open
   from recharge where shard = $1 and member_id = $2 and ready`,
);

/** A page of a member's recharges, newest first: ids sort by the time they were made. */
export const selectPage = (
  on: Queryable,
  { shard, memberId }: Owner,
  { limit, offset }: { limit: number; offset: number },
): Promise<RechargeRow[]> => page(on, [shard, memberId, limit, offset]);

/** How many recharges a member has, and how many of them wait for a payment. */
export const countRecharges = async (
  on: Queryable,
  { shard, memberId }: Owner,
): Promise<{ total: number; open: number }> => {
  const row = await count(on, [shard, memberId]);
  return { total: Number(row?.total ?? 0n), open: Number(row?.open ?? 0n) };
};

const newColumns = [
  'shard',
  'member_id',
  'id',
  'key',
  'request_hash',
  'channel',
  'method',
  'currency',
  'amount',
  'fee',
  'fee_bp',
  'fee_fixed',
  'amount_max',
  'rate_micro',
  'turnover_bp',
  'usdt_micro',
  'reference',
  'created_at',
  'sandbox',
  'expires_at',
] as const;
export type NewRecharge = Pick<RechargeRow & Row<'recharge', 'key'>, (typeof newColumns)[number]>;

const newRecharge = insertInto('recharge', newColumns);
const insert = query.exec(
  'recharge-insert',
  `${newRecharge.text} on conflict (shard, member_id, key) do nothing`,
);

/** @returns whether it is new; a key that is there already changes nothing */
export const insertRecharge = async (on: Queryable, row: NewRecharge): Promise<boolean> =>
  (await insert(on, newRecharge.values(row))) === 1;

const deposits = query.one<{ creditedMinor: bigint; openMinor: bigint }>(
  'recharge-deposits',
  `select (select coalesce(sum(credited), 0) from payment
       where shard = $1 and member_id = $2 and state = 'credited' and credited_at >= $3)::bigint as "creditedMinor",
     (select coalesce(sum(amount), 0) from recharge
       where shard = $1 and member_id = $2 and state in ('created', 'awaiting'))::bigint as "openMinor"`,
);

/** Credits of a member from a time on, and what open recharges may still bring, in minor units. */
export const selectDeposits = async (
  on: Queryable,
  { shard, memberId }: Owner,
  since: Date,
): Promise<{ creditedMinor: bigint; openMinor: bigint }> => {
  const row = await deposits(on, [shard, memberId, since]);
  return row ?? { creditedMinor: 0n, openMinor: 0n };
};

type Move = { at: Date; amountMinor: bigint };

const credited = query.many<Move>(
  'payment-credited-within',
  `select credited_at as at, credited as "amountMinor" from payment
   where shard = $1 and member_id = $2 and state = 'credited' and credited_at >= $3 and credited_at < $4
   order by credited_at`,
);
/** Credits of a member within a time. */
export const selectCreditedWithin = (
  on: Queryable,
  { shard, memberId }: Owner,
  { since, before }: { since: Date; before: Date },
): Promise<Move[]> => credited(on, [shard, memberId, since, before]);

export type Changes = Partial<
  Pick<
    RechargeRow,
    | 'address'
    | 'qr'
    | 'pay_url'
    | 'provider_ref'
    | 'ready'
    | 'state'
    | 'payment_case'
    | 'reason'
    | 'credited'
    | 'voucher'
    | 'tx_hash'
    | 'credited_at'
  >
>;

/**
 * Changes a recharge as it was read.
 * @returns whether it was still so; if not, nothing is changed
 */
export const updateRecharge = async (
  on: Queryable,
  row: Pick<RechargeRow, 'shard' | 'member_id' | 'id' | 'version'>,
  changes: Changes,
): Promise<boolean> => {
  const names = Object.keys(changes);
  const set = names.map((name, i) => `${name} = $${i + 5}`);
  const { rowCount } = await on.query(
    `update recharge set ${[...set, 'version = version + 1'].join(', ')}
     where shard = $1 and member_id = $2 and id = $3 and version = $4`,
    [row.shard, row.member_id, row.id, row.version, ...Object.values(changes)],
  );
  return rowCount === 1;
};

const expire = query.many<RechargeRow>(
  'recharge-expire',
  `update recharge set state = 'expired', version = version + 1
   where state = 'created' and expires_at <= $1
   returning ${columns}`,
);
/** Expires recharges without a payment in time. */
export const expireDue = (on: Queryable, now: Date): Promise<RechargeRow[]> => expire(on, [now]);

// Each part has an index of waiting rows, which are few.
const toReview = `from recharge r
   where r.ready and (r.shard, r.member_id, r.id) in (
     select shard, member_id, id from recharge where voucher is not null and state not in ('credited', 'rejected')
     union
     select shard, member_id, recharge_id from payment where state = 'in_review')`;
const reviewPage = query.many<RechargeRow>(
  'recharge-review',
  `select ${columns} ${toReview} order by r.created_at, r.id limit $1 offset $2`,
);
const reviewOldest = statement(
  'recharge-review-oldest',
  `select count(*)::int as total, min(r.created_at) as oldest ${toReview}`,
);
/** How many recharges wait for review, and since when the oldest does. */
export const countToReview = (on: Queryable): Promise<Waiting> => readWaiting(on, reviewOldest([]));

const reviewCount = query.one<{ total: bigint }>(
  'recharge-review-count',
  `select count(*) as total ${toReview}`,
);

/** Recharges to review, oldest first: with a payment in review, or a voucher and no credit. */
export const selectToReview = async (
  on: Queryable,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: RechargeRow[]; total: number }> => {
  const [rows, counted] = await Promise.all([reviewPage(on, [limit, offset]), reviewCount(on)]);
  return { rows: rows, total: Number(counted?.total ?? 0n) };
};
