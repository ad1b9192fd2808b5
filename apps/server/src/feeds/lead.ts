import type pg from 'pg';
import { statement, type Queryable } from '../core/database/database.ts';
import { lockKeys } from '../core/database/lock-keys.ts';

const lockTake = statement('feed-lock', 'select pg_try_advisory_lock($1) as taken');
const lockGive = statement('feed-unlock', 'select pg_advisory_unlock($1)');

const tryLock = async (to: Queryable, key: number): Promise<boolean> =>
  (await to.query<{ taken: boolean }>(lockTake([key]))).rows[0]?.taken === true;

/** Makes the handle by which one server process at a time leads a feed. It keeps one connection of the pool. */
export const createLead = (pool: pg.Pool, of: 'replay' | 'api') => {
  const key = lockKeys[of];
  let connection: pg.PoolClient | undefined;
  return {
    isHeld: (): boolean => connection !== undefined,

    /** @returns whether this process leads, now or still */
    take: async (): Promise<boolean> => {
      if (connection !== undefined) return true;
      const client = await pool.connect();
      let taken = false;
      try {
        taken = await tryLock(client, key);
      } finally {
        if (!taken) client.release();
      }
      if (!taken) return false;
      connection = client;
      // The lock ends with its connection; the next tick tries again.
      client.once('error', (error) => {
        connection = undefined;
        client.release(error);
      });
      return true;
    },

    /** Lets another process lead. */
    give: async (): Promise<void> => {
      const client = connection;
      connection = undefined;
      if (client === undefined) return;
      client.removeAllListeners('error');
      await client.query(lockGive([key])).catch(() => undefined);
      client.release();
    },
  };
};
