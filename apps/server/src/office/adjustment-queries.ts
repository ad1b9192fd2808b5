import type { AdjustmentState } from '@touchline/contract/shapes/office';
import { statement, type Queryable } from '../platform/database.ts';

/** A correction of a balance as stored; `amount` in minor units. */
export type AdjustmentRow = {
  shard: number;
  member_id: string;
  id: string;
  amount: bigint;
  reason: string;
  state: AdjustmentState;
  proposed_by: string;
  proposed_at: Date;
  decided_by: string | null;
  decided_at: Date | null;
  refusal: string | null;
  /** What was available when it was applied. */
  balance_before: bigint | null;
  balance_after: bigint | null;
  version: number;
};

const columns = `shard, member_id, id, amount, reason, state, proposed_by, proposed_at, decided_by, decided_at,
  refusal, balance_before, balance_after, version`;

const insert = statement(
  'adjustment-insert',
  `insert into adjustment (shard, member_id, id, amount, reason, key, proposed_by, proposed_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8)
   on conflict (shard, member_id, proposed_by, key) do nothing
   returning ${columns}`,
);

export type NewAdjustment = {
  shard: number;
  memberId: string;
  id: string;
  amountMinor: bigint;
  reason: string;
  key: string;
  proposedBy: string;
  now: Date;
};

/** @returns undefined when the operator has used the key for this member before */
export const insertAdjustment = async (
  db: Queryable,
  given: NewAdjustment,
): Promise<AdjustmentRow | undefined> => {
  const { shard, memberId, id, amountMinor, reason, key, proposedBy, now } = given;
  const { rows } = await db.query<AdjustmentRow>(
    insert([shard, memberId, id, amountMinor, reason, key, proposedBy, now]),
  );
  return rows[0];
};

const byKey = statement(
  'adjustment-by-key',
  `select ${columns} from adjustment where proposed_by = $1 and key = $2 order by id limit 1`,
);

/** What an operator proposed under a key, for whichever member. */
export const findByKey = async (
  db: Queryable,
  { proposedBy, key }: { proposedBy: string; key: string },
): Promise<AdjustmentRow | undefined> => (await db.query<AdjustmentRow>(byKey([proposedBy, key]))).rows[0];

const byId = statement('adjustment-by-id', `select ${columns} from adjustment where id = $1`);

export const findAdjustment = async (db: Queryable, id: string): Promise<AdjustmentRow | undefined> =>
  (await db.query<AdjustmentRow>(byId([id]))).rows[0];

const decide = statement(
  'adjustment-decide',
  `update adjustment set state = $4, refusal = $5, decided_by = $6, decided_at = $7, version = version + 1
   where shard = $1 and member_id = $2 and id = $3 and state = 'proposed' and version = $8
     and (proposed_by = $6) = ($4 = 'withdrawn')
   returning ${columns}`,
);

/** @returns undefined when it has another version, is decided already, or this operator may not decide it so */
export const decideAdjustment = async (
  db: Queryable,
  { shard, member_id: memberId, id }: Pick<AdjustmentRow, 'shard' | 'member_id' | 'id'>,
  given: {
    version: number;
    state: Exclude<AdjustmentState, 'proposed'>;
    note: string | null;
    by: string;
    now: Date;
  },
): Promise<AdjustmentRow | undefined> => {
  const { version, state, note, by, now } = given;
  const { rows } = await db.query<AdjustmentRow>(
    decide([shard, memberId, id, state, note, by, now, version]),
  );
  return rows[0];
};

const setBalance = statement(
  'adjustment-balance',
  `update adjustment set balance_before = $4, balance_after = $5
   where shard = $1 and member_id = $2 and id = $3 and state = 'applied'`,
);

/** Keeps what was available before and after a correction, within the transaction that applies it. */
export const keepBalance = async (
  client: Queryable,
  { shard, member_id: memberId, id }: Pick<AdjustmentRow, 'shard' | 'member_id' | 'id'>,
  { before, after }: { before: bigint; after: bigint },
): Promise<void> => {
  await client.query(setBalance([shard, memberId, id, before, after]));
};

const lockOperator = statement(
  'adjustment-operator-lock',
  'select id from operator where id = $1 for no key update',
);

/** Lets the corrections of one operator be judged one after the other, until the transaction ends. */
export const takeOperator = async (client: Queryable, operatorId: string): Promise<void> => {
  await client.query(lockOperator([operatorId]));
};

const proposed = statement(
  'adjustment-proposed-since',
  `select coalesce(sum(abs(amount)), 0)::bigint as sum from adjustment
   where proposed_by = $1 and proposed_at > $2 and state in ('proposed', 'applied')`,
);
const applied = statement(
  'adjustment-applied-since',
  `select coalesce(sum(abs(amount)), 0)::bigint as sum from adjustment
   where decided_by = $1 and decided_at > $2 and state = 'applied'`,
);
const ofMember = statement(
  'adjustment-member-since',
  `select coalesce(sum(abs(amount)), 0)::bigint as sum from adjustment
   where shard = $1 and member_id = $2
     and ((state = 'applied' and decided_at > $3) or ($4 and state = 'proposed' and proposed_at > $3))`,
);

type Sum = { sum: bigint };
const sumIn = ({ rows }: { rows: Sum[] }): bigint => rows[0]?.sum ?? 0n;

/** The size of what an operator proposed after a moment and was not refused or withdrawn. Minor units. */
export const sumProposed = async (db: Queryable, operatorId: string, since: Date): Promise<bigint> =>
  sumIn(await db.query<Sum>(proposed([operatorId, since])));

/** The size of what an operator applied after a moment. Minor units. */
export const sumApplied = async (db: Queryable, operatorId: string, since: Date): Promise<bigint> =>
  sumIn(await db.query<Sum>(applied([operatorId, since])));

/** The size of what was corrected for a member after a moment, with what still waits or without. Minor units. */
export const sumOfMember = async (
  db: Queryable,
  { shard, memberId }: { shard: number; memberId: string },
  { since, waiting }: { since: Date; waiting: boolean },
): Promise<bigint> => sumIn(await db.query<Sum>(ofMember([shard, memberId, since, waiting])));

const where = 'where ($1::text is null or state = $1) and ($2::uuid is null or member_id = $2)';

/** A page of all corrections, newest first. */
export const pageOfAdjustments = async (
  db: Queryable,
  { state, memberId }: { state: string | undefined; memberId: string | undefined },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: AdjustmentRow[]; total: number }> => {
  const values = [state ?? null, memberId ?? null];
  // Without names: the plan must see which filters there are.
  const totals = await db.query<{ total: number }>(
    `select count(*)::int as total from adjustment ${where}`,
    values,
  );
  const { rows } = await db.query<AdjustmentRow>(
    `select ${columns} from adjustment ${where} order by id desc limit $3 offset $4`,
    [...values, limit, offset],
  );
  return { rows, total: totals.rows[0]?.total ?? 0 };
};
