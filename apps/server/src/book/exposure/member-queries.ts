import { statement, type Queryable } from '../../platform/database.ts';

/** The most that a bet lets its member win on each of these events, in minor units. */
export type Liability = { shard: number; memberId: string; eventIds: readonly string[]; minor: bigint };

const add = statement(
  'member-exposure-add',
  `insert into member_exposure (shard, member_id, event_id, liability, cap)
   select $1, $2, event_id, $4, $5 from unnest($3::uuid[]) as t (event_id)
   on conflict (shard, member_id, event_id) do update set
     liability = member_exposure.liability + excluded.liability, cap = excluded.cap`,
);
const roomSelect = statement(
  'member-exposure-room',
  `select $4::bigint - coalesce(max(liability), 0)::bigint as room from member_exposure
   where shard = $1 and member_id = $2 and event_id = any($3::uuid[])`,
);

/**
 * Adds to a member's possible win. The member's wallet must be locked.
 * @returns undefined when it is within the cap on each event; else the rest, and the transaction must be
 *   undone
 */
export const addLiability = async (
  on: Queryable,
  { shard, memberId, eventIds, minor }: Liability,
  cap: number,
): Promise<bigint | undefined> => {
  const { rows } = await on.query<{ room: bigint }>(roomSelect([shard, memberId, eventIds, cap]));
  const roomMinor = rows[0]?.room ?? 0n;
  if (roomMinor < minor) return roomMinor;
  await on.query(add([shard, memberId, eventIds, minor, cap]));
  return undefined;
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

/** Subtracts ended wins. The members' wallets must be locked. */
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
