import type { GoalMeans } from '@touchline/football/scoring-rates';
import { addHouseFact, factBody, type Fact } from '../../core/public-log/facts.ts';
import { basisColumns, type BasisOrigin } from '../../pricing/index.ts';
import { query, statement, type Queryable } from '../../core/database/database.ts';
import { insertInto, insertRows, parameters } from '../../core/database/rows.ts';
import type { ReportedIncident, NewEvent, Competition, EventMove, NamedTeam } from './domain.ts';

const newCompetition = insertInto('competition', ['id', 'name', 'country', 'zone']);
const competitionUpsert = query.exec(
  'competition-upsert',
  `${newCompetition.text}
   on conflict (id) do update set
     -- A name given by an operator takes precedence over the names of feeds.
     name = case when competition.version = 0 then excluded.name else competition.name end,
     country = case when competition.version = 0 then excluded.country else competition.country end,
     zone = coalesce(excluded.zone, competition.zone)
   where competition.version = 0 or excluded.zone is not null`,
);
export const upsertCompetition = async (
  to: Queryable,
  { id, name, country, zone }: Competition,
): Promise<void> => {
  await competitionUpsert(
    to,
    newCompetition.values({
      id,
      name,
      country: country ?? null,
      zone: zone ?? null,
    }),
  );
};

const newTeams = insertRows('team', ['id', 'name', 'short', 'flag', 'colour_a', 'colour_b']);
const teamUpsert = query.exec(
  'team-upsert',
  `${newTeams.text}
   on conflict (id) do update set name = excluded.name, short = excluded.short, flag = excluded.flag,
     colour_a = excluded.colour_a, colour_b = excluded.colour_b
   where team.version = 0`,
);
export const upsertTeams = async (to: Queryable, teams: readonly NamedTeam[]): Promise<void> => {
  await teamUpsert(
    to,
    newTeams.values(
      teams.map(({ id, name, short, flag = null, colours }) => ({
        id,
        name,
        short,
        flag,
        colour_a: colours[0],
        colour_b: colours[1],
      })),
    ),
  );
};

const newEvents = insertRows(
  'event',
  [
    'id',
    'competition_id',
    'stage',
    'home_id',
    'away_id',
    'neutral',
    'kick_off',
    'replay',
    'feed',
    'feed_ref',
    'recorded_at',
    'home_mean',
    'away_mean',
    'rho',
    'basis',
    'basis_source',
    'basis_results',
    'basis_shots',
    'basis_at',
    'best_prices',
  ],
  { updated_at: 'site_now()' },
);
const eventInsert = query.many<{ id: string }>(
  'event-insert',
  `${newEvents.text} on conflict (feed, feed_ref) do nothing returning id`,
);
/** @param now since when their prices rest on their basis. @returns ids of the events that were not there yet */
export const insertEvents = async (
  to: Queryable,
  events: readonly (NewEvent & { id: string })[],
  now: Date,
): Promise<string[]> => {
  const rows = await eventInsert(
    to,
    newEvents.values(
      events.map(({ id, neutral, replay, feed, means, basis, ...event }) => ({
        id,
        competition_id: event.competitionId,
        stage: event.stage ?? null,
        home_id: event.homeId,
        away_id: event.awayId,
        neutral,
        kick_off: event.kickOff,
        replay,
        feed,
        feed_ref: event.feedRef,
        recorded_at: event.recordedAt ?? null,
        home_mean: means?.homeMean ?? null,
        away_mean: means?.awayMean ?? null,
        rho: means?.rho ?? null,
        ...basisColumns(means && basis),
        basis_at: means && basis ? now : null,
      })),
    ),
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
  basis: 'text',
  basis_source: 'text',
  basis_results: 'integer',
  basis_shots: 'integer',
  best_prices: 'jsonb',
  is_priced: 'boolean',
});
const eventMove = query.one<{ isKickOffMoved: boolean }>(
  'event-move',
  `update event set kick_off = ${$('kick_off')}, state = ${$('state')}, minute = ${$('minute')},
     home_goals = ${$('home_goals')}, away_goals = ${$('away_goals')}, ht_home = ${$('ht_home')}, ht_away = ${$('ht_away')},
     home_mean = ${$('home_mean')}, away_mean = ${$('away_mean')}, rho = ${$('rho')},
     basis = ${$('basis')}, basis_source = ${$('basis_source')}, basis_results = ${$('basis_results')},
     basis_shots = ${$('basis_shots')}, best_prices = ${$('best_prices')},
     basis_at = case when not ${$('is_priced')} then basis_at when ${$('basis')} is not null then site_now() end,
     home_reds = ${$('home_reds')}, away_reds = ${$('away_reds')},
     feed_seen_at = site_now(), silent = false, version = version + 1, updated_at = site_now(),
     called_off_from = case when ${$('state')} in ('postponed', 'abandoned', 'cancelled') then coalesce(called_off_from, kick_off)
       else called_off_from end
   from (select id as was_id, kick_off as was_at from event where id = ${$('id')} for update) was
   where id = was_id and state not in ('finished', 'cancelled')
     and (state <> 'abandoned' or ${$('state')} in ('live', 'half_time', 'finished'))
     and (${$('at_version')} is null or version = ${$('at_version')})
   returning was_at <> kick_off as "isKickOffMoved"`,
);
/**
 * @returns whether its kick-off was moved; undefined where the event was not: what is over, or at another version than meant, stays as
 *   it is. An abandoned match may be resumed
 */
