import type { HouseTextKind, HouseTextState } from '@touchline/contract/shapes/house-texts';
import { statement, type Queryable } from '../platform/database.ts';
import type { Waiting } from '../platform/waiting.ts';
import { rowColumns, textsOf, type HouseTextRow, type Published, type Texts } from './row.ts';

const changes = statement('house-text-changes', 'select changes from house_text_state');

/** How often they have changed. */
export const countChanges = async (db: Queryable): Promise<bigint> =>
  (await db.query<{ changes: bigint }>(changes([]))).rows[0]?.changes ?? 0n;

const turn = statement('house-text-turn', 'update house_text_state set changes = changes + 1 where one');

/** Takes the turn to change them: whoever comes next waits for the end of this transaction. */
export const takeTurn = async (db: Queryable): Promise<void> => {
  await db.query(turn([]));
};

const published = statement(
  'house-text-published',
  `select ${rowColumns} from house_text where state = 'published' order by kind, version`,
);

/** All versions that count, did or will. */
export const selectPublished = async (db: Queryable): Promise<Published[]> =>
  (await db.query<HouseTextRow>(published([]))).rows.flatMap((row) =>
    row.version === null
      ? []
      : [{ kind: row.kind, version: row.version, from: row.valid_from, texts: textsOf(row) }],
  );

const newest = statement(
  'house-text-newest',
  'select kind, max(version) as version from house_text where version is not null group by kind',
);

/** The newest version of each kind that has one. */
export const selectNewest = async (db: Queryable): Promise<Partial<Record<HouseTextKind, number>>> => {
  const { rows } = await db.query<{ kind: HouseTextKind; version: number }>(newest([]));
  return Object.fromEntries(rows.map(({ kind, version }) => [kind, version]));
};

const where = 'where ($1::text is null or kind = $1) and ($2::text is null or state = $2)';
const list = statement(
  'house-text-list',
  `select ${rowColumns} from house_text ${where} order by proposed_at desc, id desc limit $3 offset $4`,
);
const counted = statement('house-text-count', `select count(*)::int as total from house_text ${where}`);

/** A page of versions in every state, the newest first. */
export const pageOfTexts = async (
  db: Queryable,
  { kind, state }: { kind?: HouseTextKind; state?: HouseTextState },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: HouseTextRow[]; total: number }> => {
  const asked = [kind ?? null, state ?? null];
  const [rows, total] = await Promise.all([
    db.query<HouseTextRow>(list([...asked, limit, offset])),
    db.query<{ total: number }>(counted(asked)),
  ]);
  return { rows: rows.rows, total: total.rows[0]?.total ?? 0 };
};

const waits = statement(
  'house-text-waits',
  `select count(*)::int as total, min(proposed_at) as oldest, (array_agg(kind order by proposed_at, id))[1] as kind
   from house_text where state = 'proposed'`,
);

/** Versions that wait for another operator, with the kind of the oldest. */
export const countWaiting = async (db: Queryable): Promise<Waiting & { kind: HouseTextKind | null }> =>
  (await db.query<Waiting & { kind: HouseTextKind | null }>(waits([]))).rows[0] ?? {
    total: 0,
    oldest: null,
    kind: null,
  };

const one = statement('house-text-one', `select ${rowColumns} from house_text where id = $1`);
export const findText = async (db: Queryable, id: string): Promise<HouseTextRow | undefined> =>
  (await db.query<HouseTextRow>(one([id]))).rows[0];

const before = statement(
  'house-text-before',
  `select ${rowColumns} from house_text where kind = $1 and version < $2 and state = 'published'
   order by version desc limit 1`,
);

/** The published version before a number. */
export const findBefore = async (
  db: Queryable,
  kind: HouseTextKind,
  version: number,
): Promise<HouseTextRow | undefined> => (await db.query<HouseTextRow>(before([kind, version]))).rows[0];

const byKey = statement(
  'house-text-by-key',
  `select ${rowColumns} from house_text where proposed_by = $1 and key = $2`,
);

/** What an operator proposed under a key. */
export const findByKey = async (db: Queryable, by: string, key: string): Promise<HouseTextRow | undefined> =>
  (await db.query<HouseTextRow>(byKey([by, key]))).rows[0];

const insert = statement(
  'house-text-insert',
  `insert into house_text (id, kind, based_on, texts, valid_from, reason, key, proposed_by)
   values ($1, $2, $3, $4, $5, $6, $7, $8) returning ${rowColumns}`,
);

export type Proposal = {
  id: string;
  kind: HouseTextKind;
  basedOn: number;
  texts: Texts;
  from: Date;
  reason: string;
  key: string;
  by: string;
};

/** Writes down what is proposed. */
export const insertText = async (db: Queryable, of: Proposal): Promise<HouseTextRow | undefined> =>
  (
    await db.query<HouseTextRow>(
      insert([of.id, of.kind, of.basedOn, JSON.stringify(of.texts), of.from, of.reason, of.key, of.by]),
    )
  ).rows[0];
