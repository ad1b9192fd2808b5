import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';

/** So many looks in a row, a second apart, must find the database calm. */
const looks = 30;
/** What runs shorter than this is the server's everyday work. */
const longMs = 300;
const patienceMs = 30 * 60_000;

/**
 * Waits until a server has caught up with a filled database: until nothing runs long any more, neither its own work (history
 * folded in, days closed, letters written, the log sealed, the ledger looked through once) nor the database's (vacuum).
 * @returns how long that took
 * @throws when half an hour was not enough
 */
export const calm = async (pool: pg.Pool): Promise<number> => {
  const startMs = performance.now();
  for (let inARow = 0; inARow < looks;) {
    if (performance.now() - startMs > patienceMs) throw new Error('the server still has work left to do');
    const { rowCount } = await pool.query(
      `select from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and state = 'active'
         and query_start < clock_timestamp() - $1 * interval '1 millisecond'`,
      [longMs],
    );
    inARow = rowCount === 0 ? inARow + 1 : 0;
    await setTimeout(1_000);
  }
  return performance.now() - startMs;
};
