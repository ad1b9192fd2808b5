import { statement, type Queryable } from '../../platform/database.ts';
import { winnable } from './statement-sql.ts';

/** The most that a bet lets its member win on each of these events, in minor units. */
export type Liability = { shard: number; memberId: string; eventIds: readonly string[]; minor: bigint };

const room = statement(
  'member-exposure-room',
  `select e.event_id as "eventId", ${winnable({ shard: '$1::smallint', member: '$2::uuid', event: 'e.event_id' })} as was
   from unnest($3::uuid[]) as e (event_id)`,
);

/**
 * Whether a bet that is to be written now exceeds the cap. The member's wallet must be locked, and the bet not written yet.
 * @returns undefined when it is within the cap on each event; else what is left
 */
export const roomBeyond = async (
  on: Queryable,
  { shard, memberId, eventIds, minor }: Liability,
  cap: number,
): Promise<bigint | undefined> => {
  const { rows } = await on.query<{ was: bigint }>(room([shard, memberId, eventIds]));
  const left = rows
    .map(({ was }) => BigInt(cap) - was)
    .reduce((least, each) => (each < least ? each : least));
  return left < minor ? left : undefined;
};

const subtract = statement(
  'member-exposure-subtract',
  `update member_exposure x set liability = greatest(0, x.liability - t.minor)
   from (
     select shard, member_id, event_id, sum(minor) as minor
     from unnest($1::smallint[], $2::uuid[], $3::uuid[], $4::bigint[]) as a (shard, member_id, event_id, minor)
     group by shard, member_id, event_id
   ) t
   where x.shard = t.shard and x.member_id = t.member_id and x.event_id = t.event_id`,
);

/** Subtracts ended wins from what is noted. The members' wallets must be locked. */
export const takeOff = async (on: Queryable, liabilities: readonly Liability[]): Promise<void> => {
  const rows = liabilities.flatMap(({ eventIds, ...rest }) =>
    eventIds.map((eventId) => ({ ...rest, eventId })),
  );
  if (rows.length === 0) return;
  await on.query(
    subtract([
      rows.map(({ shard }) => shard),
      rows.map(({ memberId }) => memberId),
      rows.map(({ eventId }) => eventId),
      rows.map(({ minor }) => minor),
    ]),
  );
};
