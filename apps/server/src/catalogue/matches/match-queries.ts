import { query, type Queryable } from '../../core/database/database.ts';
import { columnsOf, type Row } from '../../core/database/rows.ts';
import { withheldBy } from '../../pricing/index.ts';

const eventColumns = [
  'id',
  'competition_id',
  'stage',
  'home_id',
  'away_id',
  'neutral',
  'kick_off',
  'state',
  'replay',
  'feed_ref',
] as const;
const resultColumns = ['kind', 'ft_home', 'ft_away', 'ht_home', 'ht_away'] as const;

/** An event with its result in force, where it has one. */
export type MatchRow = Row<'event', (typeof eventColumns)[number]> & {
  [Column in (typeof resultColumns)[number]]: Row<'result'>[Column] | null;
};

const matches = `select ${columnsOf('event', eventColumns, 'e')}, ${columnsOf('result', resultColumns, 'r')}
  from event e
    left join lateral (
      select result_version from ruling where event_id = e.id order by version desc limit 1
    ) u on true
    left join result r on r.event_id = e.id and r.version = u.result_version
  where not exists (${withheldBy('e')})`;
const idsOf = query.many<Row<'event', 'id'>>(
  'match-ids-of',
  `select id from event e where not exists (${withheldBy('e')}) and (home_id = any($1::text[]) or away_id = any($1::text[])
     or competition_id = any($2::text[])) order by kick_off desc, id limit $3`,
);
/** Ids of the latest matches of some teams or competitions. */
export const selectMatchIdsOf = async (
  on: Queryable,
  of: { teams: readonly string[]; competitions: readonly string[] },
  limit: number,
): Promise<string[]> => (await idsOf(on, [of.teams, of.competitions, limit])).map(({ id }) => id);

const replayed = query.one<Row<'event', 'feed_ref'>>(
  'replayed-last',
  `select feed_ref from event where replay and state <> 'scheduled' order by kick_off desc, id desc limit 1`,
);
/** What the replay calls the match that kicked off last; undefined before the first. */
export const selectLastReplayed = async (on: Queryable): Promise<string | undefined> =>
  (await replayed(on))?.feed_ref;

const order = 'order by e.kick_off, e.id';

const ofCompetition = query.many<MatchRow>(
  'matches-of-competition',
  `${matches} and e.competition_id = $1 ${order}`,
);
/** All matches of a competition that members may see, by kick-off. */
export const selectMatchesOfCompetition = (on: Queryable, id: string): Promise<MatchRow[]> =>
  ofCompetition(on, [id]);

const ofTeams = query.many<MatchRow>(
  'matches-of-teams',
  `${matches} and (e.home_id = any($1::text[]) or e.away_id = any($1::text[])) ${order}`,
);
/** All matches of some teams that members may see, by kick-off. */
export const selectMatchesOfTeams = (on: Queryable, ids: readonly string[]): Promise<MatchRow[]> =>
  ofTeams(on, [ids]);
