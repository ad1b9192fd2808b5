import type pg from 'pg';
import type { Queryable } from '../core/database/database.ts';
import { shardCount } from '../core/ids.ts';
import { derivation, withRetry } from '../core/database/transaction.ts';

/**
 * Sums of the entries of a day, a kind and an account, in minor units: changes of available money, of held
 * money, and of the account. The three add up to zero; `movesKind` has no members' side.
 */
export type DaySum = {
  day: string;
  kind: string;
  account: string;
  amountMinor: bigint;
  heldMinor: bigint;
  houseMinor: bigint;
  entries: bigint;
};

/** The kind that sums and lists moves between house accounts. */
export const movesKind = 'house_move';

/**
 * Folds what finished transactions wrote since the mark into the sums, as house.ts does for the accounts: the
 * mark moves in the same statement, so nothing is missed or counted twice; of two at once the second waits
 * for the first's mark. $1: the last shard. $2: time zone of the days. $3: the mark is not below it; a hint
 * for the index on `tx`.
 */
const foldText = `with bound as (
  select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as tx
),
mark as materialized (select one, tx from ledger_mark where one for update),
moved as (
  update ledger_mark l set tx = b.tx from mark m, bound b where l.one = m.one and l.tx <= b.tx
),
fold as (
  select (e.at at time zone $2)::date as day, e.kind, e.counter_account as account, e.currency,
    sum(e.amount) as amount, sum(e.held_change) as held, -sum(e.amount + e.held_change) as house, count(*) as entries
  from mark m
  join entry e on e.tx >= m.tx
  where e.shard between 0 and $1::smallint and e.tx >= $3::bigint and e.tx < (select tx from bound)
  group by 1, 2, 3, 4
  union all
  select (h.at at time zone $2)::date, '${movesKind}', side.account, h.currency, 0, 0, sum(side.amount), count(*)
  from mark m
  join house_move h on h.tx >= m.tx
  cross join lateral (values (h.from_account, -h.amount), (h.to_account, h.amount)) as side(account, amount)
  where h.shard between 0 and $1::smallint and h.tx >= $3::bigint and h.tx < (select tx from bound)
  group by 1, 3, 4
)
insert into ledger_day as d (day, kind, account, currency, amount, held, house, entries)
select day, kind, account, currency, amount, held, house, entries from fold
order by day, kind, account, currency
on conflict (day, kind, account, currency) do update
set amount = d.amount + excluded.amount, held = d.held + excluded.held, house = d.house + excluded.house,
  entries = d.entries + excluded.entries`;

/**
 * Brings the sums by day up to date. After a change of the site's time zone it recomputes all days.
 * @param timeZone IANA name
 */
export const rollUpDays = (pool: pg.Pool, timeZone: string): Promise<void> =>
  withRetry(() =>
    derivation(pool, async (client) => {
      const { rowCount } = await client.query(
        'update ledger_mark set zone = $1, tx = 0 where one and zone is distinct from $1',
        [timeZone],
      );
      if (rowCount === 1) await client.query('delete from ledger_day');
      const { rows } = await client.query<{ tx: bigint }>('select tx from ledger_mark where one');
      // Without a name, so that the plan depends on how far back it goes.
      await client.query(foldText, [shardCount - 1, timeZone, rows[0]?.tx ?? 0n]);
    }),
  );

type Row = Omit<DaySum, 'amountMinor' | 'heldMinor' | 'houseMinor'> &
  Record<'amount' | 'held' | 'house', string>;

/** The sums of some days as last rolled up, newest first; of one account where it is named. */
export const selectDaySums = async (
  on: Queryable,
  { from, to, account }: { from: string; to: string; account?: string | undefined },
): Promise<DaySum[]> => {
  const { rows } = await on.query<Row>(
    `select day, kind, account, sum(amount)::text as amount, sum(held)::text as held, sum(house)::text as house,
       sum(entries)::bigint as entries
     from ledger_day where day between $1 and $2 and ($3::text is null or account = $3)
     group by day, kind, account order by day desc, kind, account`,
    [from, to, account ?? null],
  );
  return rows.map(({ amount, held, house, ...row }) => ({
    ...row,
    amountMinor: BigInt(amount),
    heldMinor: BigInt(held),
    houseMinor: BigInt(house),
  }));
};
