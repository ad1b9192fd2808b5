import { query, type Queryable } from '../../core/database/database.ts';
import { newId } from '../../core/ids.ts';
import { columnsOf, insertInto, type Row } from '../../core/database/rows.ts';
import type { FlagKind } from './hear.ts';

const words = query.many<Row<'feed_word', 'event_id' | 'word'>>(
  'feed-words',
  'select event_id, word from feed_word where event_id = any($1::uuid[])',
);
/** The last accepted reports of these events, unparsed. */
export const selectWords = async (
  on: Queryable,
  eventIds: readonly string[],
): Promise<Map<string, unknown>> => {
  const rows = await words(on, [eventIds]);
  return new Map(rows.map((row) => [row.event_id, row.word]));
};

const newWord = insertInto('feed_word', ['event_id', 'feed', 'as_of', 'word']);
const wordUpsert = query.exec(
  'feed-word-upsert',
  `${newWord.text}
   on conflict (event_id) do update set feed = excluded.feed, as_of = excluded.as_of, word = excluded.word`,
);
export const saveWord = async (
  to: Queryable,
  { eventId, feed, asOf, word }: { eventId: string; feed: string; asOf: number; word: unknown },
): Promise<void> => {
  const row = { event_id: eventId, feed, as_of: new Date(asOf), word: JSON.stringify(word) };
  await wordUpsert(to, newWord.values(row));
};

const newFlag = insertInto('feed_flag', ['id', 'event_id', 'feed', 'kind', 'said'], {
  opened_at: 'site_now()',
  last_at: 'site_now()',
});
const flagOpen = query.many<{ is_new: boolean }>(
  'feed-flag-open',
  `${newFlag.text}
   on conflict (event_id, kind) where closed_at is null
   do update set said = excluded.said, last_at = site_now()
   returning (xmax = 0) as is_new`,
);
/** Raises a flag, or updates an open one of the same kind. @returns whether it is new */
export const openFlag = async (
  to: Queryable,
  { eventId, feed, kind, said }: { eventId: string; feed: string; kind: FlagKind; said: unknown },
): Promise<boolean> => {
  const row = { id: newId(), event_id: eventId, feed, kind, said: JSON.stringify(said) };
  const rows = await flagOpen(to, newFlag.values(row));
  return rows[0]?.is_new === true;
};

const flagsWithdraw = query.exec(
  'feed-flags-withdraw',
  `update feed_flag set closed_at = site_now(), closed_by = $2, verdict = 'withdrawn'
   where event_id = $1 and closed_at is null`,
);
/** Closes an event's flags: the feed itself is credible again. */
export const withdrawFlags = async (to: Queryable, eventId: string, by: string): Promise<void> => {
  await flagsWithdraw(to, [eventId, by]);
};

const flagClose = query.exec(
  'feed-flag-close',
  `update feed_flag set closed_at = site_now(), closed_by = $2, verdict = $3 where id = $1 and closed_at is null`,
);
/** @returns whether it was still open */
export const closeFlag = async (
  to: Queryable,
  of: { id: string; by: string; verdict: 'accepted' | 'rejected' },
): Promise<boolean> => (await flagClose(to, [of.id, of.by, of.verdict])) === 1;

export type OpenFlag = Row<'feed_flag'>;

const openFlags = `select ${columnsOf('feed_flag')} from feed_flag where closed_at is null`;
const flagById = query.one<OpenFlag>('feed-flag-open-by-id', `${openFlags} and id = $1`);
/** A flag that is open. */
export const selectOpenFlag = (on: Queryable, id: string): Promise<OpenFlag | undefined> =>
  flagById(on, [id]);

const flags = query.many<OpenFlag>('feed-flags-open', `${openFlags} order by opened_at`);
/** Open flags, the oldest first. */
export const selectOpenFlags = (on: Queryable): Promise<OpenFlag[]> => flags(on);
