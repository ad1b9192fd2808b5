import type { Queryable } from '../platform/database.ts';
import { shardCount } from '../platform/ids.ts';

/** What the cashier has on record for a rail, minor units of the wallet; `paidUnits` in units of the rail. */
export type RailRecord = { rail: string; creditedMinor: bigint; paidOutMinor: bigint; paidUnits: bigint };

/** Said in the text: with a parameter the plan would be made for few of the shards. */
const shards = `0 and ${shardCount - 1}`;

type Row = { rail: string; credited: string; paid_out: string; paid_units: string };

/**
 * Sums payments and withdrawals of all members by rail. It reads everything there is: for checks, not for pages.
 * @returns by the rail's name
 */
export const railRecords = async (on: Queryable): Promise<RailRecord[]> => {
  const { rows } = await on.query<Row>(
    `select coalesce(p.rail, w.rail) as rail, coalesce(p.credited, 0)::text as credited,
       coalesce(w.paid_out, 0)::text as paid_out, coalesce(p.paid_units, 0)::text as paid_units
     from (
       select rail, sum(gross) filter (where state = 'credited') as credited, sum(paid) as paid_units from payment
       where shard between ${shards} and state in ('credited', 'in_review', 'refused') group by rail
     ) p
     full join (
       select rail, sum(receive) as paid_out from withdrawal
       where shard between ${shards} and state in ('success', 'finished') group by rail
     ) w on w.rail = p.rail
     order by 1`,
  );
  return rows.map(({ rail, credited, paid_out: paidOut, paid_units: units }) => ({
    rail,
    ...{ creditedMinor: BigInt(credited), paidOutMinor: BigInt(paidOut), paidUnits: BigInt(units) },
  }));
};
