import type { GoalMeans } from '@touchline/football/grid';
import { statement, type Queryable } from '../../platform/database.ts';
import { parameters } from '../../platform/rows.ts';
import type { Incident, NewEvent, Competition, EventMove, NamedTeam } from './domain.ts';

const competitionUpsert = statement(
  'competition-upsert',
  `insert into competition (id, name, country) values ($1, $2, $3)
   on conflict (id) do update set name = excluded.name, country = excluded.country
   -- A name given by an operator takes precedence over the names of feeds.
   where competition.version = 0`,
);
export const upsertCompetition = async (to: Queryable, of: Competition): Promise<void> => {
  await to.query(competitionUpsert([of.id, of.name, of.country ?? null]));
};

const teamUpsert = statement(
  'team-upsert',
  `insert into team (id, name, short, flag, colour_a, colour_b)
   select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
   on conflict (id) do update set name = excluded.name, short = excluded.short, flag = excluded.flag,
     colour_a = excluded.colour_a, colour_b = excluded.colour_b
   where team.version = 0`,
);
export const upsertTeams = async (to: Queryable, teams: readonly NamedTeam[]): Promise<void> => {
  await to.query(
    teamUpsert([
      teams.map(({ id }) => id),
      teams.map(({ name }) => name),
      teams.map(({ short }) => short),
      teams.map(({ flag }) => flag ?? null),
      teams.map(({ colours }) => colours[0]),
      teams.map(({ colours }) => colours[1]),
    ]),
  );
};

const eventInsert = statement(
  'event-insert',
  `insert into event (id, competition_id, stage, home_id, away_id, neutral, kick_off, replay, feed, feed_ref,
     recorded_at, home_mean, away_mean, rho)
   select * from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::boolean[],
     $7::timestamptz[], $8::boolean[], $9::text[], $10::text[], $11::timestamptz[], $12::float8[], $13::float8[],
     $14::float8[])
   on conflict (feed, feed_ref) do nothing
   returning id`,
);
/** @returns ids of the events that were not there yet */
export const insertEvents = async (
  to: Queryable,
  events: readonly (NewEvent & { id: string })[],
): Promise<string[]> => {
  const { rows } = await to.query<{ id: string }>(
    eventInsert([
      events.map(({ id }) => id),
      events.map(({ competitionId }) => competitionId),
      events.map(({ stage }) => stage ?? null),
      events.map(({ homeId }) => homeId),
      events.map(({ awayId }) => awayId),
      events.map(({ neutral }) => neutral),
      events.map(({ kickOff }) => kickOff),
      events.map(({ replay }) => replay),
      events.map(({ feed }) => feed),
      events.map(({ feedRef }) => feedRef),
      events.map(({ recordedAt }) => recordedAt ?? null),
      events.map(({ means }) => means?.homeMean ?? null),
      events.map(({ means }) => means?.awayMean ?? null),
      events.map(({ means }) => means?.rho ?? null),
    ]),
  );
  return rows.map(({ id }) => id);
};

const { $, values: moveValues } = parameters({
  id: 'uuid',
  at_version: 'int',
  kick_off: 'timestamptz',
  state: 'text',
  minute: 'text',
  home_goals: 'smallint',
  away_goals: 'smallint',
  ht_home: 'smallint',
  ht_away: 'smallint',
  home_mean: 'float8',
  away_mean: 'float8',
  rho: 'float8',
  home_reds: 'smallint',
  away_reds: 'smallint',
});
const eventMove = statement(
  'event-move',
  `update event set kick_off = ${$('kick_off')}, state = ${$('state')}, minute = ${$('minute')},
     home_goals = ${$('home_goals')}, away_goals = ${$('away_goals')}, ht_home = ${$('ht_home')}, ht_away = ${$('ht_away')},
     home_mean = ${$('home_mean')}, away_mean = ${$('away_mean')}, rho = ${$('rho')},
     home_reds = ${$('home_reds')}, away_reds = ${$('away_reds')},
     feed_seen_at = now(), silent = false, version = version + 1, updated_at = now(),
     called_off_from = case when ${$('state')} in ('postponed', 'abandoned', 'cancelled') then coalesce(called_off_from, kick_off)
       else called_off_from end
   where id = ${$('id')} and state not in ('finished', 'cancelled')
     and (state <> 'abandoned' or ${$('state')} in ('live', 'half_time', 'finished'))
     and (${$('at_version')} is null or version = ${$('at_version')})`,
);
/**
 * @returns whether the event was moved; what is over, or at another version than meant, stays as it is. An abandoned
 *   match may be resumed
 */
