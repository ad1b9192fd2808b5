import { query, type Queryable } from '../../core/database/database.ts';
import type { Owner } from '../../core/owner.ts';
import { columnsOf, type Row } from '../../core/database/rows.ts';

const delayed = query.one<Row<'delayed_order', 'submitted_at'>>(
  'bet-delayed',
  'select submitted_at from delayed_order where shard = $1 and member_id = $2 and id = $3',
);
/** When the order of a bet that waited for the live delay was sent; undefined when it did not wait. */
export const selectDelayed = (
  on: Queryable,
  { shard, memberId }: Owner,
  id: string,
): Promise<Row<'delayed_order', 'submitted_at'> | undefined> => delayed(on, [shard, memberId, id]);

const noticeColumns = [
  'event_id',
  'state_before',
  'payout_before',
  'settled_before',
  'state_after',
  'payout_after',
  'booked',
  'at',
] as const;
export type BetNoticeRow = Row<'bet_notice', (typeof noticeColumns)[number]> & Row<'ruling', 'why'>;

const notices = query.many<BetNoticeRow>(
  'bet-notices',
  `select ${columnsOf('bet_notice', noticeColumns, 'n')}, r.why
   from bet_notice n join ruling r on r.event_id = n.event_id and r.version = n.ruling
   where n.shard = $1 and n.member_id = $2 and n.bet_id = $3 order by n.n`,
);
/** Every time a bet was settled again, oldest first. */
export const selectNotices = (
  on: Queryable,
  { shard, memberId }: Owner,
  id: string,
): Promise<BetNoticeRow[]> => notices(on, [shard, memberId, id]);

export type VoidRow = Row<'void_rule', 'event_id' | 'market' | 'line'> &
  Row<'ruling', 'at' | 'why'> & { struck_from: Date | null; struck_until: Date | null };

const voids = query.many<VoidRow>(
  'bet-voids',
  `select v.event_id, v.market, v.line, r.at, r.why, nullif(v.struck_from, '-infinity') as struck_from,
     nullif(v.struck_until, 'infinity') as struck_until
   from void_rule v join ruling r on r.event_id = v.event_id and r.version = v.version
   where v.event_id = any($1::uuid[]) and v.undone_version is null order by v.version`,
);
/** The voids in force of some events, oldest first, with the bets they are about. */
export const selectVoids = (on: Queryable, eventIds: readonly string[]): Promise<VoidRow[]> =>
  voids(on, [eventIds]);

export type CalledOffRow = { event_id: string; at: Date | null; why: Row<'result'>['kind'] };

const calledOff = query.many<CalledOffRow>(
  'bet-called-off',
  `select s.event_id, r.confirmed_at as at, r.kind as why
   from standing s join ruling u on u.event_id = s.event_id and u.version = s.graded
     join result r on r.event_id = u.event_id and r.version = u.result_version
   where s.event_id = any($1::uuid[]) and r.kind in ('abandoned', 'postponed', 'cancelled')`,
);
/** The rulings in force of those events that were called off. */
export const selectCalledOff = (on: Queryable, eventIds: readonly string[]): Promise<CalledOffRow[]> =>
  calledOff(on, [eventIds]);

const incidentColumns = ['event_id', 'kind', 'minute', 'side', 'home_goals', 'away_goals', 'at'] as const;
export type IncidentRow = Row<'incident', (typeof incidentColumns)[number]>;

const incidents = query.many<IncidentRow>(
  'bet-incidents',
  `select ${columnsOf('incident', incidentColumns)} from incident
   where event_id = any($1::uuid[]) and kind in ('kick_off', 'goal', 'half_time', 'full_time') order by at, n`,
);
/** What happened in the matches of a bet, oldest first. */
export const selectIncidents = (on: Queryable, eventIds: readonly string[]): Promise<IncidentRow[]> =>
  incidents(on, [eventIds]);
