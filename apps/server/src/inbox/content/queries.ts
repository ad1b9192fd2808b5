import type { ContentKind } from '@touchline/contract/shapes/inbox';
import { Value } from 'typebox/value';
import { statement, type Queryable } from '../../platform/database.ts';
import { ContentFields, Texts, type ContentItem } from './item.ts';

type Row = {
  id: string;
  version: number;
  kind: ContentKind;
  texts: unknown;
  fields: unknown;
  from_at: Date;
  until_at: Date | null;
  saved_at: Date;
};

const columns = 'id, version, kind, texts, fields, from_at, until_at, saved_at';

const toItem = (row: Row): ContentItem => ({
  ...{ id: row.id, version: row.version, kind: row.kind },
  texts: Value.Parse(Texts, row.texts),
  fields: Value.Parse(ContentFields, row.fields),
  ...{ from: row.from_at, until: row.until_at ?? undefined, savedAt: row.saved_at },
});

const changes = statement('content-changes', 'select changes from content_state');

/** How often content has changed. */
export const countChanges = async (db: Queryable): Promise<bigint> =>
  (await db.query<{ changes: bigint }>(changes([]))).rows[0]?.changes ?? 0n;

const change = statement('content-change', 'update content_state set changes = changes + 1 where one');

/** Takes the turn to change content: whoever comes next waits for the end of this transaction. */
export const takeTurn = async (db: Queryable): Promise<void> => {
  await db.query(change([]));
};

const newest = statement(
  'content-newest',
  `select ${columns} from (select distinct on (id) *, bool_or(removed) over (partition by id) as gone
     from content order by id, version desc) c
   where not gone`,
);

/** The newest version of everything that was not taken back. */
export const selectContents = async (db: Queryable): Promise<ContentItem[]> =>
  (await db.query<Row>(newest([]))).rows.map(toItem);

const ofId = statement(
  'content-by-id',
  `select ${columns}, removed from content where id = $1 order by version desc limit 1`,
);

/** The newest version of one; undefined when there is none or it was taken back. */
export const findContent = async (db: Queryable, id: string): Promise<ContentItem | undefined> => {
  const row = (await db.query<Row & { removed: boolean }>(ofId([id]))).rows[0];
  return row === undefined || row.removed ? undefined : toItem(row);
};

const insert = statement(
  'content-insert',
  `insert into content (id, version, kind, removed, texts, fields, from_at, until_at, saved_by, saved_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
);

/** Adds a version. */
export const insertContent = async (
  db: Queryable,
  item: ContentItem,
  { by, removed }: { by: string; removed: boolean },
): Promise<void> => {
  await db.query(
    insert([
      ...[item.id, item.version, item.kind, removed, JSON.stringify(item.texts), JSON.stringify(item.fields)],
      ...[item.from, item.until ?? null, by, item.savedAt],
    ]),
  );
};
