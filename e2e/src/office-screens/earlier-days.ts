import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { startEmbedded } from '../../../apps/server/src/platform/postgres/embedded.ts';

const enoughBets = 60;
const matchWithinMs = 600_000;
const closedWithinMs = 180_000;
const days = 3;

/**
 * Makes bets that are settled bets of the days before, and waits until these are closed, so that commission stands there.
 * A match has to end first.
 */
export const closeEarlierDays = async (dataDir: string): Promise<void> => {
  const url = process.env.DATABASE_URL ?? (await startEmbedded(dataDir)).url('touchline');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const until = async (sql: string, least: number, withinMs: number): Promise<void> => {
    for (const end = Date.now() + withinMs; Date.now() < end; await wait(2_000)) {
      const { rows } = await client.query<{ count: string }>(sql);
      if (Number(rows[0]?.count) >= least) return;
    }
    throw new Error(`not in time: ${sql}`);
  };
  try {
    await until('select count(*) from bet where settled_at is not null', enoughBets, matchWithinMs);
    const earlier = `(1 + abs(hashtext(id::text)) % ${days}) * interval '1 day'`;
    await client.query(`update bet set placed_at = placed_at - ${earlier}, settled_at = settled_at - ${earlier}
      where settled_at is not null`);
    await client.query(
      `update team_mark set read_to = read_to - ${days} * interval '1 day' where name = 'bets'`,
    );
    await until(`select count(*) from team_run where state = 'closed'`, days, closedWithinMs);
  } finally {
    await client.end();
  }
};
