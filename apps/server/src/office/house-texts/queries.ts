import {
  houseTextNoticeMs,
  type HouseTextKind,
  type HouseTextState,
} from '@touchline/contract/shapes/house-texts';
import { query, statement, type Queryable } from '../../core/database/database.ts';
import { parameters, type Row, type Waiting } from '../../core/database/rows.ts';
import {
  rowColumns,
  stateColumn,
  textsOf,
  versions,
  type HouseTextRow,
  type Published,
  type TextsByLanguage,
} from './row.ts';

const changes = statement('house-text-changes', 'select changes from house_text_state');

/** The number of changes so far. */
export const countChanges = async (db: Queryable): Promise<bigint> =>
  (await db.query<{ changes: bigint }>(changes([]))).rows[0]?.changes ?? 0n;

const turn = query.exec('house-text-turn', 'update house_text_state set changes = changes + 1 where one');

/** Locks the house texts: the next change waits until this transaction ends. */
export const takeTurn = async (db: Queryable): Promise<void> => {
  await turn(db);
};

const published = query.many<Row<'house_text', 'kind' | 'version' | 'valid_from' | 'texts'>>(
  'house-text-published',
  'select kind, version, valid_from, texts from house_text where revoked_at is null order by kind, version',
);

/** All published versions: past, in force and scheduled. */
export const selectPublished = async (db: Queryable): Promise<Published[]> => {
  const rows = await published(db);
  return rows.map((row) => ({
    kind: row.kind,
    version: row.version,
    from: row.valid_from,
    texts: textsOf(row),
  }));
};

const newest = query.many<Row<'house_text', 'kind' | 'version'>>(
  'house-text-newest',
  'select kind, max(version) as version from house_text group by kind',
);

/** The newest version of each kind that has one. */
export const selectNewest = async (db: Queryable): Promise<Partial<Record<HouseTextKind, number>>> => {
  const rows = await newest(db);
  return Object.fromEntries(rows.map(({ kind, version }) => [kind, version]));
};

const where = `($1::text is null or p.body ->> 'kind' = $1) and ($2::text is null or ${stateColumn} = $2)`;
const list = query.many<HouseTextRow>(
  'house-text-list',
  `select ${rowColumns} from ${versions} and ${where} order by p.id desc limit $3 offset $4`,
);
const counted = query.one<{ total: number }>(
  'house-text-count',
  `select count(*)::int as total from ${versions} and ${where}`,
);

/** A page of versions in every state, the newest first. */
export const pageOfTexts = async (
  db: Queryable,
  { kind, state }: { kind?: HouseTextKind; state?: HouseTextState },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: HouseTextRow[]; total: number }> => {
  const asked = [kind ?? null, state ?? null];
  const [rows, total] = await Promise.all([list(db, [...asked, limit, offset]), counted(db, asked)]);
  return { rows: rows, total: total?.total ?? 0 };
};

const waits = query.one<Waiting & { kind: HouseTextKind | null }>(
  'house-text-waits',
  `select count(*)::int as total, min(proposed_at) as oldest, (array_agg(body ->> 'kind' order by proposed_at, id))[1] as kind
   from proposal where kind = 'house_text' and state = 'proposed'`,
);

/** Pending versions, with the kind of the oldest. */
export const countWaiting = async (db: Queryable): Promise<Waiting & { kind: HouseTextKind | null }> =>
  (await waits(db)) ?? {
    total: 0,
    oldest: null,
    kind: null,
  };

const one = query.one<HouseTextRow>('house-text-one', `select ${rowColumns} from ${versions} and p.id = $1`);
export const findText = (db: Queryable, id: string): Promise<HouseTextRow | undefined> => one(db, [id]);

const before = query.one<HouseTextRow>(
  'house-text-before',
  `select ${rowColumns} from ${versions} and h.kind = $1 and h.version < $2 and h.revoked_at is null
   order by h.version desc limit 1`,
);

/** The published version before a number. */
export const findBefore = (
  db: Queryable,
  kind: HouseTextKind,
  version: number,
): Promise<HouseTextRow | undefined> => before(db, [kind, version]);

// One statement judges all of it: that it was written on the newest version, and that members can read it before it counts and
// after what is published already.
const { $, values } = parameters({
  id: 'uuid',
  kind: 'text',
  basedOn: 'int',
  texts: 'jsonb',
  from: 'timestamptz',
  noticeMs: 'float8',
});
const publish = query.exec(
  'house-text-publish',
  `insert into house_text (id, kind, version, texts, valid_from, published_at)
   select ${$('id')}, ${$('kind')}, ${$('basedOn')} + 1, ${$('texts')}, ${$('from')}, site_clock()
   where ${$('basedOn')} = (select coalesce(max(version), 0) from house_text where kind = ${$('kind')})
     and ${$('from')} >= site_clock() + ${$('noticeMs')} * interval '1 ms'
     and not exists (
       select from house_text
       where kind = ${$('kind')} and revoked_at is null and valid_from >= ${$('from')})`,
);
/** Writes the next version of a kind. @returns false if another one took its number, or it begins too early */
export const insertVersion = async (
  db: Queryable,
  of: { id: string; kind: HouseTextKind; basedOn: number; texts: TextsByLanguage; from: string },
): Promise<boolean> => {
  const row = values({ ...of, texts: JSON.stringify(of.texts), noticeMs: houseTextNoticeMs });
  return (await publish(db, row)) === 1;
};

/** A version cannot be revoked in the last minute before it takes effect, because a bet may be under way with it. */
const revoke = query.exec(
  'house-text-revoke',
  `update house_text set revoked_by = $2, revoked_at = site_clock(), revoked_why = $3
   where id = $1 and revoked_at is null and valid_from > site_clock() + interval '1 minute'`,
);
/** @returns false if the version is revoked already, or it is too late */
export const revokeVersion = async (
  db: Queryable,
  of: { id: string; by: string; why: string },
): Promise<boolean> => (await revoke(db, [of.id, of.by, of.why])) === 1;

const later = query.one<{ version: number; from_at: Date | null }>(
  'house-text-later',
  `select coalesce(max(version), 0) as version, max(valid_from) filter (where revoked_at is null) as from_at
   from house_text where kind = $1`,
);

/** The newest version of a kind, and when the last one published begins. */
export const selectLast = async (
  db: Queryable,
  kind: string,
): Promise<{ version: number; from: Date | undefined }> => {
  const row = await later(db, [kind]);
  return { version: row?.version ?? 0, from: row?.from_at ?? undefined };
};
