import { query, type Queryable } from '../../core/database/database.ts';

/** What was kept of the fold. */
export type FoldRow = { version: number; size: number; state: string };

const take = query.one<{ version: number; size: bigint; state: string }>(
  'house-fold-take',
  `update house_fold set holder = $1, held_until = site_clock() + interval '30 seconds'
   where one and (holder = $1 or held_until < site_clock()) returning version, size, state`,
);

/** Takes the fold to continue it; undefined while another process has it. */
export const takeFold = async (on: Queryable, holder: string): Promise<FoldRow | undefined> => {
  const row = await take(on, [holder]);
  return row && { ...row, size: Number(row.size) };
};

const release = query.exec(
  'house-fold-release',
  `update house_fold set held_until = '-infinity' where one and holder = $1`,
);

/** Lets another process continue the fold at once. */
export const releaseFold = async (on: Queryable, holder: string): Promise<void> => {
  await release(on, [holder]);
};

const update = query.exec(
  'house-fold-update',
  `update house_fold set version = $3, size = $4, state = $5, published = $6
   where one and holder = $1 and size = $2`,
);

/** Stores the fold, unless another process has continued it. @returns whether it did */
export const updateFold = async (
  on: Queryable,
  { holder, from, row }: { holder: string; from: number; row: FoldRow & { published: string } },
): Promise<boolean> => {
  const { version, size, state, published } = row;
  return (await update(on, [holder, from, version, size, state, published])) === 1;
};

const publishedText = query.one<{ version: number; published: string }>(
  'house-fold-published',
  'select version, published from house_fold where one',
);

/** The published figures, as JSON, with the version of their fold. */
export const selectPublished = (on: Queryable): Promise<{ version: number; published: string } | undefined> =>
  publishedText(on);

/** A fact that the house added to its log. */
export type HouseFact = { id: string; body: string };

const ofKind = `from house_fact f where f.kind = $1
  and ($2::text is null or coalesce(f.body::jsonb ->> $3, f.body::jsonb ->> 'time') like $2 || '%')
  and ($4::text is null or exists (select from jsonb_array_elements(f.body::jsonb -> 'markets') m where m ->> 'market' = $4))`;

/** A page of facts of a kind, the newest first. */
export const selectFacts = async (
  on: Queryable,
  filter: {
    kind: string;
    /** The field whose text begins with the month, where one is asked for. */
    month: string | undefined;
    monthField: string;
    market: string | undefined;
    limit: number;
    offset: number;
  },
): Promise<{ rows: HouseFact[]; total: number }> => {
  const values = [filter.kind, filter.month ?? null, filter.monthField, filter.market ?? null];
  const { rows } = await on.query<HouseFact>(
    `select f.id, f.body ${ofKind} order by f.at desc, f.id desc limit $5 offset $6`,
    [...values, filter.limit, filter.offset],
  );
  const counted = await on.query<{ total: number }>(`select count(*)::int as total ${ofKind}`, values);
  return { rows, total: counted.rows[0]?.total ?? 0 };
};
