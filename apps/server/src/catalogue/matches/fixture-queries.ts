import type { MatchShots } from '@touchline/football/strengths-shots';
import { query, statement, type Queryable } from '../../core/database/database.ts';
import { columnsOf, insertRows, type Row } from '../../core/database/rows.ts';

/** Which events: by id, or those with kick-off in a span, of all competitions or of some. */
export type FixtureFilter =
  | { ids: readonly string[] }
  | { competitionIds?: readonly string[]; from: Date; to: Date };

const fixtureColumns = [
  'id',
  'competition_id',
  'home_id',
  'away_id',
  'kick_off',
  'state',
  'version',
  'feed',
  'home_mean',
  'away_mean',
  'rho',
  'basis',
  'basis_source',
  'basis_results',
  'basis_shots',
  'basis_at',
  'best_prices',
] as const;
type FixtureRow = Row<'event', (typeof fixtureColumns)[number]>;

const fixtures = `select ${columnsOf('event', fixtureColumns)} from event where not replay`;
const fixturesById = statement('fixtures-by-id', `${fixtures} and id = any($1::uuid[]) order by id`);
const fixturesWithin = statement(
  'fixtures-within',
  `${fixtures} and kick_off between $1 and $2 and ($3::text[] is null or competition_id = any($3)) order by id`,
);
/** Events of real matches, in the order of their ids. */
export const selectFixtureRows = async (on: Queryable, filter: FixtureFilter): Promise<FixtureRow[]> => {
  const query =
    'ids' in filter
      ? fixturesById([filter.ids])
      : fixturesWithin([filter.from, filter.to, filter.competitionIds ?? null]);
  return (await on.query<FixtureRow>(query)).rows;
};

const resultColumns = [
  'event_id',
  'version',
  'ht_home',
  'ht_away',
  'ft_home',
  'ft_away',
  'source',
  'state',
] as const;
export type FixtureResultRow = Row<'result', (typeof resultColumns)[number]>;

const results = query.many<FixtureResultRow>(
  'fixture-results',
  // An award says nothing about the course of the match.
  `select ${columnsOf('result', resultColumns)} from result
   where event_id = any($1::uuid[]) and kind <> 'awarded' order by event_id, version`,
);
/** Every version of these events' results, the oldest first. */
export const selectResultRows = (on: Queryable, eventIds: readonly string[]): Promise<FixtureResultRow[]> =>
  results(on, [eventIds]);

const countries = statement(
  'team-countries',
  `select team_id, array_agg(distinct country) as countries from (
     select distinct home_id as team_id, competition_id from event where not replay
     union select distinct away_id, competition_id from event where not replay
   ) e join competition c on c.id = e.competition_id
   where c.country is not null group by team_id`,
);
export const selectCountriesOfTeams = async (on: Queryable): Promise<Map<string, Set<string>>> => {
  const { rows } = await on.query<{ team_id: string; countries: string[] }>(countries([]));
  return new Map(rows.map((row) => [row.team_id, new Set(row.countries)]));
};

const shots = query.many<Row<'match_shots'>>(
  'fixture-shots',
  `select ${columnsOf('match_shots')} from match_shots where event_id = any($1::uuid[])`,
);
export const selectShots = (on: Queryable, eventIds: readonly string[]): Promise<Row<'match_shots'>[]> =>
  shots(on, [eventIds]);

const shotColumns = [
  'event_id',
  'feed',
  'home_shots',
  'away_shots',
  'home_on_target',
  'away_on_target',
] as const;
const newShots = insertRows('match_shots', shotColumns, { at: 'site_now()' });
const shotsUpsert = query.exec(
  'match-shots-upsert',
  `${newShots.text}
   on conflict (event_id) do update set feed = excluded.feed, home_shots = excluded.home_shots, away_shots = excluded.away_shots,
     home_on_target = excluded.home_on_target, away_on_target = excluded.away_on_target, at = excluded.at`,
);
/** Writes the shots of played matches; the last source that counts them is kept. */
export const saveShots = async (
  to: Queryable,
  feed: string,
  counted: ReadonlyMap<string, MatchShots>,
): Promise<void> => {
  if (counted.size === 0) return;
  const rows = [...counted].map(([eventId, { home, away }]) => ({
    event_id: eventId,
    feed,
    home_shots: home.all,
    away_shots: away.all,
    home_on_target: home.onTarget,
    away_on_target: away.onTarget,
  }));
  await shotsUpsert(to, newShots.values(rows));
};

const teams = query.many<Row<'team'>>('named-teams', `select ${columnsOf('team')} from team order by id`);
export const selectNamedTeams = (on: Queryable): Promise<Row<'team'>[]> => teams(on);

const competitions = query.many<Row<'competition'>>(
  'named-competitions',
  `select ${columnsOf('competition')} from competition order by id`,
);
export const selectNamedCompetitions = (on: Queryable): Promise<Row<'competition'>[]> => competitions(on);
