import type { RefusalReason } from '@touchline/contract/refusal-reasons';
import type { PayoutType } from '@touchline/contract/shapes/cashier';
import { query, type Queryable } from '../../core/database/database.ts';
import type { PayoutFields } from '../payout-methods/domain.ts';
import type { Owner } from '../../core/owner.ts';
import { allBut, columnsOf, insertInto, parameters, type Row } from '../../core/database/rows.ts';

/** The version of a withdrawal that the operator saw. */
export type SeenVersion = { id: string; version: number };

const withdrawalColumns = allBut('withdrawal', ['fee_site', 'tx']);
/** A withdrawal as stored, amounts in minor units; `method` is the payout method as it was when it was chosen. */
export type WithdrawalRow = Row<'withdrawal', (typeof withdrawalColumns)[number]> & {
  method: { type: PayoutType; fields: PayoutFields };
  reason: RefusalReason | null;
};

const columns = columnsOf('withdrawal', withdrawalColumns);
const mine = 'shard = $1 and member_id = $2';

const byId = query.one<WithdrawalRow>(
  'withdrawal-by-id',
  `select ${columns} from withdrawal where ${mine} and id = $3`,
);
export const selectWithdrawal = (
  on: Queryable,
  { shard, memberId }: Owner,
  id: string,
): Promise<WithdrawalRow | undefined> => byId(on, [shard, memberId, id]);

const held = query.one<WithdrawalRow>(
  'withdrawal-held',
  `select ${columns} from withdrawal where ${mine} and id = $3 for update`,
);

/**
 * The same, locked until the transaction ends: of two moves at once the second sees the result of the first.
 */
export const lockWithdrawal = (
  client: Queryable,
  { shard, memberId }: Owner,
  id: string,
): Promise<WithdrawalRow | undefined> => held(client, [shard, memberId, id]);

const lockOpen = query.exec(
  'withdrawal-lock-open',
  `select id from withdrawal where ${mine} and state = 'in_progress' order by id for update`,
);

/**
 * Locks all of a member's unsent withdrawals, so that of two approvals at once the second counts the first.
 */
export const lockUnsent = async (client: Queryable, { shard, memberId }: Owner): Promise<void> => {
  await lockOpen(client, [shard, memberId]);
};

const leaving = query.one<{ sum: bigint }>(
  'withdrawal-leaving',
  `select coalesce(sum(amount), 0)::bigint as sum from withdrawal
   where ${mine} and id <> $3 and ((state = 'in_progress' and stage = 'paying')
     or (state in ('success', 'finished') and paid_at > $4))`,
);

/**
 * Approved and unsent amounts of a member, and those sent after a time, without one withdrawal. Minor units.
 */
export const sumLeaving = async (
  client: Queryable,
  { shard, memberId }: Owner,
  { beside, since }: { beside: string; since: Date },
): Promise<bigint> => (await leaving(client, [shard, memberId, beside, since]))?.sum ?? 0n;

/** The start of the day that limits count: 24 hours before a time. */
export const dayBefore = (moment: Date): Date => new Date(moment.getTime() - 24 * 60 * 60 * 1_000);

const byHolds = query.many<WithdrawalRow>(
  'withdrawal-by-holds',
  `select ${columns} from withdrawal where ${mine} and (id = any($3::uuid[]) or fee_hold = any($3::uuid[]))`,
);

/** The withdrawals of a member by some of their holds. */
export const selectByHolds = async (
  on: Queryable,
  { shard, memberId }: Owner,
  holds: readonly string[],
): Promise<WithdrawalRow[]> => {
  if (holds.length === 0) return [];
  return await byHolds(on, [shard, memberId, holds]);
};

const page = query.many<WithdrawalRow>(
  'withdrawal-page',
  `select ${columns} from withdrawal where ${mine} order by id desc limit $3 offset $4`,
);
const count = query.one<{ total: bigint }>(
  'withdrawal-count',
  `select count(*) as total from withdrawal where ${mine}`,
);

/** A page of a member's withdrawals, newest first, and how many there are. */
export const selectPage = async (
  on: Queryable,
  { shard, memberId }: Owner,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: WithdrawalRow[]; total: number }> => {
  const [rows, counted] = await Promise.all([
    page(on, [shard, memberId, limit, offset]),
    count(on, [shard, memberId]),
  ]);
  return { rows: rows, total: Number(counted?.total ?? 0n) };
};

