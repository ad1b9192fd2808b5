import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { openDatabase, type Database } from '../core/database/database.ts';
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
  /** Closes it without dropping it, and gives it a name from which others are copied. */
  keepAs(template: string): Promise<void>;
};

/** The migrated database without rows of tests. */
const migrated = 'template_touchline';
const dataDirOf = (name: string): string => join(tmpdir(), `touchline-${name}`);

/** Creates a migrated database; `close` drops it. */
export const testDatabase = async (connections = 4, template = migrated): Promise<TestDatabase> => {
  const name = `t_${randomBytes(6).toString('hex')}`;
  const ownerUrl = runUrl('owner', name);
  const admin = await connectAdmin();
  await copyTemplate(admin, { name, template });
  const url = runUrl('server', name);
  const database = openDatabase(url, connections, () => undefined, { guard: 'throw' });
  const dataDir = dataDirOf(name);
  const owner = openDatabase(ownerUrl, 2, () => undefined);
  const leave = async (): Promise<void> => {
    await database.close();
    await owner.close();
    // Waits for connections that are still closing: terminating one would raise an error that no listener handles.
    for (let looks = 0; looks < 200 && (await isConnected(admin, name)); looks++) await wait(10);
  };
  return {
    ...database,
    url,
    owner: owner.pool,
    ownerUrl,
    dataDir,
    close: async () => {
      await leave();
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
      await rm(dataDir, { recursive: true, force: true });
    },
    keepAs: async (kept) => {
      await leave();
      await admin.query(`alter database ${name} rename to ${kept}`);
      await admin.end();
      if (existsSync(dataDir)) await rename(dataDir, dataDirOf(kept));
    },
  };
};

/**
 * Copies a database that the first caller in a run makes, also where several workers ask at once.
 * @param name of the database that is kept
 * @param make makes it, and what a test must know of it, as JSON
 */
export const copyOfMade = async (
  name: string,
  make: () => Promise<{ database: TestDatabase; facts: string }>,
): Promise<{ database: TestDatabase; facts: string }> => {
  const admin = await connectAdmin();
  try {
    await admin.query('select pg_advisory_lock(hashtext($1))', [name]);
    const { rows } = await admin.query<{ facts: string | null }>(
      `select shobj_description(oid, 'pg_database') as facts from pg_database where datname = $1`,
      [name],
    );
    const known = rows[0]?.facts;
    if (typeof known === 'string') return { database: await testDatabase(8, name), facts: known };
    const { database, facts } = await make();
    await database.keepAs(name);
    await admin.query(`comment on database ${name} is ${pg.escapeLiteral(facts)}`);
    return { database: await testDatabase(8, name), facts };
  } finally {
    await admin.end();
  }
};

const connectAdmin = async (): Promise<pg.Client> => {
  const admin = new pg.Client({ connectionString: runUrl('owner', 'postgres') });
  await admin.connect();
  return admin;
};

const isConnected = async (admin: pg.Client, name: string): Promise<boolean> => {
  const { rowCount } = await admin.query('select from pg_stat_activity where datname = $1', [name]);
  return rowCount !== 0;
};

/** Copies the template's files, because a copy through the WAL would write each page twice. */
const copyTemplate = async (
  admin: pg.Client,
  { name, template }: { name: string; template: string },
  attempts = 5,
): Promise<void> => {
  try {
    await admin.query(`create database ${name} template ${template} strategy file_copy`);
    const dataDir = dataDirOf(template);
    if (existsSync(dataDir)) await cp(dataDir, dataDirOf(name), { recursive: true });
  } catch (error) {
    // A template with a connection cannot be copied, and autovacuum connects now and then.
    if (attempts <= 1 || !(error instanceof pg.DatabaseError) || error.code !== objectInUse) throw error;
    await copyTemplate(admin, { name, template }, attempts - 1);
  }
};
