import type pg from 'pg';
import type { Queryable } from '../core/database/database.ts';
import { shardCount } from '../core/ids.ts';
import { derivation, withRetry } from '../core/database/transaction.ts';

/** The cashier's records of a rail, minor units of the wallet; `paidUnits` in units of the rail. */
export type RailRecord = { rail: string; creditedMinor: bigint; paidOutMinor: bigint; paidUnits: bigint };

/** Written into the text: with a parameter the planner would expect few of the shards. */
const allShards = `shard between 0 and ${shardCount - 1}`;

/**
 * Sums of payments and withdrawals by rail; `records` yields rows of rail, credited, paid_out and paid_units.
 */
const sumOf = (records: string): string =>
  `select rail, coalesce(sum(credited), 0)::text as credited, coalesce(sum(paid_out), 0)::text as paid_out,
     coalesce(sum(paid_units), 0)::text as paid_units
   from (${records}) r group by rail order by rail`;

const paymentsWhere = (which: string): string =>
  `select rail, case when state = 'credited' then gross else 0 end as credited, 0 as paid_out, paid as paid_units
   from payment where ${allShards} and ${which}`;
const withdrawalsWhere = (which: string): string =>
  `select rail, 0, receive, 0 from withdrawal where ${allShards} and ${which}`;

/** Final states, whose rows the totals keep. */
const paymentEnded = "state in ('credited', 'refused')";
const withdrawalEnded = "state = 'finished'";

const wholeText = sumOf(
  `${paymentsWhere(`(${paymentEnded} or state = 'in_review')`)}
   union all ${withdrawalsWhere(`(${withdrawalEnded} or state = 'success')`)}`,
);

/**
 * Sums payments and withdrawals of all members by rail. It reads every row: for checks, not for pages.
 * @returns by the rail's name
 */
export const railRecords = (on: Queryable): Promise<RailRecord[]> => read(on, wholeText);

/**
 * Folds what ended in finished transactions into the totals, as ledger/house.ts does with entries: the mark
 * moves in the same statement, so nothing is missed or counted twice; of two at once the second waits for the
 * first's mark. $1: the mark is not below it; a hint for the indexes on `tx`.
 */
const foldText = `with bound as (
  select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as tx
),
mark as materialized (select one, tx from rail_mark where one for update),
moved as (
  update rail_mark l set tx = b.tx from mark m, bound b where l.one = m.one and l.tx <= b.tx
)
insert into rail_total as t (rail, credited, paid_out, paid_units)
select rail, sum(credited), sum(paid_out), sum(paid_units)
from mark m
cross join lateral (
  ${paymentsWhere(`${paymentEnded} and tx >= m.tx and tx >= $1::bigint and tx < (select tx from bound)`)}
  union all
  ${withdrawalsWhere(`${withdrawalEnded} and tx >= m.tx and tx >= $1::bigint and tx < (select tx from bound)`)}
) r
group by rail
order by rail
on conflict (rail) do update
set credited = t.credited + excluded.credited, paid_out = t.paid_out + excluded.paid_out,
  paid_units = t.paid_units + excluded.paid_units`;

const since = 'tx >= (select tx from rail_mark where one)';
const keptText = sumOf(
  `select rail, credited, paid_out, paid_units from rail_total
   union all ${paymentsWhere(`${paymentEnded} and ${since}`)}
   union all ${paymentsWhere("state = 'in_review'")}
   union all ${withdrawalsWhere(`${withdrawalEnded} and ${since}`)}
   union all ${withdrawalsWhere("state = 'success'")}`,
);

/**
 * Sums of all payments and withdrawals by rail: the totals, brought up to date, and the rows outside of them.
 * @returns by the rail's name, the same as railRecords
 */
export const railSums = async (pool: pg.Pool): Promise<RailRecord[]> => {
  const { rows } = await pool.query<{ tx: bigint }>('select tx from rail_mark where one');
  // Without a name, so that the plan depends on how far back it goes.
  await withRetry(() => derivation(pool, (client) => client.query(foldText, [rows[0]?.tx ?? 0n])));
  return keptSums(pool);
};

/** The same with the totals as they are. */
export const keptSums = (on: Queryable): Promise<RailRecord[]> => read(on, keptText);

type Row = { rail: string; credited: string; paid_out: string; paid_units: string };

const read = async (on: Queryable, text: string): Promise<RailRecord[]> => {
  const { rows } = await on.query<Row>(text);
  return rows.map(({ rail, credited, paid_out: paidOut, paid_units: units }) => ({
    rail,
    creditedMinor: BigInt(credited),
    paidOutMinor: BigInt(paidOut),
    paidUnits: BigInt(units),
  }));
};
