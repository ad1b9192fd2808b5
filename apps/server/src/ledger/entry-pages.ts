import type { Queryable } from '../core/database/database.ts';
import { shardCount } from '../core/ids.ts';
import { movesKind } from './days.ts';
import { startOfDay } from '../core/local-time.ts';

/** An entry as the office lists it, in minor units, with both sides. A house move has no member. */
export type OfficeEntry = {
  /** The list continues after it. */
  cursor: string;
  key: string;
  kind: string;
  account: string;
  at: Date;
  amountMinor: bigint;
  heldMinor: bigint;
  /** The change of the house account. */
  houseMinor: bigint;
  memberId: string | null;
  ref: string | null;
  availableAfterMinor: bigint | null;
  heldAfterMinor: bigint | null;
};

export type EntryFilter = {
  /** First and last day in `timeZone`; without them all days of one member. */
  from?: string | undefined;
  to?: string | undefined;
  timeZone: string;
  account?: string | undefined;
  kind?: string | undefined;
  member?: { id: string; shard: number } | undefined;
  /** The cursor of the last entry shown. */
  after?: string | undefined;
  limit: number;
};

/** A time in microseconds, and what distinguishes entries of the same time. */
export const cursorPattern = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)_([0-9a-z-]{1,80})$/;
const entryPattern = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-(\d{1,18})$/;

const columns = `to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '_' || id as cursor, key, kind, account, at,
  amount as "amountMinor", held as "heldMinor", house as "houseMinor", member_id as "memberId", ref,
  available_after as "availableAfterMinor", held_after as "heldAfterMinor"`;
const days = `($2::date is null or at >= ${startOfDay('$2::date', '$4')})
  and ($3::date is null or at < ${startOfDay('$3::date + 1', '$4')})
  and ($7::timestamptz is null or at <= $7)`;

/** The newest entries after the cursor, in the order of the index on `at`: no more is read than is shown. */
const entriesOf = (whose: string): string => `(
  select at, member_id::text || '-' || lpad(version::text, 12, '0') as id, key, kind, counter_account as account,
    amount, held_change as held, -(amount + held_change) as house, member_id, ref, available_after, held_after, version,
    null::text as move
  from entry
  where ${whose} and ${days} and ($5::text is null or counter_account = $5) and ($6::text is null or kind = $6)
    and ($7::timestamptz is null or (at, member_id, version) < ($7, $8::uuid, $9::bigint))
  order by at desc, member_id desc, version desc limit $10
)`;

/** House moves, each once for either account. They come before the entries of the same time. */
const moves = `(
  select at, move as id, key, '${movesKind}' as kind, account, 0 as amount, 0 as held, house, null::uuid as member_id,
    null::uuid as ref, null::bigint as available_after, null::bigint as held_after, null::bigint as version, move
  from (
    select h.at, h.key, side.account, side.amount as house,
      ('move-' || lpad(h.shard::text, 3, '0') || '-' || side.n || '-' || md5(h.key)) collate "C" as move
    from house_move h
    cross join lateral (values (1, h.from_account, -h.amount), (2, h.to_account, h.amount)) as side(n, account, amount)
    where h.shard between 0 and $1::smallint and ${days}
  ) m
  where ($5::text is null or account = $5) and ($6::text is null or $6 = '${movesKind}')
    and ($7::timestamptz is null or (at, move) < ($7, $11::text collate "C"))
  order by at desc, move desc limit $10
)`;

const page = (from: string): string => `select ${columns} from (${from}) e
  order by at desc, move desc nulls last, member_id desc, version desc limit $10`;
const ofAll = page(`${entriesOf('shard between 0 and $1::smallint')} union all ${moves}`);
const ofMember = page(entriesOf('shard = $1::smallint and member_id = $11'));

/** Above each entry and each move of a time. */
const above = ['ffffffff-ffff-ffff-ffff-ffffffffffff', '999999999999999999'] as const;

/**
 * The place of entries and moves after a cursor: member and version of an entry, id of a move. After a move
 * come all entries of its time, after an entry no move of its time.
 */
const placeOf = (cursor: string): { entry: readonly (string | null)[]; move: string | null } => {
  const [, at, id = ''] = cursorPattern.exec(cursor) ?? [];
  if (at === undefined) return { entry: [null, null, null], move: null };
  const [, memberId, version] = entryPattern.exec(id) ?? [];
  const isEntry = memberId !== undefined && version !== undefined;
  return isEntry ? { entry: [at, memberId, version], move: '' } : { entry: [at, ...above], move: id };
};

/**
 * Entries of some days, or of a member, the newest first. A list continues after the cursor of its last
 * entry: new entries come before it and shift nothing.
 */
export const selectEntryPage = async (on: Queryable, filter: EntryFilter): Promise<OfficeEntry[]> => {
  const { entry, move } = placeOf(filter.after ?? '');
  const { member } = filter;
  const values = [
    member?.shard ?? shardCount - 1,
    filter.from ?? null,
    filter.to ?? null,
    filter.timeZone,
    filter.account ?? null,
    filter.kind ?? null,
    ...entry,
    filter.limit,
  ];
  // Without a name, since the filters decide the plan.
  const { rows } = member
    ? await on.query<OfficeEntry>(ofMember, [...values, member.id])
    : await on.query<OfficeEntry>(ofAll, [...values, move]);
  return rows;
};