export const moveEvent = async (
  to: Queryable,
  id: string,
  move: Pick<EventMove, 'atVersion' | 'kickOff' | 'state' | 'minute' | 'score' | 'ht' | 'redCards'> & {
    means: GoalMeans | undefined;
    basis: BasisOrigin | undefined;
    /** The means are new. */
    isPriced: boolean;
  },
): Promise<{ isKickOffMoved: boolean } | undefined> => {
  const { atVersion, kickOff, state, minute, score, ht, redCards, means, basis, isPriced } = move;
  const row = await eventMove(
    to,
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
      ...basisColumns(basis),
      is_priced: isPriced,
    }),
  );
  return row;
};

const unfinishedSelect = query.many<{ feed_ref: string }>(
  'event-unfinished',
  `select feed_ref from event where feed = $1 and state in ('scheduled', 'live', 'half_time')`,
);
/** References of a feed's events that are not over. */
export const selectUnfinished = async (to: Queryable, feed: string): Promise<string[]> =>
  (await unfinishedSelect(to, [feed])).map((row) => row.feed_ref);

const knownSelect = query.many<{ id: string; feed_ref: string; is_over: boolean }>(
  'event-known',
  `select id, feed_ref, state not in ('scheduled', 'live', 'half_time') as is_over
   from event where feed = $1 and feed_ref = any ($2::text[])`,
);
/** Which of a feed's references are known. */
export const selectKnown = (
  to: Queryable,
  feed: string,
  feedRefs: readonly string[],
): Promise<{ id: string; feed_ref: string; is_over: boolean }[]> => knownSelect(to, [feed, feedRefs]);

const eventTouch = query.exec('event-touch', 'update event set updated_at = site_now() where id = $1');
export const touchEvent = async (to: Queryable, id: string): Promise<void> => {
  await eventTouch(to, [id]);
};

const newIncidents = insertRows('incident', [
  'event_id',
  'n',
  'kind',
  'minute',
  'side',
  'home_goals',
  'away_goals',
  'at',
]);
const incidentInsert = query.exec(
  'incident-insert',
  `${newIncidents.text} on conflict (event_id, n) do nothing`,
);
/** Writes what happened in a match so far; what is known already is left as it is. */
export const insertIncidents = async (
  to: Queryable,
  eventId: string,
  incidents: readonly ReportedIncident[],
): Promise<void> => {
  await incidentInsert(
    to,
    newIncidents.values(
      incidents.map(({ kind, minute = null, side = null, score, at }, index) => ({
        event_id: eventId,
        n: index + 1,
        kind,
        minute,
        side,
        home_goals: score.home,
        away_goals: score.away,
        at,
      })),
    ),
  );
};