const newWithdrawal = insertInto('withdrawal', [
  'shard',
  'member_id',
  'id',
  'fee_hold',
  'key',
  'currency',
  'amount',
  'fee',
  'receive',
  'method_id',
  'rail',
  'method',
  'approvals_needed',
  'requested_at',
  'arrives_by',
  'fee_site',
  'rate_micro',
  'usdt_micro',
]);
const insert = query.exec('withdrawal-insert', newWithdrawal.text);

export type NewWithdrawal = Omit<
  WithdrawalRow,
  'state' | 'stage' | 'paying_at' | 'paid_at' | 'ended_at' | 'reference' | 'reason' | 'note' | 'version'
> & {
  /** The fee without the member's level. */
  fee_site: bigint;
};

/** A withdrawal as its inserted row. */
export const asWritten = (row: NewWithdrawal): WithdrawalRow => ({
  ...row,
  state: 'in_progress',
  stage: 'in_review',
  version: 0,
  paying_at: null,
  paid_at: null,
  ended_at: null,
  reference: null,
  reason: null,
  note: null,
});

export const insertWithdrawal = async (client: Queryable, row: NewWithdrawal): Promise<void> => {
  await insert(client, newWithdrawal.values({ ...row, method: JSON.stringify(row.method) }));
};

/** Neither rejected nor cancelled: the money went out or will. */
const counts = "state in ('in_progress', 'success', 'finished')";

const requested = query.one<{ sum: bigint }>(
  'withdrawal-requested-since',
  `select coalesce(sum(amount), 0)::bigint as sum from withdrawal
   where ${mine} and ${counts} and requested_at > $3`,
);

/**
 * Requests of a member after a time that were neither rejected nor cancelled, fees included, in minor
 * units.
 */
export const sumRequested = async (on: Queryable, { shard, memberId }: Owner, since: Date): Promise<bigint> =>
  (await requested(on, [shard, memberId, since]))?.sum ?? 0n;

const single = `${mine} and state = 'in_progress' and stage = 'in_review' and approvals_needed = 1
  and requested_at > $3`;

const lockSingle = query.exec(
  'withdrawal-single-lock',
  `select id from withdrawal where ${single} order by id for update`,
);

/**
 * Locks the withdrawals in review that one operator may approve. A review locks its withdrawal before the
 * wallet, so a transaction that needs both locks must take them in this order.
 */
export const lockSingleApproval = async (
  client: Queryable,
  { shard, memberId }: Owner,
  since: Date,
): Promise<void> => {
  await lockSingle(client, [shard, memberId, since]);
};

const countSingle = query.one<{ total: bigint }>(
  'withdrawal-single-count',
  `select count(*) as total from withdrawal where ${single}`,
);
const raiseSingle = query.many<SeenVersion>(
  'withdrawal-single-raise',
  `update withdrawal set approvals_needed = 2, version = version + 1
   where ${single} and id in (select id from withdrawal where ${single} for update skip locked)
   returning id, version - 1 as version`,
);

/**
 * Makes the withdrawals still in review, requested after a time, need two operators.
 * @returns those that were raised, with their versions before; undefined when another transaction has one of them locked: it
 *   never waits, since the caller has the wallet
 */
export const raiseApprovals = async (
  client: Queryable,
  { shard, memberId }: Owner,
  since: Date,
): Promise<readonly SeenVersion[] | undefined> => {
  const values = [shard, memberId, since];
  const row = await countSingle(client, values);
  const raised = await raiseSingle(client, values);
  return BigInt(raised.length) === (row?.total ?? 0n) ? raised : undefined;
};

const { $, values: changed } = parameters({
  shard: 'smallint',
  member_id: 'uuid',
  id: 'uuid',
  version: 'int',
  state: 'text',
  stage: 'text',
  paying_at: 'timestamptz',
  paid_at: 'timestamptz',
  ended_at: 'timestamptz',
  reference: 'text',
  reason: 'text',
  note: 'text',
  approvals_needed: 'smallint',
  rate_micro: 'bigint',
  usdt_micro: 'bigint',
});
const update = query.exec(
  'withdrawal-update',
  `update withdrawal
   set state = ${$('state')}, stage = ${$('stage')}, paying_at = ${$('paying_at')}, paid_at = ${$('paid_at')},
     ended_at = ${$('ended_at')}, reference = ${$('reference')}, reason = ${$('reason')}, note = ${$('note')},
     approvals_needed = ${$('approvals_needed')}, rate_micro = ${$('rate_micro')}, usdt_micro = ${$('usdt_micro')}, version = version + 1, tx = pg_current_xact_id()::text::bigint
   where shard = ${$('shard')} and member_id = ${$('member_id')} and id = ${$('id')} and version = ${$('version')}
     and state <> 'finished'`,
);

