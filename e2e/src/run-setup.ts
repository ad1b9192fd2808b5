import { shareRunPostgres, startRunPostgres } from '../../apps/server/src/testing/run-postgres.ts';

/** Starts the PostgreSQL of the page tests. @returns what stops it */
export default async (): Promise<() => Promise<void>> => {
  const { urls, close } = await startRunPostgres('pages');
  shareRunPostgres(urls);
  return close;
};