const contact = query.many<{ id: string; silent: boolean }>(
  'event-contact',
  // Not a change of the event: neither version nor updated_at moves.
  `with known as materialized (
     select id, silent from event where id = any ($1::uuid[]) order by id for update
   )
   update event set feed_seen_at = site_now() from known where event.id = known.id returning event.id, known.silent`,
);

/** Records that the feed of these events is alive. @returns those that had been found silent */
export const noteContact = async (to: Queryable, eventIds: readonly string[]): Promise<string[]> => {
  if (eventIds.length === 0) return [];
  const rows = await contact(to, [eventIds]);
  return rows.filter(({ silent }) => silent).map(({ id }) => id);
};

const silent = statement(
  'event-silent',
  `update event set silent = true, version = version + 1, updated_at = site_now()
   where state in ('live', 'half_time') and not silent and feed_seen_at < site_now() - $1 * interval '1 millisecond'
   returning id`,
);

/** Marks the matches in play whose feed was silent for `silenceMs`. @returns those marked now */
export const markSilent = async (to: Queryable, silenceMs: number): Promise<string[]> => {
  const { rows } = await to.query<{ id: string }>(silent([silenceMs]));
  return rows.map(({ id }) => id);
};

const started = query.many<{ id: string }>(
  'event-started',
  // A replay kicks its matches off itself.
  `update event set updated_at = site_now()
   where state = 'scheduled' and not replay and kick_off <= site_now()
     and exists (select from market where market.event_id = event.id and market.state = 'open')
   returning id`,
);

/** Events past their kick-off that no feed has kicked off, with open markets. */
export const markStarted = async (to: Queryable): Promise<string[]> =>
  (await started(to)).map(({ id }) => id);

/** The kind of a match among entries of the log. */
const eventKind = 'event';

type EventRow = {
  id: string;
  version: number;
  kick_off: Date;
  competition: string;
  home: string;
  away: string;
  now: Date;
};

const eventFact = (row: EventRow): Fact => ({
  kind: eventKind,
  id: `${row.id}:${row.version}`,
  isPrivate: false,
  body: factBody(eventKind, {
    away: row.away,
    competition: row.competition,
    event: row.id,
    home: row.home,
    kickOff: row.kick_off.toISOString(),
    time: row.now.toISOString(),
    version: row.version,
  }),
});

/**
 * Puts matches into the log as they are now, in the transaction that announces them or moves their kick-off: what was a price before
 * kick-off follows from it. The id of the fact is `<event>:<version of the event>`.
 */
export const addEventFacts = async (client: Queryable, ids: readonly string[]): Promise<void> => {
  const { rows } = await client.query<EventRow>(
    `select e.id, e.version, e.kick_off, c.name as competition, h.name as home, a.name as away, site_now() as now
     from event e join competition c on c.id = e.competition_id join team h on h.id = e.home_id join team a on a.id = e.away_id
     where e.id = any($1::uuid[]) order by e.id`,
    [ids],
  );
  for (const row of rows) await addHouseFact(client, eventFact(row));
};

/** Matches that can still be bet on and were announced before the log had them. @returns how many were put into it */
export const addUnknownEvents = async (client: Queryable): Promise<number> => {
  const { rows } = await client.query<{ id: string }>(
    `select e.id from event e where e.state in ('scheduled', 'live', 'half_time')
       and not exists (select from house_fact f where f.kind = '${eventKind}' and f.id >= e.id::text and f.id < e.id::text || ';')`,
  );
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await addEventFacts(client, ids);
  return ids.length;
};
