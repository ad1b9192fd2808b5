import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { rollUpHouse } from './house.ts';

/**
 * Rolls up until every entry committed so far is in the totals, for tests: transactions of other databases of
 * the cluster hold the watermark back too.
 */
export const rollUpAll = async (pool: pg.Pool): Promise<void> => {
  for (;;) {
    await rollUpHouse(pool);
    const { rows } = await pool.query<{ done: boolean }>(
      `select coalesce(max(e.tx), 0) < (select min(tx) from house_watermark where shard >= 0) as done
       from entry e where e.shard >= 0`,
    );
    if (rows[0]?.done) return;
    await wait(5);
  }
};
