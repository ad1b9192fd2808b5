import type { Queryable } from '../platform/database.ts';
import { shardCount } from '../platform/ids.ts';

/** What the cashier has on record for a rail, minor units of the wallet; `paidUnits` in units of the rail. */
export type RailRecord = { rail: string; creditedMinor: bigint; paidOutMinor: bigint; paidUnits: bigint };

type Row = { rail: string; credited: string; paid_out: string; paid_units: string };

/**
 * Sums payments and withdrawals of all members by rail. It reads everything there is: for checks, not for pages.
 * @returns by the rail's name
 */
export const railRecords = async (on: Queryable): Promise<RailRecord[]> => {
  const { rows } = await on.query<Row>(
    `select rail, coalesce(sum(credited), 0)::text as credited, sum(paid_out)::text as paid_out, sum(paid_units)::text as paid_units
     from (
       select rail, sum(gross) filter (where state = 'credited') as credited, 0 as paid_out, sum(paid) as paid_units
       from payment where shard between 0 and $1::smallint and state in ('credited', 'in_review', 'refused') group by rail
       union all
       select rail, 0, sum(receive), 0 from withdrawal
       where shard between 0 and $1::smallint and state in ('success', 'finished') group by rail
     ) moved
     group by rail order by rail`,
    [shardCount - 1],
  );
  return rows.map(({ rail, credited, paid_out: paidOut, paid_units: units }) => ({
    rail,
    ...{ creditedMinor: BigInt(credited), paidOutMinor: BigInt(paidOut), paidUnits: BigInt(units) },
  }));
};
