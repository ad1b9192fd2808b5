import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';

/** Rows of the events wanted, with their competition and teams. */
export const selectEvents = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('event')
    .innerJoin('competition', 'competition.id', 'event.competition_id')
    .innerJoin('team as home', 'home.id', 'event.home_id')
    .innerJoin('team as away', 'away.id', 'event.away_id')
    .selectAll('event')
    .select([
      'competition.name as competition_name',
      'competition.country',
      'competition.names as competition_names',
      'competition.place as competition_place',
      'home.name as home_name',
      'home.short as home_short',
      'home.flag as home_flag',
      'home.colour_a as home_colour_a',
      'home.colour_b as home_colour_b',
      'away.name as away_name',
      'away.short as away_short',
      'away.flag as away_flag',
      'away.colour_a as away_colour_a',
      'away.colour_b as away_colour_b',
    ])
    .select(sql<boolean>`coalesce(competition.off_at < event.kick_off, false)`.as('withheld'))
    // In the same statement: a match is never taken for one at this version without the rule of it.
    .select(
      sql`(select to_jsonb(r) from offer_rule r where r.scope = 'event' and r.scope_id = event.id::text
        order by r.version desc limit 1)`.as('rule'),
    )
    .where('event.id', 'in', [...ids])
    .execute();
export type EventRow = Awaited<ReturnType<typeof selectEvents>>[number];

export const selectMarkets = (db: Db, eventIds: readonly string[]) =>
  db
    .selectFrom('market')
    .selectAll()
    // In the same statement: a version that was read with its stop is never taken for one without.
    .select(
      sql<boolean>`exists (select from trading_stop s where s.opened_at is null and s.event_id = market.event_id
        and (s.market is null or (s.market = market.market and s.line = market.line)))`.as('stopped'),
    )
    .where('event_id', 'in', [...eventIds])
    .execute();
export type MarketRow = Awaited<ReturnType<typeof selectMarkets>>[number];

/** Whether a trader has stopped everything. */
export const selectAllStopped = async (db: Db): Promise<boolean> => {
  const row = await db
    .selectFrom('trading_stop')
    .select('id')
    .where('event_id', 'is', null)
    .where('opened_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
};

/** Ids of the events a board begins with: what is not over, and what changed at or after `since`. */
export const selectBoardIds = (db: Db, since: Date) =>
  db
    .selectFrom('event')
    .select(['id', 'updated_at'])
    .where((or) =>
      or.or([or('state', 'in', ['scheduled', 'live', 'half_time']), or('updated_at', '>=', since)]),
    )
    .execute();

/** Ids of the events that changed at or after `since`, oldest change first. */
export const selectChangedIds = (db: Db, since: Date) =>
  db
    .selectFrom('event')
    .select(['id', 'updated_at'])
    .where('updated_at', '>=', since)
    .orderBy('updated_at')
    .execute();

/** The database's time. */
export const selectNow = async (db: Db): Promise<Date> => {
  const row = await db.selectNoFrom((of) => of.fn<Date>('now').as('now')).executeTakeFirstOrThrow();
  return row.now;
};
