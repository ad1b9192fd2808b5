import type pg from 'pg';
import { query, statement, type Queryable } from '../core/database/database.ts';
import { lockKeys } from '../core/database/transaction.ts';

const lockTake = query.one<{ taken: boolean }>('feed-lock', 'select pg_try_advisory_lock($1) as taken');
const lockGive = statement('feed-unlock', 'select pg_advisory_unlock($1)');

const tryLock = async (to: Queryable, key: number): Promise<boolean> =>
  (await lockTake(to, [key]))?.taken === true;

/** The handle by which one server process at a time leads a feed. It keeps one connection of the pool. */
export class Lead {
  readonly #pool: pg.Pool;
  readonly #key: number;
  #connection: pg.PoolClient | undefined;

  constructor(pool: pg.Pool, of: 'replay' | 'api') {
    this.#pool = pool;
    this.#key = lockKeys[of];
  }

  /** Whether this process leads. */
  isHeld(): boolean {
    return this.#connection !== undefined;
  }

  /** @returns whether this process leads, now or still */
  async take(): Promise<boolean> {
    if (this.#connection !== undefined) return true;
    const client = await this.#pool.connect();
    let taken = false;
    try {
      taken = await tryLock(client, this.#key);
    } finally {
      if (!taken) client.release();
    }
    if (!taken) return false;
    this.#connection = client;
    // The lock ends with its connection; the next tick tries again.
    client.once('error', (error) => {
      this.#connection = undefined;
      client.release(error);
    });
    return true;
  }

  /** Lets another process lead. */
  async give(): Promise<void> {
    const client = this.#connection;
    this.#connection = undefined;
    if (client === undefined) return;
    client.removeAllListeners('error');
    await client.query(lockGive([this.#key])).catch(() => undefined);
    client.release();
  }
}
