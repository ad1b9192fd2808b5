import { houseTextNoticeMs } from '@touchline/contract/shapes/house-texts';
import type { QueryConfig } from 'pg';
import { statement, type Queryable } from '../platform/database.ts';
import { rowColumns, type HouseTextRow } from './row.ts';

/** `seen`: the revision of the proposal as the page showed it. */
type Decided = { id: string; seen: number; by: string; note: string | null };

/** One statement judges all of it: that it waits, that somebody else proposed it, that it was written on the newest version,
 *  and that members can read it before it counts and after what is published already. */
const publish = statement(
  'house-text-publish',
  `update house_text h
   set state = 'published', version = h.based_on + 1, decided_by = $2, decided_at = clock_timestamp(), note = $3,
     revision = h.revision + 1
   where h.id = $1 and h.revision = $5 and h.state = 'proposed' and h.proposed_by <> $2
     and h.based_on = (select coalesce(max(p.version), 0) from house_text p where p.kind = h.kind)
     and h.valid_from >= clock_timestamp() + $4 * interval '1 ms'
     and not exists (select from house_text p
       where p.kind = h.kind and p.state = 'published' and p.valid_from >= h.valid_from)
   returning ${rowColumns}`,
);

const refuse = statement(
  'house-text-refuse',
  `update house_text set state = 'refused', decided_by = $2, decided_at = clock_timestamp(), note = $3, revision = revision + 1
   where id = $1 and revision = $4 and state = 'proposed' and proposed_by <> $2 returning ${rowColumns}`,
);

const withdraw = statement(
  'house-text-withdraw',
  `update house_text set state = 'withdrawn', decided_by = $2, decided_at = clock_timestamp(), note = $3, revision = revision + 1
   where id = $1 and revision = $4 and state = 'proposed' and proposed_by = $2 returning ${rowColumns}`,
);

/** A minute before it counts it is too late: a bet may be on its way under it. */
const revoke = statement(
  'house-text-revoke',
  `update house_text set state = 'revoked', revoked_by = $2, revoked_at = clock_timestamp(), note = $3, revision = revision + 1
   where id = $1 and revision = $4 and state = 'published' and valid_from > clock_timestamp() + interval '1 minute'
   returning ${rowColumns}`,
);

const first = async (db: Queryable, query: QueryConfig): Promise<HouseTextRow | undefined> =>
  (await db.query<HouseTextRow>(query)).rows[0];

/** Each of them gives the row it has changed, and undefined where it may not. */
export const decisions = {
  publish: (db: Queryable, { id, seen, by, note }: Decided) =>
    first(db, publish([id, by, note, houseTextNoticeMs, seen])),
  refuse: (db: Queryable, { id, seen, by, note }: Decided) => first(db, refuse([id, by, note, seen])),
  withdraw: (db: Queryable, { id, seen, by, note }: Decided) => first(db, withdraw([id, by, note, seen])),
  revoke: (db: Queryable, { id, seen, by, note }: Decided) => first(db, revoke([id, by, note, seen])),
} as const;

const later = statement(
  'house-text-later',
  `select coalesce(max(version), 0) as version, max(valid_from) filter (where state = 'published') as from_at
   from house_text where kind = $1`,
);

/** The newest version of a kind, and when the last one published begins. */
export const selectLast = async (
  db: Queryable,
  kind: string,
): Promise<{ version: number; from: Date | undefined }> => {
  const row = (await db.query<{ version: number; from_at: Date | null }>(later([kind]))).rows[0];
  return { version: row?.version ?? 0, from: row?.from_at ?? undefined };
};
