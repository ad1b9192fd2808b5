import { query, type Queryable } from '../../core/database/database.ts';
import type { Owner } from '../../core/owner.ts';
import type { Row } from '../../core/database/rows.ts';

export type MarkRow = Row<'turnover', 'met_at' | 'version'>;

const mark = query.one<MarkRow>(
  'turnover-mark',
  'select met_at, version from turnover where shard = $1 and member_id = $2',
);

/** When nothing was owed last; undefined for a member who never recharged. */
export const selectMark = (on: Queryable, { shard, memberId }: Owner): Promise<MarkRow | undefined> =>
  mark(on, [shard, memberId]);

const touch = query.one<{ now: Date }>(
  'turnover-touch',
  `insert into turnover as t (shard, member_id, met_at) values ($1, $2, 'epoch')
   on conflict (shard, member_id) do update set version = t.version + 1
   returning site_clock() as now`,
);

/**
 * Locks the member's turnover for the caller's transaction: no other transaction moves the mark until it ends.
 * @returns the clock of the database, read under that lock, so it is later than any mark
 */
export const touchMark = async (client: Queryable, { shard, memberId }: Owner): Promise<Date> => {
  const row = await touch(client, [shard, memberId]);
  if (row === undefined) throw new Error('The turnover was not taken');
  return row.now;
};

const advance = query.exec(
  'turnover-advance',
  `update turnover set met_at = $4
   where shard = $1 and member_id = $2 and version = $3 and met_at < $4`,
);

/** Moves the mark forward, unless a recharge came in between. */
export const advanceMark = async (
  on: Queryable,
  { shard, memberId }: Owner,
  read: { version: number; metAt: Date },
): Promise<void> => {
  await advance(on, [shard, memberId, read.version, read.metAt]);
};

const recharges = query.many<{ ref: string; at: Date; amountMinor: bigint; weightMinor: bigint }>(
  'turnover-recharges',
  `select recharge_id as ref, credited_at as at, credited as "amountMinor", turnover as "weightMinor"
   from payment
   where shard = $1 and member_id = $2 and state = 'credited' and credited_at > $3`,
);

/** What was credited after a time. */
export const selectCredited = async (
  on: Queryable,
  { shard, memberId }: Owner,
  after: Date,
): Promise<{ ref: string; at: Date; amountMinor: bigint; weightMinor: bigint }[]> => {
  const rows = await recharges(on, [shard, memberId, after]);
  return rows;
};
