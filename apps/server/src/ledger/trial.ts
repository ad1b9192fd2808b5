import type pg from 'pg';
import { shardCount } from '../core/ids.ts';
import { snapshot } from '../core/database/transaction.ts';
import { startOfDay } from '../core/local-time.ts';

/** Every account at a given time, in minor units; the sum of all is zero. */
export type Trial = {
  at: Date;
  /** No transaction still running can change it. */
  complete: boolean;
  accounts: { account: string; balanceMinor: bigint; entries: bigint }[];
  /** Available and held money of members, and the present number of wallets. */
  members: { availableMinor: bigint; heldMinor: bigint; wallets: bigint };
};

/** The mark, the day of the balance, and when that day begins and ends. $1: the time of the balance. */
const markText = `select tx, day, ${startOfDay('day', 'zone')} as "from", ${startOfDay('day + 1', 'zone')} as "until"
  from (
    select tx, coalesce(zone, 'UTC') as zone, ($1::timestamptz at time zone coalesce(zone, 'UTC'))::date as day
    from ledger_mark where one
  ) mark`;

/** Entries summed as they are read, by account, and by whether they are before the time of the balance. */
const summed = (
  from: string,
): string => `select counter_account as account, sum(amount) as amount, sum(held_change) as held,
    -sum(amount + held_change) as house, at < $2::timestamptz as counts, count(*) as entries
  ${from} group by counter_account, at < $2::timestamptz`;
const sides = `cross join lateral (values (h.from_account, -h.amount), (h.to_account, h.amount)) as side(account, amount)`;

/**
 * The accounts are counted forwards: the kept sums of the days before, the entries of that day, and those
 * that are not in the sums yet, so that each entry counts once. Members are counted backwards, independently:
 * the present wallets, less everything after the time of the balance. $1: the last shard. $2: the time of the
 * balance; what is not before it does not count. $3: the mark. $4 to $6: the day, when it begins and ends.
 */
const trialText = `with recent as materialized (
  ${summed(`from entry where shard between 0 and $1::smallint and tx >= $3::bigint`)}
  union all
  ${summed(`from entry
    where shard between 0 and $1::smallint and at >= $5::timestamptz and at < $6::timestamptz and tx < $3::bigint`)}
  union all
  select side.account, 0, 0, sum(side.amount), h.at < $2::timestamptz, count(*) from house_move h ${sides}
  where h.shard between 0 and $1::smallint and (h.tx >= $3::bigint or (h.at >= $5::timestamptz and h.at < $6::timestamptz))
  group by side.account, h.at < $2::timestamptz
),
account as (
  select account, house, entries from ledger_day where day < $4::date
  union all
  select account, house, entries from recent where counts
),
later as (
  select coalesce(sum(amount), 0) as amount, coalesce(sum(held), 0) as held
  from (
    select amount, held from ledger_day where day > $4::date
    union all
    select amount, held from recent where not counts
  ) after
)
select account, sum(house)::text as balance, sum(entries)::bigint as entries, null::text as held
from account group by account
union all
select null, (coalesce(sum(w.available), 0) - (select amount from later))::text, count(*)::bigint,
  (coalesce(sum(w.held), 0) - (select held from later))::text
from wallet w where w.shard between 0 and $1::smallint`;

const runningText = `select exists (
  select from pg_stat_activity
  where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid() and xact_start < $1
) as running`;

type Row = { account: string | null; balance: string; entries: bigint; held: string | null };
/** Infinity where there is no such time. */
type Mark = { tx: bigint; day: string; from: Date | number; until: Date | number };

/**
 * The trial balance at a given time: by default now, as the database sees it. All of it is read from one time
 * of the database: a transaction is in all of its parts or in none. Entries have the time at which their
 * transaction began, so an earlier time may still get some while a transaction runs that began before it;
 * it is complete when none does.
 * @param now of the clock
 */
export const readTrial = async (pool: pg.Pool, now: Date, at?: Date): Promise<Trial> => {
  // Read before the entries, so that everything that has ended by now is seen.
  const running = at && (await pool.query<{ running: boolean }>(runningText, [at])).rows[0]?.running;
  const rows = await snapshot(pool, async (client) => {
    const moment = at ?? 'infinity';
    const [mark] = (await client.query<Mark>(markText, [moment])).rows;
    if (mark === undefined) throw new Error('The sums of the ledger have no mark');
    // Without a name, since the plan depends on how far back it goes.
    const values = [shardCount - 1, moment, mark.tx, mark.day, mark.from, mark.until];
    return (await client.query<Row>(trialText, values)).rows;
  });
  const members = rows.find(({ account }) => account === null);
  return {
    at: at ?? now,
    complete: running !== true,
    accounts: rows
      .flatMap(({ account, balance, entries }) =>
        account === null ? [] : [{ account, balanceMinor: BigInt(balance), entries }],
      )
      .toSorted((a, b) => (a.account < b.account ? -1 : 1)),
    members: {
      availableMinor: BigInt(members?.balance ?? 0),
      heldMinor: BigInt(members?.held ?? 0),
      wallets: members?.entries ?? 0n,
    },
  };
};
