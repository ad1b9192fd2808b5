import type pg from 'pg';
import { notedPercent, winLeft } from './statement-sql.ts';
import { statement } from '../../core/database/database.ts';
import { shardCount } from '../../core/ids.ts';
import { legName } from './legs.ts';
import { addTo, sumsIn, type LegSums, type Totals } from './totals.ts';

type Row = Record<'event' | 'market' | 'line' | 'selection' | 'since', string> &
  Record<keyof LegSums, bigint>;

const totals = statement(
  'exposure-totals',
  `select event_id as event, market, line, selection, since, sum(stake)::bigint as stake,
     sum(potential)::bigint as potential, sum(combined)::bigint as combined, sum(pending)::bigint as pending
   from exposure where event_id = any($1::uuid[]) group by event_id, market, line, selection, since`,
);

/** The recorded sums of each event, all processes together. Read from kept totals, not from bets. */
export const selectTotals = async (
  pool: pg.Pool,
  eventIds: readonly string[],
): Promise<Map<string, Totals>> => {
  const { rows } = await pool.query<Row>(totals([eventIds]));
  const events = new Map<string, Totals>(eventIds.map((id) => [id, new Map()]));
  for (const row of rows) {
    const sums = events.get(row.event);
    if (sums) addTo(sums, legName(row), sumsIn(row));
  }
  return events;
};

/** What one member may win on one event, in minor units. */
export type MemberLiability = { memberId: string; eventId: string; liabilityMinor: bigint };

const noted = statement(
  'exposure-members-above',
  `select member_id as "memberId", event_id as "eventId", liability as "liabilityMinor" from member_exposure
   where shard between 0 and $1::smallint and event_id = any($2::uuid[]) and liability > $3
   order by liability desc, member_id, event_id limit $4`,
);

const counted = statement(
  'exposure-members-counted',
  `select member_id as "memberId", event_id as "eventId", sum(win)::bigint as "liabilityMinor"
   from (
     select b.member_id, b.event_id, ${winLeft('b')} as win
     from generate_series(0, $1::int) as s (shard) join bet b on b.shard = s.shard::smallint and b.event_id = any($2::uuid[])
     union all
     select l.member_id, l.event_id, (
         select ${winLeft('b')} from bet b where b.shard = l.shard and b.member_id = l.member_id and b.id = l.bet_id)
     from generate_series(0, $1::int) as s (shard) join leg l on l.shard = s.shard::smallint and l.event_id = any($2::uuid[])
   ) w
   group by member_id, event_id having sum(win) > $3
   order by 3 desc, 1, 2 limit $4`,
);

/**
 * Members who may win more than an amount on one of these events, the most first. Those near their cap are noted; for a smaller
 * amount all bets on the events are added up, without the orders that wait briefly.
 * @param cap of a member on an event, in minor units
 */
export const selectMembersAbove = async (
  pool: pg.Pool,
  { eventIds, aboveMinor, limit }: { eventIds: readonly string[]; aboveMinor: bigint; limit: number },
  cap: bigint,
): Promise<MemberLiability[]> => {
  const isNoted = (aboveMinor + 1n) * 100n >= cap * BigInt(notedPercent);
  const select = isNoted ? noted : counted;
  const values = [shardCount - 1, eventIds, aboveMinor, limit];
  return (await pool.query<MemberLiability>(select(values))).rows;
};

/** What the member with the most may win on an event, in minor units. */
export const selectMostOfMembers = async (pool: pg.Pool, eventId: string, cap: bigint): Promise<bigint> => {
  const most = (aboveMinor: bigint) =>
    selectMembersAbove(pool, { eventIds: [eventId], aboveMinor, limit: 1 }, cap);
  const [near] = await most((cap * BigInt(notedPercent)) / 100n);
  const [any] = near ? [near] : await most(0n);
  return any?.liabilityMinor ?? 0n;
};
