import type pg from 'pg';
import * as queries from './queries.ts';

/** Makes the handle by which one server process at a time leads the replay. It keeps one connection of the pool. */
export const createLead = (pool: pg.Pool) => {
  let connection: pg.PoolClient | undefined;
  return {
    isHeld: (): boolean => connection !== undefined,

    /** @returns whether this process leads, now or still */
    take: async (): Promise<boolean> => {
      if (connection !== undefined) return true;
      const client = await pool.connect();
      let taken = false;
      try {
        taken = await queries.tryLock(client);
      } finally {
        if (!taken) client.release();
      }
      if (!taken) return false;
      connection = client;
      // The lock goes with its connection; the next tick tries again.
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
      await queries.unlock(client).catch(() => undefined);
      client.release();
    },
  };
};