/**
 * Writes the new state of a withdrawal.
 * @param row as it was read
 * @returns whether it was still so; if not, nothing is changed
 */
export const updateWithdrawal = async (
  client: Queryable,
  row: WithdrawalRow,
  change: Partial<WithdrawalRow>,
): Promise<boolean> => {
  const rowCount = await update(
    client,
    changed({
      ...row,
      ...change,
      shard: row.shard,
      member_id: row.member_id,
      id: row.id,
      version: row.version,
    }),
  );
  return rowCount === 1;
};

const claimRef = query.exec(
  'payout-claim-ref',
  `with claimed as (
     insert into payout_ref (rail, reference, withdrawal_id) values ($1, $2, $3) on conflict do nothing
     returning withdrawal_id
   )
   select withdrawal_id from claimed
   union all
   select withdrawal_id from payout_ref where rail = $1 and reference = $2 and withdrawal_id = $3`,
);
/** Claims the reference by which a withdrawal was paid. @returns false when it has paid another one */
export const claimReference = async (
  client: Queryable,
  { rail, id }: Pick<WithdrawalRow, 'rail' | 'id'>,
  reference: string,
): Promise<boolean> => (await claimRef(client, [rail, reference, id])) === 1;

const moving = query.many<WithdrawalRow>(
  'withdrawal-moving',
  `select ${columns} from withdrawal
   where (state = 'in_progress' and stage = 'paying') or state = 'success'
   order by requested_at limit $1`,
);
/** Withdrawals that wait for their payer, oldest first. */
export const selectMoving = (on: Queryable, limit: number): Promise<WithdrawalRow[]> => moving(on, [limit]);

const approve = query.exec(
  'withdrawal-approve',
  `insert into withdrawal_approval (shard, member_id, withdrawal_id, operator_id, at)
   values ($1, $2, $3, $4, $5) on conflict do nothing`,
);
/** @returns false when this operator has approved it before */
export const insertApproval = async (
  client: Queryable,
  { shard, memberId }: Owner,
  { id, operatorId, at }: { id: string; operatorId: string; at: Date },
): Promise<boolean> => (await approve(client, [shard, memberId, id, operatorId, at])) === 1;

const approvals = query.many<WithdrawalApproval>(
  'withdrawal-approvals',
  `select withdrawal_id as id, operator_id as "operatorId", at from withdrawal_approval
   where ${mine} and withdrawal_id = any($3::uuid[]) order by at`,
);
export type WithdrawalApproval = { id: string; operatorId: string; at: Date };
export const selectApprovals = (
  on: Queryable,
  { shard, memberId }: Owner,
  ids: readonly string[],
): Promise<WithdrawalApproval[]> => approvals(on, [shard, memberId, ids]);

/** The queues of operators. */
const queues = {
  in_review: "state = 'in_progress' and stage = 'in_review'",
  paying: "state = 'in_progress' and stage = 'paying'",
  paid: "state = 'success'",
  ended: "state in ('finished', 'refused', 'cancelled')",
} as const;
export type Queue = keyof typeof queues;

/** The condition of a queue, for statements about `withdrawal`. */
export const queueCondition = (queue: Queue): string => queues[queue];

/** Withdrawals of all members in a queue, in its order, and how many there are. */
export const selectQueue = async (
  on: Queryable,
  queue: Queue,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: WithdrawalRow[]; total: number }> => {
  const order = queue === 'ended' ? 'requested_at desc' : 'requested_at';
  const [rows, counted] = await Promise.all([
    on.query<WithdrawalRow>(
      `select ${columns} from withdrawal where ${queues[queue]} order by ${order}, id limit $1 offset $2`,
      [limit, offset],
    ),
    on.query<{ total: bigint }>(`select count(*) as total from withdrawal where ${queues[queue]}`),
  ]);
  return { rows: rows.rows, total: Number(counted.rows[0]?.total ?? 0n) };
};

const paid = query.many<{ at: Date; amountMinor: bigint }>(
  'withdrawal-paid-within',
  `select paid_at as at, amount as "amountMinor" from withdrawal
   where ${mine} and state in ('success', 'finished') and paid_at >= $3 and paid_at < $4 order by paid_at`,
);
/** Payouts of a period to a member that were not returned, fees included, in minor units. */
export const selectPaidWithin = (
  on: Queryable,
  { shard, memberId }: Owner,
  { since, before }: { since: Date; before: Date },
): Promise<{ at: Date; amountMinor: bigint }[]> => paid(on, [shard, memberId, since, before]);
