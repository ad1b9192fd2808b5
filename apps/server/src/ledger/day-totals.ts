import type { Queryable } from '../core/database/database.ts';
import { shardCount } from '../core/ids.ts';

const lastShard = shardCount - 1;

/** The sums of the entries of one kind on a day, between members and one account, in minor units. */
export type DayTotal = {
  type: string;
  account: string;
  currency: string;
  entries: number;
  amountMinor: bigint;
  heldMinor: bigint;
  houseMinor: bigint;
};

/** What members have got and lost in a currency, in minor units. */
export type MembersChange = { currency: string; availableMinor: bigint; heldMinor: bigint };

/** When a day begins and ends. Without a begin it has all days before it too. */
export type DaySpan = { from: Date | null; until: Date };

/** The kind under which moves between accounts of the house are summed. */
const movesType = 'house_move';

const totalsText = `select e.kind as type, e.counter_account as account, e.currency, count(*)::int as entries, sum(e.amount)::text as amount,
    sum(e.held_change)::text as held, (-sum(e.amount + e.held_change))::text as house
  from entry e
  where e.shard between 0 and $1::smallint and e.at >= coalesce($2::timestamptz, '-infinity') and e.at < $3::timestamptz
  group by 1, 2, 3
  union all
  select '${movesType}', side.account, h.currency, count(*)::int, '0', '0', sum(side.amount)::text
  from house_move h cross join lateral (values (h.from_account, -h.amount), (h.to_account, h.amount)) as side(account, amount)
  where h.shard between 0 and $1::smallint and h.at >= coalesce($2::timestamptz, '-infinity') and h.at < $3::timestamptz
  group by 2, 3`;

type TotalRow = Pick<DayTotal, 'type' | 'account' | 'currency' | 'entries'> &
  Record<'amount' | 'held' | 'house', string>;

/** The sums of a day. */
export const readDayTotals = async (on: Queryable, { from, until }: DaySpan): Promise<DayTotal[]> => {
  const { rows } = await on.query<TotalRow>(totalsText, [lastShard, from, until]);
  return rows.map(({ amount, held, house, ...row }) => ({
    ...row,
    amountMinor: BigInt(amount),
    heldMinor: BigInt(held),
    houseMinor: BigInt(house),
  }));
};

// What began before the day and had not ended at the snapshot is in the sums of the days before, and not in the snapshot.
const sinceText = `select currency, sum(amount)::text as available, sum(held)::text as held
  from (
    select e.currency, e.amount, e.held_change as held from entry e
    where e.shard between 0 and $1::smallint and e.at >= coalesce($2::timestamptz, '-infinity') and e.at < $3::timestamptz
      and pg_visible_in_snapshot(e.tx::text::xid8, $4::pg_snapshot)
    union all
    select e.currency, -e.amount, -e.held_change from entry e
    where e.shard between 0 and $1::smallint and e.at < $2::timestamptz
      and e.tx >= pg_snapshot_xmin($4::pg_snapshot)::text::bigint and not pg_visible_in_snapshot(e.tx::text::xid8, $4::pg_snapshot)
  ) changes
  group by currency order by currency`;

/**
 * What had changed for members from the begin of a day to a snapshot of that day.
 * @param watermark what pg_current_snapshot() said there
 */
export const readChangeUntil = async (
  on: Queryable,
  { from, until }: DaySpan,
  watermark: string,
): Promise<MembersChange[]> => {
  const { rows } = await on.query<{ currency: string; available: string; held: string }>(sinceText, [
    lastShard,
    from,
    until,
    watermark,
  ]);
  return rows.map(({ currency, available, held }) => ({
    currency,
    availableMinor: BigInt(available),
    heldMinor: BigInt(held),
  }));
};

/** Whether all entries before a time are written: no transaction that began before it still runs. */
export const isWritten = async (on: Queryable, moment: Date): Promise<boolean> => {
  const { rows } = await on.query<{ running: boolean }>(
    `select exists (
       select from pg_stat_activity
       where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid() and xact_start < $1
     ) as running`,
    [moment],
  );
  return rows[0]?.running === false;
};

/** The time of the oldest entry; undefined while there is none. */
export const oldestEntry = async (on: Queryable): Promise<Date | undefined> => {
  const { rows } = await on.query<{ at: Date }>(
    'select at from entry where shard between 0 and $1::smallint order by at limit 1',
    [lastShard],
  );
  return rows[0]?.at;
};
