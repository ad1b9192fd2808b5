import type { Queryable } from '../platform/database.ts';
import { shardCount } from '../platform/ids.ts';
import { movesKind } from './days.ts';

/** An entry as the office lists it, in minor units: both sides are there. A move of the house has no member. */
export type OfficeEntry = {
  /** Where the list goes on after it. */
  cursor: string;
  key: string;
  kind: string;
  account: string;
  at: Date;
  amountMinor: bigint;
  heldMinor: bigint;
  /** What the account changed by. */
  houseMinor: bigint;
  memberId: string | null;
  ref: string | null;
  availableAfterMinor: bigint | null;
  heldAfterMinor: bigint | null;
};

export type EntryFilter = {
  /** First and last day in `timeZone`; of one member also all of them. */
  from?: string | undefined;
  to?: string | undefined;
  timeZone: string;
  account?: string | undefined;
  kind?: string | undefined;
  member?: { id: string; shard: number } | undefined;
  /** Of the last entry seen. */
  after?: string | undefined;
  limit: number;
};

/** A moment in microseconds, and what tells entries of one moment apart. */
export const cursorPattern = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)_([0-9a-z-]{1,80})$/;

const columns = `to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '_' || id as cursor, key, kind, account, at,
  amount as "amountMinor", held as "heldMinor", house as "houseMinor", member_id as "memberId", ref,
  available_after as "availableAfterMinor", held_after as "heldAfterMinor"`;
const days = `($2::date is null or at >= $2::date::timestamp at time zone $4)
  and ($3::date is null or at < ($3::date + 1)::timestamp at time zone $4)
  and ($7::timestamptz is null or at <= $7)`;
const entryColumns = `at, member_id::text || '-' || lpad(version::text, 12, '0') as id, key, kind, counter_account as account,
  amount, held_change as held, -(amount + held_change) as house, member_id, ref, available_after, held_after`;
const rest = `where ($5::text is null or account = $5) and ($6::text is null or kind = $6)
    and ($7::timestamptz is null or (at, id) < ($7, $8::text))
  order by at desc, id desc limit $9`;

const ofMember = `select ${columns} from (
  select ${entryColumns} from entry where shard = $1::smallint and member_id = $10 and ${days}
) e ${rest}`;

const ofAll = `select ${columns} from (
  select ${entryColumns} from entry where shard between 0 and $1::smallint and ${days}
  union all
  select h.at, 'move-' || lpad(h.shard::text, 3, '0') || '-' || side.n || '-' || md5(h.key), h.key, '${movesKind}',
    side.account, 0, 0, side.amount, null, null, null, null
  from house_move h
  cross join lateral (values (1, h.from_account, -h.amount), (2, h.to_account, h.amount)) as side(n, account, amount)
  where h.shard between 0 and $1::smallint and ${days}
) e ${rest}`;

/**
 * Entries of some days, or of a member, the newest first. A list goes on after the cursor of its last entry: what is
 * written meanwhile stands before it and moves nothing.
 */
export const selectEntryPage = async (on: Queryable, filter: EntryFilter): Promise<OfficeEntry[]> => {
  const [, at, id] = cursorPattern.exec(filter.after ?? '') ?? [];
  const { member } = filter;
  const values = [
    ...[member?.shard ?? shardCount - 1, filter.from ?? null, filter.to ?? null, filter.timeZone],
    ...[filter.account ?? null, filter.kind ?? null, at ?? null, id ?? null, filter.limit],
  ];
  // Without a name: which filters are there decides the plan.
  const { rows } = member
    ? await on.query<OfficeEntry>(ofMember, [...values, member.id])
    : await on.query<OfficeEntry>(ofAll, values);
  return rows;
};
