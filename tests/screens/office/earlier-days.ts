import { setTimeout as wait } from 'node:timers/promises';
import { readConfig } from '../../../apps/server/src/core/config/config.ts';
import { openDatabase } from '../../../apps/server/src/core/database/database.ts';
import { reachDatabase } from '../../../apps/server/src/operations/postgres/reach.ts';

const enoughBets = 60;
const matchWithinMs = 600_000;
const closedWithinMs = 180_000;
const days = 3;

/**
 * Moves settled bets to the days before, and waits until these days are closed, so that they have commission. A match has
 * to end first.
 */
export const closeEarlierDays = async (dataDir: string): Promise<void> => {
  const source = await reachDatabase(readConfig({ ...process.env, DATA_DIR: dataDir }));
  const database = openDatabase(source.ownerUrl ?? source.url, 1, () => undefined);
  const until = async (sql: string, least: number, withinMs: number): Promise<void> => {
    for (const end = Date.now() + withinMs; Date.now() < end; await wait(2_000)) {
      const { rows } = await database.pool.query<{ count: bigint }>(sql);
      if (Number(rows[0]?.count) >= least) return;
    }
    throw new Error(`not in time: ${sql}`);
  };
  try {
    await until('select count(*) from bet where settled_at is not null', enoughBets, matchWithinMs);
    const earlier = `(1 + abs(hashtext(id::text)) % ${days}) * interval '1 day'`;
    await database.pool
      .query(`update bet set placed_at = placed_at - ${earlier}, settled_at = settled_at - ${earlier}
      where settled_at is not null`);
    await database.pool.query(
      `update team_mark set read_to = read_to - ${days} * interval '1 day' where name = 'bets'`,
    );
    await until(`select count(*) from team_run where state = 'closed'`, days, closedWithinMs);
  } finally {
    await database.close();
    await source.leave();
  }
};
