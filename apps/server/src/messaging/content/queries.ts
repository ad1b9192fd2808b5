import { Value } from 'typebox/value';
import { query, statement, type Queryable } from '../../core/database/database.ts';
import { columnsOf, insertInto, type Row } from '../../core/database/rows.ts';
import { tableColumns } from '../../core/database/schema.gen.ts';
import { ContentFields, Texts, type ContentItem, type SavedVersion } from './item.ts';

/** A version as stored. */
export type VersionRow = Row<'content'>;

export const versionColumns = columnsOf('content');

export const toVersion = (row: VersionRow): SavedVersion => ({
  id: row.id,
  version: row.version,
  kind: row.kind,
  draft: row.draft,
  removed: row.removed,
  texts: Value.Parse(Texts, row.texts),
  fields: Value.Parse(ContentFields, row.fields),
  from: row.from_at ?? undefined,
  until: row.until_at ?? undefined,
  savedBy: row.saved_by,
  savedAt: row.saved_at,
});

const changes = statement('content-changes', 'select changes from content_state');

/** The number of changes of content so far. */
export const countChanges = async (db: Queryable): Promise<bigint> =>
  (await db.query<{ changes: bigint }>(changes([]))).rows[0]?.changes ?? 0n;

const change = query.exec('content-change', 'update content_state set changes = changes + 1 where one');

/** Locks the content: the next change waits until this transaction ends. */
export const takeTurn = async (db: Queryable): Promise<void> => {
  await change(db);
};

const newest = query.many<VersionRow>(
  'content-newest',
  `select ${versionColumns} from content c
   join (select id, max(version) filter (where not draft) as version from content group by id having not bool_or(removed)) n
     using (id, version)`,
);

/** The newest published version of each item that was not revoked. */
export const selectContents = async (db: Queryable): Promise<ContentItem[]> =>
  (await newest(db)).flatMap((row) => {
    const { from, ...version } = toVersion(row);
    return from === undefined ? [] : [{ ...version, from }];
  });

const ofId = query.one<VersionRow>(
  'content-by-id',
  `select ${versionColumns} from content where id = $1 order by version desc limit 1`,
);

/** The newest version of an item, also of a revoked one; undefined when there is none. */
export const findNewest = async (db: Queryable, id: string): Promise<SavedVersion | undefined> => {
  const row = await ofId(db, [id]);
  return row && toVersion(row);
};

const begins = query.one<{ from_at: Date }>(
  'content-begins',
  'select from_at from content where id = $1 and not draft order by version desc limit 1',
);

/** The start of an item's published version; undefined while none was published. */
export const findBegin = async (db: Queryable, id: string): Promise<Date | undefined> =>
  (await begins(db, [id]))?.from_at;

const version = insertInto('content', tableColumns.content);
const insert = query.exec('content-insert', version.text);

/** Adds a version. */
export const insertVersion = async (db: Queryable, saved: SavedVersion): Promise<void> => {
  await insert(
    db,
    version.values({
      id: saved.id,
      version: saved.version,
      kind: saved.kind,
      draft: saved.draft,
      removed: saved.removed,
      texts: JSON.stringify(saved.texts),
      fields: JSON.stringify(saved.fields),
      from_at: saved.from ?? null,
      until_at: saved.until ?? null,
      saved_by: saved.savedBy,
      saved_at: saved.savedAt,
    }),
  );
};
