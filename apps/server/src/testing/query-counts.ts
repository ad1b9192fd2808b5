import type pg from 'pg';

/** What was sent to a database. */
export type QueryCounts = { statements: number; roundTrips: number };

/**
 * Counts what the connections of pools send, by the answers of the database: one that a statement is complete, and one that it is
 * ready for the next.
 * @returns what a piece of work sends
 */
export const countQueries = (
  pools: readonly pg.Pool[],
): ((work: () => Promise<unknown>) => Promise<QueryCounts>) => {
  const counts: QueryCounts = { statements: 0, roundTrips: 0 };
  const heard = new WeakSet<object>();
  const listen = (client: pg.PoolClient): void => {
    if (heard.has(client) || !('connection' in client)) return;
    heard.add(client);
    client.connection.on('commandComplete', () => (counts.statements += 1));
    client.connection.on('readyForQuery', () => (counts.roundTrips += 1));
  };
  for (const pool of pools) pool.on('acquire', listen);
  return async (work) => {
    const before = { ...counts };
    await work();
    return {
      statements: counts.statements - before.statements,
      roundTrips: counts.roundTrips - before.roundTrips,
    };
  };
};
