import type { Db } from '../../platform/database.ts';

type Owner = { shard: number; memberId: string };

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

/** The voids in force of some events, oldest first. */
export const selectVoids = (db: Db, eventIds: readonly string[]) =>
  db
    .selectFrom('void_rule as v')
    .innerJoin('ruling as r', (join) =>
      join.onRef('r.event_id', '=', 'v.event_id').onRef('r.version', '=', 'v.version'),
    )
    .where('v.event_id', 'in', eventIds.length === 0 ? [null] : [...eventIds])
    .where('v.undone_version', 'is', null)
    .orderBy('r.at')
    .select(['v.event_id', 'r.at', 'r.why'])
    .execute();
export type VoidRow = Awaited<ReturnType<typeof selectVoids>>[number];

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
