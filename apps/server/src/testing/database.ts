import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { openDatabase, type Database } from '../platform/database.ts';
import { runUrl } from './run-postgres.ts';

/** PostgreSQL's error code for an object that is in use. */
const objectInUse = '55006';

export type TestDatabase = Database & {
  /** Connection string of the server's role, which `pool` and `db` connect as. */
  url: string;
  /** A pool of the role that owns the tables, for tests that change rows, empty tables or disable triggers. */
  owner: pg.Pool;
  ownerUrl: string;
  /** The data folder of servers that use it; it is there once one has written to it. */
  dataDir: string;
};

/** Creates a migrated database; `close` drops it. */
export const testDatabase = async (connections = 8): Promise<TestDatabase> => {
  const name = `t_${randomBytes(6).toString('hex')}`;
  const ownerUrl = runUrl('owner', name);
  const admin = new pg.Client({ connectionString: runUrl('owner', 'postgres') });
  await admin.connect();
  await copyTemplate(admin, name);
  const url = runUrl('server', name);
  const database = openDatabase(url, connections, () => undefined, { guard: 'throw' });
  const dataDir = join(tmpdir(), `touchline-${name}`);
  const owner = openDatabase(ownerUrl, 2, () => undefined);
  return {
    ...database,
    url,
    owner: owner.pool,
    ownerUrl,
    dataDir,
    close: async () => {
      await database.close();
      await owner.close();
      // Waits for connections that are still closing: terminating one would raise an error that no listener handles.
      for (let looks = 0; looks < 200 && (await isConnected(admin, name)); looks++) await wait(10);
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};

const isConnected = async (admin: pg.Client, name: string): Promise<boolean> => {
  const { rowCount } = await admin.query('select from pg_stat_activity where datname = $1', [name]);
  return rowCount !== 0;
};

/** Copies the template's files, because a copy through the WAL would write each page twice. */
const copyTemplate = async (admin: pg.Client, name: string, attempts = 5): Promise<void> => {
  try {
    await admin.query(`create database ${name} template template_touchline strategy file_copy`);
  } catch (error) {
    // A template with a connection cannot be copied, and autovacuum connects now and then.
    if (attempts <= 1 || !(error instanceof pg.DatabaseError) || error.code !== objectInUse) throw error;
    await copyTemplate(admin, name, attempts - 1);
  }
};
