import { join } from 'node:path';
import { openDatabase } from '../core/database/database.ts';
import { startEmbedded } from '../operations/postgres/embedded.ts';
import { prepareDatabase } from '../core/database/prepare.ts';
import { openRun } from './run.ts';

/**
 * The data ends with the run, so durability is off. Servers with their own data folder keep it on. Tests open thousands of
 * connections, so proving the password is cheap.
 */
const forOneRun = { fsync: 'off', full_page_writes: 'off', max_connections: '300', scram_iterations: '1' };

/** Connection strings of the PostgreSQL of a run, with NAME instead of the database. */
export type RunUrls = {
  /** Of the server's role. */
  server: string;
  /** Of the role that owns the tables. */
  owner: string;
};

/**
 * Starts one PostgreSQL for a run of tests, with a migrated template that `testDatabase` copies.
 * @param name of its folder, for runs that start several
 */
export const startRunPostgres = async (
  name: string,
): Promise<{ urls: RunUrls; close: () => Promise<void> }> => {
  const run = await openRun({ inMemory: true });
  const postgres = await startEmbedded(join(run.folder, `postgres-${name}`), { extra: forOneRun });
  const admin = openDatabase(postgres.ownerUrl('postgres'), 2, () => undefined);
  await admin.pool.query('create database template_touchline');
  await admin.close();
  await prepareDatabase({
    url: postgres.serverUrl('template_touchline'),
    ownerUrl: postgres.ownerUrl('template_touchline'),
  });
  return {
    urls: { server: postgres.serverUrl('NAME'), owner: postgres.ownerUrl('NAME') },
    close: async () => {
      await postgres.stop();
      await run.close();
    },
  };
};

const variable = 'TOUCHLINE_TEST_POSTGRES';

/** Makes the PostgreSQL of the run known to `runUrl`, in this process and in those it starts. */
export const shareRunPostgres = (urls: RunUrls): void => {
  process.env[variable] = JSON.stringify(urls);
};

/** The connection string of a database in the PostgreSQL of this run. */
export const runUrl = (role: keyof RunUrls, database: string): string => {
  const { [role]: url }: Record<string, unknown> = JSON.parse(process.env[variable] ?? '{}');
  if (typeof url !== 'string') throw new Error('This run of tests has no PostgreSQL');
  return url.replace('NAME', database);
};
