import type { QueryConfig } from 'pg';
import type { Queryable } from './database.ts';

/** How many items wait for a decision, and since when the oldest does. */
export type Waiting = { total: number; oldest: Date | null };

/** Runs a statement that counts waiting items, as `total` and `oldest`. */
export const readWaiting = async (db: Queryable, query: QueryConfig): Promise<Waiting> =>
  (await db.query<Waiting>(query)).rows[0] ?? { total: 0, oldest: null };
