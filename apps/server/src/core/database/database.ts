import { createHash } from 'node:crypto';
import pg from 'pg';
import { createNodes } from './nodes.ts';
import { GuardedPool, type Kin, type TransactionGuard } from './guarded-pool.ts';

/** How long a connection may work and wait, milliseconds. PostgreSQL enforces the first three, the server the others. */
export type Patience = {
  /** One statement. */
  statementMs: number;
  /** Waiting for a lock that another transaction holds. */
  lockMs: number;
  /** A transaction that is open and asks nothing: its process has stalled or gone, and its locks hold others up. */
  idleInTransactionMs: number;
  /** Until an answer has come: longer than a statement may take, so that only a node that is gone or frozen meets it. */
  answerMs: number;
  /** Until a connection is there: for one to become free, or to be made. */
  connectionMs: number;
};

/** The limits for a machine that is `factor` times as slow as a server's. */
export const slowed = (of: Patience, factor: number): Patience => ({
  statementMs: of.statementMs * factor,
  lockMs: of.lockMs * factor,
  idleInTransactionMs: of.idleInTransactionMs * factor,
  answerMs: of.answerMs * factor,
  connectionMs: of.connectionMs * factor,
});

/**
 * The patience of each purpose. People's calls are short: `unavailable` within seconds is better than an
 * answer after a minute. Sums of many rows are made in the background, where no caller waits.
 */
export const patience = {
  /** Calls of members and operators, the cashier, and what feeds and traders write. */
  calls: {
    statementMs: 6_000,
    lockMs: 4_000,
    idleInTransactionMs: 15_000,
    answerMs: 8_000,
    connectionMs: 4_000,
  },
  /** Bets: one statement for a batch, which waits for a wallet's row and nothing else. */
  placing: {
    statementMs: 6_000,
    lockMs: 3_000,
    idleInTransactionMs: 15_000,
    answerMs: 8_000,
    connectionMs: 4_000,
  },
  /** Settlement runs: chunks of bets, and grades of a whole event. */
  settlement: {
    statementMs: 60_000,
    lockMs: 20_000,
    idleInTransactionMs: 60_000,
    answerMs: 70_000,
    connectionMs: 20_000,
  },
  /** Reports, house totals, the audit of the ledger, exports: statements over many rows. */
  background: {
    statementMs: 60_000,
    lockMs: 10_000,
    idleInTransactionMs: 60_000,
    answerMs: 70_000,
    connectionMs: 10_000,
  },
  /**
   * The queue of jobs: it waits for notices on one connection and polls on others. It waits long for a
   * connection, because a job that cannot be marked as done would run again.
   */
  queue: {
    statementMs: 20_000,
    lockMs: 10_000,
    idleInTransactionMs: 30_000,
    answerMs: 25_000,
    connectionMs: 60_000,
  },
} as const satisfies Record<string, Patience>;

/** Anything a statement can be sent to: the pool, or a connection of it inside a transaction. */
export type Queryable = Pick<pg.Pool | pg.PoolClient, 'query'>;

export type Database = {
  pool: pg.Pool;
  /** The pools of this database, for those that are opened later. */
  kin: Kin;
  close(): Promise<void>;
};

/** PostgreSQL's type ids whose default reading would lose something. */
const oid = { int8: 20, date: 1082 } as const;

/** int8 as bigint and date as text, for this pool only. */
const readers = new pg.TypeOverrides();
readers.setTypeParser(oid.int8, BigInt);
readers.setTypeParser(oid.date, (text: string) => text);

/**
 * For connections whose statements are prepared once and used for batches and tables of every size: one plan
 * that finds rows by their index. A plan made while a table was nearly empty would read the whole table, and
 * be kept long after it has grown.
 */
