import { statement, type Queryable } from '../../platform/database.ts';
import { shardCount } from '../../platform/ids.ts';
import { legName } from './legs.ts';
import type { Sums, Totals } from './totals.ts';

type Row = Record<'event' | 'market' | 'line' | 'selection' | 'since', string> & Record<keyof Sums, bigint>;

const totals = statement(
  'exposure-totals',
  `select event_id as event, market, line, selection, since, sum(stake)::bigint as stake,
     sum(potential)::bigint as potential, sum(combined)::bigint as combined, sum(pending)::bigint as pending
   from exposure where event_id = any($1::uuid[]) group by event_id, market, line, selection, since`,
);

/** The recorded sums of each event, all processes together. Read from kept totals, not from bets. */
export const selectTotals = async (
  on: Queryable,
  eventIds: readonly string[],
): Promise<Map<string, Totals>> => {
  const { rows } = await on.query<Row>(totals([eventIds]));
  const events = new Map<string, Totals>(eventIds.map((id) => [id, new Map()]));
  for (const row of rows) {
    events.get(row.event)?.set(legName(row), {
      stake: Number(row.stake),
      potential: Number(row.potential),
      combined: Number(row.combined),
      pending: Number(row.pending),
    });
  }
  return events;
};

/** What one member may win on one event, in minor units. */
export type MemberLiability = { memberId: string; eventId: string; liabilityMinor: bigint };

const members = statement(
  'exposure-members-above',
  `select member_id as "memberId", event_id as "eventId", liability as "liabilityMinor" from member_exposure
   where shard between 0 and $1::smallint and event_id = any($2::uuid[]) and liability > $3
   order by liability desc, member_id, event_id limit $4`,
);

/** Members who may win more than an amount on one of these events, the most first. */
export const selectMembersAbove = async (
  on: Queryable,
  { eventIds, aboveMinor, limit }: { eventIds: readonly string[]; aboveMinor: bigint; limit: number },
): Promise<MemberLiability[]> =>
  (await on.query<MemberLiability>(members([shardCount - 1, eventIds, aboveMinor, limit]))).rows;
