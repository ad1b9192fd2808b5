import type { Db, Queryable } from '../../platform/database.ts';
import { statement } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import type { FlagKind } from './hear.ts';

/** The last words believed of these events, unparsed. */
export const selectWords = async (db: Db, eventIds: readonly string[]): Promise<Map<string, unknown>> => {
  const rows = await db
    .selectFrom('feed_word')
    .select(['event_id', 'word'])
    .where((of) => of('event_id', '=', of.fn.any(of.val([...eventIds]))))
    .execute();
  return new Map(rows.map((row): [string, unknown] => [row.event_id, row.word]));
};

const wordUpsert = statement(
  'feed-word-upsert',
  `insert into feed_word (event_id, feed, as_of, word) values ($1, $2, $3, $4)
   on conflict (event_id) do update set feed = excluded.feed, as_of = excluded.as_of, word = excluded.word`,
);
export const saveWord = async (
  to: Queryable,
  of: { eventId: string; feed: string; asOf: number; word: unknown },
): Promise<void> => {
  await to.query(wordUpsert([of.eventId, of.feed, new Date(of.asOf), JSON.stringify(of.word)]));
};

const flagOpen = statement(
  'feed-flag-open',
  `insert into feed_flag (id, event_id, feed, kind, said) values ($1, $2, $3, $4, $5)
   on conflict (event_id, kind) where closed_at is null
   do update set said = excluded.said, last_at = now()
   returning (xmax = 0) as is_new`,
);
/** Raises a flag, or says again what an open one of the kind is about. @returns whether it is new */
export const openFlag = async (
  to: Queryable,
  of: { eventId: string; feed: string; kind: FlagKind; said: unknown },
): Promise<boolean> => {
  const values = [newId(), of.eventId, of.feed, of.kind, JSON.stringify(of.said)];
  return (await to.query<{ is_new: boolean }>(flagOpen(values))).rows[0]?.is_new === true;
};

const flagsWithdraw = statement(
  'feed-flags-withdraw',
  `update feed_flag set closed_at = now(), closed_by = $2, verdict = 'withdrawn'
   where event_id = $1 and closed_at is null`,
);
/** Closes an event's flags: the feed itself says what can be believed again. */
export const withdrawFlags = async (to: Queryable, eventId: string, by: string): Promise<void> => {
  await to.query(flagsWithdraw([eventId, by]));
};

const flagClose = statement(
  'feed-flag-close',
  `update feed_flag set closed_at = now(), closed_by = $2, verdict = $3 where id = $1 and closed_at is null`,
);
/** @returns whether it was still open */
export const closeFlag = async (
  to: Queryable,
  of: { id: string; by: string; verdict: 'accepted' | 'rejected' },
): Promise<boolean> => (await to.query(flagClose([of.id, of.by, of.verdict]))).rowCount === 1;

/** A flag that is open. */
export const selectOpenFlag = (db: Db, id: string) =>
  db
    .selectFrom('feed_flag')
    .selectAll()
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
export type OpenFlag = NonNullable<Awaited<ReturnType<typeof selectOpenFlag>>>;

/** Open flags, the oldest first. */
export const selectOpenFlags = (db: Db) =>
  db.selectFrom('feed_flag').selectAll().where('closed_at', 'is', null).orderBy('opened_at').execute();
