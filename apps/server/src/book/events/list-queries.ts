import { sql } from 'kysely';
import type { EventState } from '@touchline/contract/shapes/football';
import type { Db } from '../../platform/database.ts';
import { withheldBy } from '../board/stops-sql.ts';

export type EventFilter = {
  states?: readonly EventState[] | undefined;
  competition?: string | undefined;
  /** A day and the time zone it is meant in. */
  day?: { date: string; timeZone: string } | undefined;
  /** Days, both included, and the time zone they are meant in. */
  days?: { from?: string | undefined; to?: string | undefined; timeZone: string } | undefined;
  /** Only those of which a result or a void waits for a person. */
  waiting?: boolean | undefined;
  /** As members see it: without what is withheld from them, each day by the order of competitions. */
  forMembers?: { timeZone: string } | undefined;
  /** Events of one of these teams or competitions. */
  of?: { teams: readonly string[]; competitions: readonly string[] } | undefined;
};

/** In play first, then what is to come by kick-off, then what is over, the latest first. */
const place = sql<number>`case when state in ('live', 'half_time') then 0 when state = 'scheduled' then 1 else 2 end`;

/** Where its competition stands in members' lists. */
const cup = sql<number>`(select c.place from competition c where c.id = event.competition_id)`;

/** @returns ids of the page, and how many events there are in all */
export const selectEventIds = async (
  db: Db,
  filter: EventFilter,
  { page, limit }: { page: number; limit: number },
): Promise<{ ids: string[]; total: number }> => {
  let query = db.selectFrom('event');
  const { states, competition, day, days, waiting = false, forMembers, of } = filter;
  if (states !== undefined) query = query.where('state', 'in', [...states]);
  if (competition !== undefined) query = query.where('competition_id', '=', competition);
  if (day !== undefined) {
    const from = sql<Date>`${day.date}::timestamp at time zone ${day.timeZone}`;
    const to = sql<Date>`(${day.date}::timestamp + interval '1 day') at time zone ${day.timeZone}`;
    query = query.where('kick_off', '>=', from).where('kick_off', '<', to);
  }
  if (days?.from !== undefined) {
    query = query.where('kick_off', '>=', sql<Date>`${days.from}::timestamp at time zone ${days.timeZone}`);
  }
  if (days?.to !== undefined) {
    const end = sql<Date>`(${days.to}::timestamp + interval '1 day') at time zone ${days.timeZone}`;
    query = query.where('kick_off', '<', end);
  }
  if (forMembers !== undefined) {
    query = query.where(sql<boolean>`not exists (${sql.raw(withheldBy('event'))})`);
  }
  if (waiting) {
    const [results, voids] = (['result', 'void_proposal'] as const).map((table) =>
      db.selectFrom(table).where('state', '=', 'proposed').select('event_id'),
    );
    if (results && voids) query = query.where('id', 'in', results.union(voids));
  }
  if (of !== undefined) {
    const teams = sql<string[]>`${[...of.teams]}::text[]`;
    const competitions = sql<string[]>`${[...of.competitions]}::text[]`;
    query = query.where((or) =>
      or.or([
        or('home_id', '=', or.fn.any(teams)),
        or('away_id', '=', or.fn.any(teams)),
        or('competition_id', '=', or.fn.any(competitions)),
      ]),
    );
  }
  const dayOf = sql<string>`(kick_off at time zone ${forMembers?.timeZone ?? 'UTC'})::date`;
  const [rows, count] = await Promise.all([
    query
      .select('id')
      .orderBy(place)
      .$if(forMembers !== undefined, (each) =>
        each
          .orderBy(sql`case when ${place} < 2 then ${dayOf} end`)
          .orderBy(dayOf, 'desc')
          .orderBy(cup, (by) => by.asc().nullsLast()),
      )
      .orderBy(sql`case when ${place} < 2 then kick_off end`)
      .orderBy('kick_off', 'desc')
      .orderBy('id')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    query.select((of) => of.fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { ids: rows.map(({ id }) => id), total: Number(count.total) };
};

export const selectTeams = (db: Db) =>
  db.selectFrom('team').select(['id', 'name', 'short', 'flag']).execute();

export const selectCompetitions = (db: Db) =>
  db.selectFrom('competition').select(['id', 'name', 'names']).execute();

export const selectIncidents = (db: Db, eventId: string) =>
  db.selectFrom('incident').selectAll().where('event_id', '=', eventId).orderBy('n').execute();

/** The result that counts for an event. */
export const selectResult = (db: Db, eventId: string) =>
  db
    .selectFrom('ruling as u')
    .innerJoin('result as r', (join) =>
      join.onRef('r.event_id', '=', 'u.event_id').onRef('r.version', '=', 'u.result_version'),
    )
    .selectAll('r')
    .where('u.event_id', '=', eventId)
    .orderBy('u.version', 'desc')
    .limit(1)
    .executeTakeFirst();

/** How many versions of a market are told. */
const HISTORY_MAX = 200;

/** The selections of a market and its latest versions, the newest first; undefined when there is no such market. */
export const selectPriceHistory = async (db: Db, of: { eventId: string; market: string; line: string }) => {
  const row = await db
    .selectFrom('market')
    .where('event_id', '=', of.eventId)
    .where('market', '=', of.market)
    .where('line', '=', of.line)
    .select('selections')
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const versions = await db
    .selectFrom('market_history')
    .where('event_id', '=', of.eventId)
    .where('market', '=', of.market)
    .where('line', '=', of.line)
    .orderBy('version', 'desc')
    .limit(HISTORY_MAX)
    .select(['version', 'state', 'odds_milli', 'at'])
    .execute();
  return { selections: row.selections, versions };
};
