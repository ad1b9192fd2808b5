import type pg from 'pg';
import type { Queryable } from '../core/database/database.ts';
import { transaction } from '../core/database/transaction.ts';

const functions = [
  { name: 'site_now', volatility: 'stable', of: 'now()' },
  { name: 'site_clock', volatility: 'volatile', of: 'clock_timestamp()' },
];

/** Lets a database be ahead of the real time; at zero its functions are those of the migrations again. */
const setAhead = async (on: Queryable, aheadMs: number): Promise<void> => {
  for (const { name, volatility, of } of functions) {
    const time = aheadMs === 0 ? of : `${of} + interval ''${aheadMs} milliseconds''`;
    await on.query(
      `create or replace function ${name}() returns timestamptz language sql ${volatility} parallel safe as 'select ${time}'`,
    );
  }
};

/**
 * Moves the time of a site's database forward, for all connections of all processes: each transaction that begins after it has
 * the new time, also by statements that were prepared before.
 * @param owner a pool of the role that owns the tables
 */
export const moveDatabaseTime = (owner: pg.Pool, byMs: number): Promise<void> => {
  if (!(byMs > 0)) throw new RangeError('The time of a site only goes forward');
  return transaction(owner, async (client) => {
    const { rows } = await client.query<{ ms: number }>(
      'select round(extract(epoch from site_now() - now()) * 1000)::float8 as ms',
    );
    await setAhead(client, (rows[0]?.ms ?? 0) + byMs);
  });
};

/** Gives a database the real time back, as `npm run verify` demands it. What it recorded before may be in the future. */
export const returnDatabaseTime = (owner: pg.Pool): Promise<void> =>
  transaction(owner, (client) => setAhead(client, 0));