export const moveEvent = async (
  to: Queryable,
  id: string,
  move: Pick<EventMove, 'atVersion' | 'kickOff' | 'state' | 'minute' | 'score' | 'ht' | 'redCards'> & {
    means: GoalMeans | undefined;
  },
): Promise<boolean> => {
  const { atVersion, kickOff, state, minute, score, ht, redCards, means } = move;
  const done = await to.query(
    eventMove(
      moveValues({
        id,
        at_version: atVersion ?? null,
        kick_off: kickOff,
        state,
        minute: minute ?? null,
        home_goals: score?.home ?? null,
        away_goals: score?.away ?? null,
        ht_home: ht?.home ?? null,
        ht_away: ht?.away ?? null,
        home_mean: means?.homeMean ?? null,
        away_mean: means?.awayMean ?? null,
        rho: means?.rho ?? null,
        home_reds: redCards?.home ?? null,
        away_reds: redCards?.away ?? null,
      }),
    ),
  );
  return done.rowCount === 1;
};

const unfinishedSelect = statement(
  'event-unfinished',
  `select feed_ref from event where feed = $1 and state in ('scheduled', 'live', 'half_time')`,
);
/** References of a feed's events that are not over. */
export const selectUnfinished = async (to: Queryable, feed: string): Promise<string[]> =>
  (await to.query<{ feed_ref: string }>(unfinishedSelect([feed]))).rows.map((row) => row.feed_ref);

const knownSelect = statement(
  'event-known',
  `select id, feed_ref, state not in ('scheduled', 'live', 'half_time') as is_over
   from event where feed = $1 and feed_ref = any ($2::text[])`,
);
/** Which of a feed's references are known. */
export const selectKnown = async (
  to: Queryable,
  feed: string,
  feedRefs: readonly string[],
): Promise<{ id: string; feed_ref: string; is_over: boolean }[]> =>
  (await to.query<{ id: string; feed_ref: string; is_over: boolean }>(knownSelect([feed, feedRefs]))).rows;

const eventTouch = statement('event-touch', 'update event set updated_at = now() where id = $1');
export const touchEvent = async (to: Queryable, id: string): Promise<void> => {
  await to.query(eventTouch([id]));
};

const incidentInsert = statement(
  'incident-insert',
  `insert into incident (event_id, n, kind, minute, side, home_goals, away_goals, at)
   select $1, n, kind, minute, side, home_goals, away_goals, at
   from unnest($2::smallint[], $3::text[], $4::text[], $5::text[], $6::smallint[], $7::smallint[],
     $8::timestamptz[]) as new (n, kind, minute, side, home_goals, away_goals, at)
   on conflict (event_id, n) do nothing`,
);
/** Writes what happened in a match so far; what is known already is left as it is. */
export const insertIncidents = async (
  to: Queryable,
  eventId: string,
  incidents: readonly Incident[],
): Promise<void> => {
  await to.query(
    incidentInsert([
      eventId,
      incidents.map((_, index) => index + 1),
      incidents.map(({ kind }) => kind),
      incidents.map(({ minute }) => minute ?? null),
      incidents.map(({ side }) => side ?? null),
      incidents.map(({ score }) => score.home),
      incidents.map(({ score }) => score.away),
      incidents.map(({ at }) => at),
    ]),
  );
};
