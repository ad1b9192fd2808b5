import { query, statement, type Queryable } from '../core/database/database.ts';
import { columnsOf, insertInto, insertRows, type Row } from '../core/database/rows.ts';
import type { Aliases, Question } from '../catalogue/index.ts';

type TeamAlias = Row<'team_alias'>;
type CompetitionAlias = Row<'competition_alias'>;

const teamAliases = query.many<Pick<TeamAlias, 'place' | 'name' | 'team_id'>>(
  'team-aliases',
  'select place, name, team_id from team_alias where feed = $1',
);
const competitionAliases = query.many<Pick<CompetitionAlias, 'name' | 'competition_id'>>(
  'competition-aliases',
  'select name, competition_id from competition_alias where feed = $1',
);
/** Persons' explanations of the names of a feed. */
export const selectAliases = async (on: Queryable, feed: string): Promise<Aliases> => {
  const [teams, competitions] = await Promise.all([teamAliases(on, [feed]), competitionAliases(on, [feed])]);
  return {
    teams: new Map(
      [...Map.groupBy(teams, ({ place }) => place)].map(([place, rows]) => [
        place,
        new Map(rows.map((row) => [row.name, row.team_id])),
      ]),
    ),
    competitions: new Map(competitions.map((row) => [row.name, row.competition_id])),
  };
};

const allTeamAliases = query.many<TeamAlias>(
  'team-aliases-all',
  `select ${columnsOf('team_alias')} from team_alias order by feed, place, name`,
);
const allCompetitionAliases = query.many<CompetitionAlias>(
  'competition-aliases-all',
  `select ${columnsOf('competition_alias')} from competition_alias order by feed, name`,
);
/** Every explained name, for people to look through. */
export const selectAllAliases = async (on: Queryable) => {
  const [teams, competitions] = await Promise.all([allTeamAliases(on), allCompetitionAliases(on)]);
  return [
    ...competitions.map(({ competition_id: means, ...row }) => ({
      kind: 'competition' as const,
      place: '',
      means,
      ...row,
    })),
    ...teams.map(({ team_id: means, ...row }) => ({ kind: 'team' as const, means, ...row })),
  ];
};

const teamAlias = insertInto('team_alias', ['feed', 'place', 'name', 'team_id', 'who'], { at: 'site_now()' });
const teamAliasUpsert = statement(
  'team-alias-upsert',
  `${teamAlias.text}
   on conflict (feed, place, name) do update set team_id = excluded.team_id, who = excluded.who, at = site_now()`,
);
const competitionAlias = insertInto('competition_alias', ['feed', 'name', 'competition_id', 'who'], {
  at: 'site_now()',
});
const competitionAliasUpsert = statement(
  'competition-alias-upsert',
  `${competitionAlias.text}
   on conflict (feed, name) do update set competition_id = excluded.competition_id, who = excluded.who, at = site_now()`,
);
const questionDelete = query.exec(
  'feed-question-delete',
  'delete from feed_question where feed = $1 and kind = $2 and place = $3 and name = $4',
);
export type Alias = Pick<Question, 'kind' | 'place' | 'name'> & { feed: string; means: string; who: string };
/** Writes an explanation; call in a transaction. Its question is answered. */
export const saveAlias = async (
  to: Queryable,
  { feed, kind, place, name, means, who }: Alias,
): Promise<void> => {
  const row = { feed, name, who };
  await to.query(
    kind === 'team'
      ? teamAliasUpsert(teamAlias.values({ ...row, place, team_id: means }))
      : competitionAliasUpsert(competitionAlias.values({ ...row, competition_id: means })),
  );
  await questionDelete(to, [feed, kind, place, name]);
};

const newQuestions = insertRows('feed_question', ['feed', 'kind', 'place', 'name', 'seen_in'], {
  first_at: 'site_now()',
  last_at: 'site_now()',
});
const questionUpsert = query.exec(
  'feed-question-upsert',
  `${newQuestions.text}
   on conflict (feed, kind, place, name) do update set last_at = site_now(), seen_in = excluded.seen_in`,
);
/** Records unexplained names; each of them once. */
export const saveQuestions = async (
  to: Queryable,
  feed: string,
  questions: readonly Question[],
): Promise<void> => {
  if (questions.length === 0) return;
  await questionUpsert(
    to,
    newQuestions.values(
      questions.map(({ kind, place, name, seenIn }) => ({ feed, kind, place, name, seen_in: seenIn })),
    ),
  );
};

const questions = statement(
  'feed-questions',
  `select ${columnsOf('feed_question')} from feed_question order by feed, kind, place, name`,
);
export const selectQuestions = async (on: Queryable): Promise<Row<'feed_question'>[]> =>
  (await on.query<Row<'feed_question'>>(questions([]))).rows;

type Link = Row<'feed_link', 'ref' | 'event_id'>;
const linksByRef = query.many<Link>(
  'feed-links-by-ref',
  'select ref, event_id from feed_link where feed = $1 and ref = any($2::text[])',
);
/** The events that a feed's references are linked to; null for a match that a person has called new. */
export const selectLinks = async (
  on: Queryable,
  feed: string,
  refs: readonly string[],
): Promise<Map<string, string | null>> => {
  const rows = await linksByRef(on, [feed, refs]);
  return new Map(rows.map((row) => [row.ref, row.event_id]));
};

const linksByEvent = query.many<Link>(
  'feed-links-by-event',
  'select ref, event_id from feed_link where feed = $1 and event_id = any($2::uuid[])',
);
/** A feed's names for these events, with the event of each. */
export const selectRefs = async (
  on: Queryable,
  feed: string,
  eventIds: readonly string[],
): Promise<Map<string, string>> => {
  const rows = await linksByEvent(on, [feed, eventIds]);
  return new Map(rows.flatMap((row) => (row.event_id === null ? [] : [[row.ref, row.event_id]])));
};

const newLink = insertInto('feed_link', ['feed', 'ref', 'event_id'], { at: 'site_now()' });
const linkUpsert = query.exec(
  'feed-link-upsert',
  `${newLink.text}
   on conflict (feed, ref) do update set event_id = excluded.event_id, at = site_now()`,
);
/** @param of.eventId null: it is none of the known events */
export const saveLink = async (
  to: Queryable,
  of: { feed: string; ref: string; eventId: string | null },
): Promise<void> => {
  await linkUpsert(to, newLink.values({ feed: of.feed, ref: of.ref, event_id: of.eventId }));
};
