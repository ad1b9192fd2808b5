import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { isAway, isExhausted, isSlow } from './faults.ts';
import { insideTransaction } from './guarded-pool.ts';
import { traced } from '../logging/spans.ts';

/** States of PostgreSQL after which the same work may be tried again at once, with the same keys. */
const again = /^(40001|40P01)$/;

/** Thrown by work that lost a race and should be done again. */
export class Transient extends Error {}

/** The unique index that stops a key which two transactions spend at once; the second finds it stored when it tries again. */
const keyOfEntry = 'entry_key';

const isRace = (error: unknown): boolean =>
  error instanceof Transient ||
  (error instanceof pg.DatabaseError && (again.test(error.code ?? '') || error.constraint === keyOfEntry));

/**
 * Whether the same work, with the same keys, may succeed later: it lost a race, or the database was away or
 * too slow.
 */
export const isTransient = (error: unknown): boolean =>
  isRace(error) || isAway(error) || isSlow(error) || isExhausted(error);

/** No new attempt begins later than this: a person waits for the answer, and each attempt may take seconds. */
const attemptsWithinMs = 2_000;

/**
 * Repeats `work`, with growing random pauses, while it fails for a passing reason. The work must carry its
 * own idempotency: a connection lost at commit leaves open whether it was committed.
 * @param attempts how often at most
 */
export const withRetry = async <T>(work: () => Promise<T>, attempts = 6): Promise<T> => {
  const startedMs = performance.now();
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= attempts || !isTransient(error)) throw error;
      // Where time has run out already, another attempt would only wait for as long again.
      if (!isRace(error) && performance.now() - startedMs > attemptsWithinMs) throw error;
      await wait(Math.random() * 10 * 2 ** attempt);
    }
  }
};

/** Runs `work` in one transaction on one connection; rolls back when it throws. */
export const transaction = <T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> =>
  between(pool, 'begin', work);

/**
 * Runs `work` in one transaction that does not wait for the disk: for sums that can be computed again, whose
 * mark moves with them. When the machine fails, mark and sums may both be slightly older, never one without
 * the other.
 */
export const derivation = <T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> =>
  between(pool, 'begin; set local synchronous_commit = off', work);

/** Lets `work` read: all its statements see the database at the time of the first. */
export const snapshot = <T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> =>
  between(pool, 'begin isolation level repeatable read read only', work);

const between = <T>(pool: pg.Pool, begin: string, work: (client: pg.PoolClient) => Promise<T>): Promise<T> =>
  traced(
    () => ({
      name: 'transaction',
      kind: 'transaction',
      attributes: {
        'db.system.name': 'postgresql',
        'touchline.pool': pool.options.application_name ?? '',
      },
    }),
    () => betweenUntraced(pool, begin, work),
  );

const betweenUntraced = async <T>(
  pool: pg.Pool,
  begin: string,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> => {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query(begin);
    const result = await insideTransaction(() => work(client));
    await client.query('commit');
    return result;
  } catch (error) {
    // A node that is gone or cannot write answers no rollback, and no other work should get this connection.
    if (isAway(error)) broken = error instanceof Error ? error : new Error('The database is away');
    else {
      await client.query('rollback').catch((failure: unknown) => {
        broken = failure instanceof Error ? failure : new Error('rollback failed');
      });
    }
    throw error;
  } finally {
    client.release(broken);
  }
};

/** Numbers of PostgreSQL's advisory locks, in one place, since a number used twice would be one lock. */
export const lockKeys = {
  /** While migrating, so that servers started together do not do it twice. */
  migrate: 7_482_155,
  /** The process that leads the replay and the live scores holds it as long as it leads. */
  replay: 7_482_156,
  api: 7_482_157,
  /** While the audit log is sealed, so that servers of one database do not do it at once. */
  auditChain: 7_482_158,
  /** While the rights of the server's role are brought up to date. */
  rights: 7_482_160,
} as const;

/** The name of the connections on which bets are written, as the database lists them. */
export const placingName = 'touchline placing';

/** The name of the connections on which bets are settled. */
export const settlementName = 'touchline settlement';

/** How often what is under way is looked at; it takes milliseconds. */
const lookMs = 5;

/**
 * Waits for what began before now and may not have seen the grades that count: bets whose transaction saw the markets open
 * and waits for a wallet, and chunks of other runs that have read an older grade. What begins later sees them, so that
 * afterwards every bet of the event is on the disk as the older grades have left it.
 * @param names connections that are waited for
 */
export const waitForQuiet = async (
  pool: pg.Pool,
  names: readonly string[] = [placingName, settlementName],
): Promise<void> => {
  const { rows } = await pool.query<{ now: Date }>('select clock_timestamp() as now');
  const [row] = rows;
  if (!row) throw new Error('clock_timestamp() returned no row');
  while (await isBusySince(pool, row.now, names)) await wait(lookMs);
};

const isBusySince = async (pool: pg.Pool, moment: Date, names: readonly string[]): Promise<boolean> => {
  const { rowCount } = await pool.query(
    `select from pg_stat_activity
     where datname = current_database() and state <> 'idle' and application_name = any ($1) and xact_start <= $2`,
    [names, moment],
  );
  return (rowCount ?? 0) > 0;
};
