import { createHash } from 'node:crypto';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { DB } from './schema.gen.ts';

export type Db = Kysely<DB>;
/** Anything a statement can be sent to: the pool, or a connection of it inside a transaction. */
export type Queryable = Pick<pg.Pool | pg.PoolClient, 'query'>;

export type Database = {
  pool: pg.Pool;
  db: Db;
  close(): Promise<void>;
};

/** PostgreSQL's own numbers of the types whose default reading would lose something. */
const oid = { int8: 20, date: 1082 } as const;

/** int8 as bigint and date as text, for this pool only. */
const readers = new pg.TypeOverrides();
readers.setTypeParser(oid.int8, BigInt);
readers.setTypeParser(oid.date, (text: string) => text);

/**
 * Settings of connections whose statements are prepared once and used for batches and tables of every size: one plan, that
 * finds rows by their index. A plan made while a table was nearly empty would read all of it, and be kept long after it has
 * grown.
 */
export const steadyPlans = { plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off' } as const;

/**
 * Opens a pool of connections.
 * @param url connection string
 * @param connections the most connections it may hold
 * @param onError told of connections that were lost
 * @param options.name what the database calls its connections
 * @param options.settings of PostgreSQL, for each of them
 */
export const openDatabase = (
  url: string,
  connections: number,
  onError: (error: Error) => void,
  { name = 'touchline', settings = {} }: { name?: string; settings?: Readonly<Record<string, string>> } = {},
): Database => {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    types: readers,
    application_name: name,
    options: Object.entries(settings)
      .map(([setting, value]) => `-c ${setting}=${value}`)
      .join(' '),
    connectionTimeoutMillis: 10_000,
    // Kept open: a connection holds the plans of its statements, and the first bet after a pause should not wait for one.
    idleTimeoutMillis: 0,
  });
  let closing = false;
  // One lost in use fails that use; without a listener it would also end the process. While closing, the last sockets
  // may still be there when the database goes.
  const lost = (error: Error): void => {
    if (!closing) onError(error);
  };
  pool.on('error', lost);
  pool.on('connect', (client) => client.on('error', lost));
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  return {
    pool,
    db,
    // Not db.destroy(): it leaves a pool alone that no query builder has used.
    close: () => {
      closing = true;
      return pool.end();
    },
  };
};

/**
 * A statement with a name, so that PostgreSQL keeps its plan on each connection.
 * @param label says what it is in the server's statistics; the name carries a hash of the text
 */
export const statement = (label: string, text: string): ((values: unknown[]) => pg.QueryConfig) => {
  const name = `${label}-${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
  return (values) => ({ name, text, values });
};
