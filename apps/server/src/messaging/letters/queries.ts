import { query, statement, type Queryable } from '../../core/database/database.ts';
import { betTemplates, invitingTemplates } from '../../core/events.ts';
import type { Texts } from '../content/item.ts';
import type { Owner } from '../../core/owner.ts';
import { columnsOf, insertRows, type Row } from '../../core/database/rows.ts';

const letterColumns = ['id', 'template', 'fields', 'texts', 'link', 'at', 'read_at'] as const;
/** A letter as stored. */
export type LetterRow = Row<'letter', (typeof letterColumns)[number]> & {
  fields: Record<string, string>;
  texts: Texts | null;
};

const columns = columnsOf('letter', letterColumns);
/** The letters of a member; those that invite to bet only where they may be shown ($3). */
const seen = `shard = $1 and member_id = $2 and deleted_at is null
  and ($3 or template is null or template <> all ('{${invitingTemplates.join(',')}}'))`;

const newLetters = insertRows('letter', [
  'shard',
  'member_id',
  'id',
  'template',
  'fields',
  'texts',
  'link',
  'about',
  'at',
  'sent_by',
  'key',
]);
const insert = query.many<{ id: string }>(
  'letter-insert',
  `${newLetters.text} on conflict do nothing returning id`,
);

export type NewLetter = Owner & {
  id: string;
  template: string | null;
  fields: Record<string, string | undefined>;
  texts: Texts | null;
  link: string | undefined;
  about: string | undefined;
  at: Date;
  sent: { by: string; key: string } | undefined;
};

/** @returns the ids of the written letters, without those whose event or key has a letter already */
export const insertLetters = async (
  db: Queryable,
  letters: readonly NewLetter[],
): Promise<ReadonlySet<string>> => {
  const rows = await insert(
    db,
    newLetters.values(
      letters.map(
        ({ shard, memberId, id, template, fields, texts, link = null, about = null, at, sent }) => ({
          shard,
          member_id: memberId,
          id,
          template,
          fields: JSON.stringify(fields),
          texts: texts === null ? null : JSON.stringify(texts),
          link,
          about,
          at,
          sent_by: sent?.by ?? null,
          key: sent?.key ?? null,
        }),
      ),
    ),
  );
  return new Set(rows.map(({ id }) => id));
};

const byKey = query.one<{ id: string; member_id: string; texts: Texts }>(
  'letter-by-key',
  'select id, member_id, texts from letter where sent_by = $1 and key = $2 limit 1',
);

/** The letter an operator sent under a key. */
export const findSent = (
  db: Queryable,
  { by, key }: { by: string; key: string },
): Promise<{ id: string; member_id: string; texts: Texts } | undefined> => byKey(db, [by, key]);

const page = query.many<LetterRow>(
  'letter-page',
  `select ${columns} from letter where ${seen} order by id desc limit $4 offset $5`,
);
const total = statement('letter-total', `select count(*)::int as total from letter where ${seen}`);

export const pageOfLetters = async (
  db: Queryable,
  { shard, memberId, inviting }: Owner & { inviting: boolean },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: LetterRow[]; total: number }> => {
  const rows = await page(db, [shard, memberId, inviting, limit, offset]);
  const counted = await db.query<{ total: number }>(total([shard, memberId, inviting]));
  return { rows, total: counted.rows[0]?.total ?? 0 };
};

const one = query.one<LetterRow>(
  'letter-by-id',
  `select ${columns} from letter where shard = $1 and member_id = $2 and id = $3 and deleted_at is null`,
);

export const findLetter = (
  db: Queryable,
  { shard, memberId }: Owner,
  id: string,
): Promise<LetterRow | undefined> => one(db, [shard, memberId, id]);

const read = statement(
  'letter-read',
  `update letter set read_at = coalesce(read_at, $5) where ${seen} and id = $4`,
);
const readAll = statement(
  'letter-read-all',
  `update letter set read_at = $4 where ${seen} and read_at is null`,
);

/** Marks one letter or all as read. @returns the number of letters concerned, read ones included */
export const markLettersRead = async (
  db: Queryable,
  { shard, memberId, inviting }: Owner & { inviting: boolean },
  { id, at }: { id: string | undefined; at: Date },
): Promise<number> => {
  const who = [shard, memberId, inviting];
  const result = await db.query(id === undefined ? readAll([...who, at]) : read([...who, id, at]));
  return result.rowCount ?? 0;
};

const readBets = query.exec(
  'letter-read-bets',
  `update letter set read_at = $3
   where shard = $1 and member_id = $2 and read_at is null and deleted_at is null
     and template = any('{${betTemplates.join(',')}}')`,
);

/** Marks the letters about results of bets as read. */
export const markBetLettersRead = async (
  db: Queryable,
  { shard, memberId }: Owner,
  at: Date,
): Promise<void> => {
  await readBets(db, [shard, memberId, at]);
};

const remove = statement(
  'letter-delete',
  `update letter set deleted_at = coalesce(deleted_at, $4), read_at = coalesce(read_at, $4)
   where shard = $1 and member_id = $2 and id = $3`,
);
const removeRead = statement(
  'letter-delete-read',
  `update letter set deleted_at = $3
   where shard = $1 and member_id = $2 and read_at is not null and deleted_at is null`,
);

/** Hides one letter, or all read ones, from the inbox. They stay stored. @returns how many, hidden ones included */
export const markLettersDeleted = async (
  db: Queryable,
  { shard, memberId }: Owner,
  { id, at }: { id: string | undefined; at: Date },
): Promise<number> => {
  const who = [shard, memberId];
  const result = await db.query(id === undefined ? removeRead([...who, at]) : remove([...who, id, at]));
  return result.rowCount ?? 0;
};