export const steadyPlans = { plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off' } as const;

export type DatabaseOptions = {
  /** The name of its connections in the database. */
  name?: string;
  /** Settings of PostgreSQL, for each connection. */
  settings?: Readonly<Record<string, string>>;
  /** How long its connections work and wait; without it there is no limit, for tools and migrations. */
  patience?: Patience;
  /** What happens when a transaction asks this pool for another connection. */
  guard?: TransactionGuard;
  /** Takes only connections to a node that can write, since a standby would answer with old rows. */
  mustWrite?: boolean;
  /** The pools of the same database: when one finds that a node is gone, all renew their connections. */
  kin?: Kin;
  /** Reads int8 and date as the driver does: for libraries that expect it. */
  plainTypes?: boolean;
};

/**
 * Opens a pool of connections.
 * @param url connection string, with one node or several
 * @param connections the most connections it may hold
 * @param onError receives the errors of lost connections
 */
export const openDatabase = (
  url: string,
  connections: number,
  onError: (error: Error) => void,
  options: DatabaseOptions = {},
): Database => {
  const { name = 'touchline', settings = {}, patience, guard = 'log', mustWrite = false } = options;
  const kin = options.kin ?? { pools: new Set(), nodes: createNodes(url) };
  const pool = new GuardedPool(
    {
      max: connections,
      types: options.plainTypes === true ? undefined : readers,
      application_name: name,
      options: Object.entries(settings)
        .map(([setting, value]) => `-c ${setting}=${value}`)
        .join(' '),
      connectionTimeoutMillis: patience?.connectionMs ?? 10_000,
      ...(patience && {
        statement_timeout: patience.statementMs,
        lock_timeout: patience.lockMs,
        idle_in_transaction_session_timeout: patience.idleInTransactionMs,
        query_timeout: patience.answerMs,
      }),
      keepAlive: true,
      // Kept open: a connection holds the plans of its statements, and the first bet after a pause should not wait for one.
      idleTimeoutMillis: 0,
    },
    { name, guard, mustWrite, kin, onFault: onError },
  );
  let closing = false;
  // A connection lost in use fails that use; without a listener it would also end the process. While closing,
  // the last sockets may outlive the database.
  const lost = (error: Error): void => {
    if (!closing) onError(error);
  };
  pool.on('error', lost);
  pool.on('connect', (client) => client.on('error', lost));
  return {
    pool,
    kin,
    close: () => {
      closing = true;
      return pool.end();
    },
  };
};

/**
 * A statement with a name, so that PostgreSQL keeps its plan on each connection.
 * @param label the statement's name in the server's statistics; the full name also has a hash of the text
 */
export const statement = (label: string, text: string): ((values: unknown[]) => pg.QueryConfig) => {
  const name = `${label}-${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
  return (values) => ({ name, text, values });
};

/**
 * Named statements with the type of their rows, by what a call gives. `label` and `text` are as for `statement`.
 * A call takes the pool, or a connection of it inside a transaction, and the values of the parameters.
 */
export const query = {
  /** A statement that gives one row, or none. */
  one: <Row extends pg.QueryResultRow>(label: string, text: string) => {
    const of = statement(label, text);
    return async (on: Queryable, values: unknown[] = []): Promise<Row | undefined> =>
      (await on.query<Row>(of(values))).rows[0];
  },
  /** A statement that gives any number of rows. */
  many: <Row extends pg.QueryResultRow>(label: string, text: string) => {
    const of = statement(label, text);
    return async (on: Queryable, values: unknown[] = []): Promise<Row[]> =>
      (await on.query<Row>(of(values))).rows;
  },
  /** A statement that changes rows. @returns how many */
  exec: (label: string, text: string) => {
    const of = statement(label, text);
    return async (on: Queryable, values: unknown[] = []): Promise<number> =>
      (await on.query(of(values))).rowCount ?? 0;
  },
};

/** Values whose text needs no quotes in an array literal. */
type Plain = string | number | bigint | boolean | null;

/**
 * Writes an array for the database without checking each element for quotes, as the driver does.
 * @param values numbers, and strings that the server itself made of letters, digits, `-` and `_`: ids,
 *   hashes, words of a closed list. Never text from outside
 */
export const plainArray = (values: readonly Plain[]): string => {
  let text = '{';
  for (let i = 0; i < values.length; i++) text += `${i === 0 ? '' : ','}${values[i] ?? 'NULL'}`;
  return `${text}}`;
};
