import type { Db, Queryable } from '../platform/database.ts';
import { statement } from '../platform/database.ts';
import type { Aliases, Question } from './names/mapping.ts';

/** What persons have said that the names of a feed mean. */
export const selectAliases = async (db: Db, feed: string): Promise<Aliases> => {
  const [teams, competitions] = await Promise.all([
    db.selectFrom('team_alias').select(['name', 'team_id']).where('feed', '=', feed).execute(),
    db.selectFrom('competition_alias').select(['name', 'competition_id']).where('feed', '=', feed).execute(),
  ]);
  return {
    teams: new Map(teams.map((row) => [row.name, row.team_id])),
    competitions: new Map(competitions.map((row) => [row.name, row.competition_id])),
  };
};

/** Every name a person has explained, for people to look through. */
export const selectAllAliases = async (db: Db) => {
  const [teams, competitions] = await Promise.all([
    db.selectFrom('team_alias').selectAll().orderBy('feed').orderBy('name').execute(),
    db.selectFrom('competition_alias').selectAll().orderBy('feed').orderBy('name').execute(),
  ]);
  return [
    ...competitions.map(({ competition_id: means, ...row }) => ({
      kind: 'competition' as const,
      means,
      ...row,
    })),
    ...teams.map(({ team_id: means, ...row }) => ({ kind: 'team' as const, means, ...row })),
  ];
};

const aliasUpsert = {
  team: statement(
    'team-alias-upsert',
    `insert into team_alias (feed, name, team_id, who) values ($1, $2, $3, $4)
     on conflict (feed, name) do update set team_id = excluded.team_id, who = excluded.who, at = now()`,
  ),
  competition: statement(
    'competition-alias-upsert',
    `insert into competition_alias (feed, name, competition_id, who) values ($1, $2, $3, $4)
     on conflict (feed, name) do update set competition_id = excluded.competition_id, who = excluded.who, at = now()`,
  ),
};
const questionDelete = statement(
  'feed-question-delete',
  'delete from feed_question where feed = $1 and kind = $2 and name = $3',
);
export type Alias = { feed: string; kind: Question['kind']; name: string; means: string; who: string };
/** Writes what a name means; call in a transaction. The question after it is answered. */
export const saveAlias = async (to: Queryable, { feed, kind, name, means, who }: Alias): Promise<void> => {
  await to.query(aliasUpsert[kind]([feed, name, means, who]));
  await to.query(questionDelete([feed, kind, name]));
};

const questionUpsert = statement(
  'feed-question-upsert',
  `insert into feed_question (feed, kind, name, seen_in)
   select $1, * from unnest($2::text[], $3::text[], $4::text[])
   on conflict (feed, kind, name) do update set last_at = now(), seen_in = excluded.seen_in`,
);
/** Notes names that are to be explained; each of them once. */
export const saveQuestions = async (
  to: Queryable,
  feed: string,
  questions: readonly Question[],
): Promise<void> => {
  if (questions.length === 0) return;
  await to.query(
    questionUpsert([
      feed,
      questions.map(({ kind }) => kind),
      questions.map(({ name }) => name),
      questions.map(({ seenIn }) => seenIn),
    ]),
  );
};

export const selectQuestions = (db: Db) =>
  db.selectFrom('feed_question').selectAll().orderBy('feed').orderBy('kind').orderBy('name').execute();

/** The events that a feed's names for matches stand for; null for one that a person has called new. */
export const selectLinks = async (
  db: Db,
  feed: string,
  refs: readonly string[],
): Promise<Map<string, string | null>> => {
  const rows = await db
    .selectFrom('feed_link')
    .select(['ref', 'event_id'])
    .where('feed', '=', feed)
    .where((of) => of('ref', '=', of.fn.any(of.val([...refs]))))
    .execute();
  return new Map(rows.map((row) => [row.ref, row.event_id]));
};

/** A feed's names for these events, with the event of each. */
export const selectRefs = async (
  db: Db,
  feed: string,
  eventIds: readonly string[],
): Promise<Map<string, string>> => {
  const rows = await db
    .selectFrom('feed_link')
    .select(['ref', 'event_id'])
    .where('feed', '=', feed)
    .where((of) => of('event_id', '=', of.fn.any(of.val([...eventIds]))))
    .execute();
  return new Map(rows.flatMap((row) => (row.event_id === null ? [] : [[row.ref, row.event_id]])));
};

const linkUpsert = statement(
  'feed-link-upsert',
  `insert into feed_link (feed, ref, event_id) values ($1, $2, $3)
   on conflict (feed, ref) do update set event_id = excluded.event_id, at = now()`,
);
/** @param of.eventId null: it is none of the events there are */
export const saveLink = async (
  to: Queryable,
  of: { feed: string; ref: string; eventId: string | null },
): Promise<void> => {
  await to.query(linkUpsert([of.feed, of.ref, of.eventId]));
};

/** Which of these events stand on prices that were brought. */
export const selectBrought = async (db: Db, eventIds: readonly string[]): Promise<Set<string>> => {
  const rows = await db
    .selectFrom('feed_price')
    .select('event_id')
    .where('brought', '=', true)
    .where((of) => of('event_id', '=', of.fn.any(of.val([...eventIds]))))
    .execute();
  return new Set(rows.map((row) => row.event_id));
};

const priceUpsert = statement(
  'feed-price-upsert',
  `insert into feed_price (event_id, source, brought) values ($1, $2, $3)
   on conflict (event_id) do update set source = excluded.source, brought = excluded.brought, at = now()`,
);
export const savePrice = async (
  to: Queryable,
  of: { eventId: string; source: string; brought: boolean },
): Promise<void> => {
  await to.query(priceUpsert([of.eventId, of.source, of.brought]));
};
