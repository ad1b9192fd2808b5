import type { ContentKind, ContentState } from '@touchline/contract/shapes/inbox';
import { query, type Queryable } from '../../core/database/database.ts';
import type { KeptContent, SavedVersion } from './item.ts';
import { toVersion, versionColumns, type VersionRow } from './queries.ts';

type Page = { limit: number; offset: number };

/** Filters of the operators' list of content. */
export type KeptFilter = { kind?: ContentKind; state?: ContentState; q?: string };

type KeptRow = VersionRow & { state: ContentState; published: number | null };

/** The newest version of each item, with the version that members read at the time $1. There are few items of each kind. */
const kept = `select c.*, p.version as published,
     case when c.removed then 'removed' when p.version is null then 'draft' when p.from_at > $1 then 'planned'
       when p.until_at <= $1 then 'ended' else 'shown' end as state
   from (select distinct on (id) * from content order by id, version desc) c
   left join (select distinct on (id) id, version, from_at, until_at from content
     where not draft and not removed order by id, version desc) p using (id)`;

const matching = `from (${kept}) k
   where ($2::text is null or kind = $2) and ($3::text is null and state <> 'removed' or state = $3)
     and ($4 = '' or exists (select 1 from jsonb_each(texts) t
       where position(lower($4) in lower((t.value->>'title') || ' ' || (t.value->>'body'))) > 0))`;

const list = query.many<KeptRow>(
  'content-kept',
  `select ${versionColumns}, published, state ${matching}
   order by case when coalesce($2, 'notice') = 'notice' then 0 else (fields->>'order')::int end,
     case when coalesce($2, 'notice') = 'notice' then saved_at else from_at end desc nulls first, id desc
   limit $5 offset $6`,
);
const counted = query.one<{ total: number }>(
  'content-kept-count',
  `select count(*)::int as total ${matching}`,
);
const one = query.one<KeptRow>(
  'content-kept-one',
  `select ${versionColumns}, published, state from (${kept}) k where id = $2`,
);

const toKept = (row: KeptRow): KeptContent => ({
  ...toVersion(row),
  state: row.state,
  published: row.published ?? undefined,
});

/** A page of content: one kind in the order that members see, notices and all kinds with the newest first. */
export const pageOfKept = async (
  db: Queryable,
  { kind, state, q = '' }: KeptFilter,
  { now, limit, offset }: Page & { now: Date },
): Promise<{ rows: KeptContent[]; total: number }> => {
  const asked = [now, kind ?? null, state ?? null, q.trim()];
  const [rows, total] = await Promise.all([list(db, [...asked, limit, offset]), counted(db, asked)]);
  return { rows: rows.map(toKept), total: total?.total ?? 0 };
};

/** An item by its id; undefined when there is none. */
export const findKept = async (db: Queryable, id: string, now: Date): Promise<KeptContent | undefined> => {
  const row = await one(db, [now, id]);
  return row && toKept(row);
};

const versions = query.many<VersionRow>(
  'content-versions',
  `select ${versionColumns} from content where id = $1 order by version desc limit $2 offset $3`,
);
const versionCount = query.one<{ total: number }>(
  'content-version-count',
  'select count(*)::int as total from content where id = $1',
);

/** The versions of an item, newest first. */
export const pageOfVersions = async (
  db: Queryable,
  id: string,
  { limit, offset }: Page,
): Promise<{ rows: SavedVersion[]; total: number }> => {
  const [rows, total] = await Promise.all([versions(db, [id, limit, offset]), versionCount(db, [id])]);
  return { rows: rows.map(toVersion), total: total?.total ?? 0 };
};
