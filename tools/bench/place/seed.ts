import type { Input } from '@touchline/contract/routes';
import type { Database } from '@touchline/server/tools/database';
import { seedMembers } from '@touchline/server/tools/people';
import { testEvent } from '@touchline/server/tools/placing';

export type Seeded = { tokens: string[]; members: { id: string; shard: number }[]; events: string[] };

/** Matches that are open. */
const eventCount = 20;

/** Members with money and tokens, and matches that are open for a day. */
export const seed = async (database: Database, count: number): Promise<Seeded> => {
  const { pool } = database;
  const { members, tokens } = await seedMembers(pool, { count, grantMinor: 1_000_000_00n });
  const kickOff = new Date(Date.now() + 86_400_000);
  const events: string[] = [];
  for (let i = 0; i < eventCount; i++) events.push((await testEvent(pool, { kickOff })).id);
  await pool.query('vacuum analyze');
  return { members, events, tokens };
};

const selections = [
  ['1', '2.10'],
  ['X', '3.40'],
  ['2', '3.60'],
] as const;

/**
 * The `n`th bet of a load: it goes through the matches, the selections and then the stakes from 1.00 to 999.99, so that
 * no bet of a member is taken for one sent twice.
 */
export const betOf = (events: readonly string[], key: string, n: number): Input<'orderAdd'> => {
  const [selection, odds] = selections[n % selections.length] ?? selections[0];
  const rest = Math.floor(n / selections.length);
  const event = events[rest % events.length] ?? '';
  const stakeMinor = 100 + (Math.floor(rest / events.length) % 99_900);
  return {
    key,
    type: 'single',
    stake: (stakeMinor / 100).toFixed(2),
    accept: 'none',
    legs: [{ event, market: '1x2', selection, odds }],
  };
};
