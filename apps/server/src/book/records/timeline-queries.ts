import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { Owner } from '../../platform/owner.ts';

/** When the order of a bet was sent that waited for the live delay; undefined when it did not. */
export const selectDelayed = (db: Db, { shard, memberId }: Owner, id: string) =>
  db
    .selectFrom('delayed_order')
    .where('shard', '=', shard)
    .where('member_id', '=', memberId)
    .where('id', '=', id)
    .select('submitted_at')
    .executeTakeFirst();

/** Every time a bet was settled again, oldest first. */
export const selectNotices = (db: Db, { shard, memberId }: Owner, id: string) =>
  db
    .selectFrom('bet_notice as n')
    .innerJoin('ruling as r', (join) =>
      join.onRef('r.event_id', '=', 'n.event_id').onRef('r.version', '=', 'n.ruling'),
    )
    .where('n.shard', '=', shard)
    .where('n.member_id', '=', memberId)
    .where('n.bet_id', '=', id)
    .orderBy('n.n')
    .select(['n.event_id', 'n.state_before', 'n.payout_before', 'n.settled_before', 'n.state_after'])
    .select(['n.payout_after', 'n.booked', 'n.at', 'r.why'])
    .execute();
export type NoticeRow = Awaited<ReturnType<typeof selectNotices>>[number];

/** The voids in force of some events, oldest first, with the bets they are about. */
export const selectVoids = (db: Db, eventIds: readonly string[]) =>
  db
    .selectFrom('void_rule as v')
    .innerJoin('ruling as r', (join) =>
      join.onRef('r.event_id', '=', 'v.event_id').onRef('r.version', '=', 'v.version'),
    )
    .where('v.event_id', 'in', eventIds.length === 0 ? [null] : [...eventIds])
    .where('v.undone_version', 'is', null)
    .orderBy('v.version')
    .select(['v.event_id', 'v.market', 'v.line', 'r.at', 'r.why'])
    .select((eb) => [
      eb.fn<Date | null>('nullif', ['v.struck_from', sql`'-infinity'::timestamptz`]).as('struck_from'),
      eb.fn<Date | null>('nullif', ['v.struck_until', sql`'infinity'::timestamptz`]).as('struck_until'),
    ])
    .execute();
export type VoidRow = Awaited<ReturnType<typeof selectVoids>>[number];

/** The rulings that count of those events that were called off. */
export const selectCalledOff = (db: Db, eventIds: readonly string[]) =>
  db
    .selectFrom('standing as s')
    .innerJoin('ruling as u', (join) =>
      join.onRef('u.event_id', '=', 's.event_id').onRef('u.version', '=', 's.graded'),
    )
    .innerJoin('result as r', (join) =>
      join.onRef('r.event_id', '=', 'u.event_id').onRef('r.version', '=', 'u.result_version'),
    )
    .where('s.event_id', 'in', eventIds.length === 0 ? [null] : [...eventIds])
    .where('r.kind', 'in', ['abandoned', 'postponed', 'cancelled'])
    .select(['s.event_id', 'r.confirmed_at as at', 'r.kind as why'])
    .execute();
export type CalledOffRow = Awaited<ReturnType<typeof selectCalledOff>>[number];

/** What happened in the matches of a bet, oldest first. */
export const selectIncidents = (db: Db, eventIds: readonly string[]) =>
  db
    .selectFrom('incident')
    .where('event_id', 'in', eventIds.length === 0 ? [null] : [...eventIds])
    .where('kind', 'in', ['kick_off', 'goal', 'half_time', 'full_time'])
    .orderBy('at')
    .orderBy('n')
    .select(['event_id', 'kind', 'minute', 'side', 'home_goals', 'away_goals', 'at'])
    .execute();
export type IncidentRow = Awaited<ReturnType<typeof selectIncidents>>[number];
