import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import type { Queryable } from './database.ts';
import { lockKeys, transaction } from './transaction.ts';

const folder = fileURLToPath(new URL('../../../migrations/', import.meta.url));

/** The last file of the baseline, which makes the whole schema of a new database. */
const baselineEnd = '0013-office.sql';

/** The migrations that the baseline has replaced. A database with all of them has its schema. */
const replaced = {
  first: '0001-wallet.sql',
  /** SHA-256 over the names and checksums of all, up to 0300-currency-of-payments.sql. */
  digest: '16694b754431478185ba9e238080ab283dda09ad0ea49b3be729ad1873de18e5',
  /** The last commit that has them. */
  commit: '80e7e0c607ad79a0f3b5b9a66da8192c30d8b2d7',
};

/**
 * Brings the schema up to date: applies the numbered SQL files that were not applied yet, each in a transaction.
 * @param options.before the file to stop before, for tests of a start that another one left unfinished
 * @returns the names of the files applied now; those of the baseline also where a database had its schema already
 * @throws when an applied file was changed or is missing: migrations only ever go forward
 */
export const migrate = async (pool: pg.Pool, { before }: { before?: string } = {}): Promise<string[]> => {
  const lock = await pool.connect();
  try {
    await lock.query('select pg_advisory_lock($1)', [lockKeys.migrate]);
    await lock.query(
      `create table if not exists migration (
         name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
    );
    const done = hasReplaced(await appliedTo(lock)) ? await carryOver(lock) : [];
    for (const { name, text, checksum } of await pendingOf(await appliedTo(lock))) {
      if (before !== undefined && name >= before) break;
      await transaction(pool, async (client) => {
        await client.query(text);
        await client.query('insert into migration (name, checksum) values ($1, $2)', [name, checksum]);
      });
      done.push(name);
    }
    return done;
  } finally {
    await lock.query('select pg_advisory_unlock($1)', [lockKeys.migrate]).catch(() => undefined);
    lock.release();
  }
};

/**
 * The migrations that were not applied yet, for a role that may read the schema but not change it.
 * @throws when an applied file was changed or is missing
 */
export const pendingMigrations = async (q: Queryable): Promise<string[]> => {
  const { rows } = await q.query<{ known: boolean }>(
    `select to_regclass('public.migration') is not null as known`,
  );
  const applied = rows[0]?.known === true ? await appliedTo(q) : new Map<string, string>();
  return (await pendingOf(hasReplaced(applied) ? new Map() : applied)).map(({ name }) => name);
};

/** Checksums of the migrations that were applied, by name. */
const appliedTo = async (q: Queryable): Promise<Map<string, string>> => {
  const { rows } = await q.query<{ name: string; checksum: string }>('select name, checksum from migration');
  return new Map(rows.map((row) => [row.name, row.checksum]));
};

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Whether a database has the migrations that the baseline has replaced.
 * @throws when it has only some of them, or others
 */
const hasReplaced = (applied: ReadonlyMap<string, string>): boolean => {
  if (!applied.has(replaced.first)) return false;
  const names = Array.from(applied.keys()).toSorted();
  if (sha256(names.map((name) => `${name} ${applied.get(name)}\n`).join('')) === replaced.digest) return true;
  throw new Error(
    `The schema of this database is older than the baseline: start the release of commit ${replaced.commit} on it once, which brings it up to date, then this one`,
  );
};

/**
 * Replaces the names of the former migrations by those of the baseline, in one statement. They keep the time since when the schema
 * is complete.
 */
const carryOver = async (q: Queryable): Promise<string[]> => {
  const baseline = (await readMigrations()).filter(({ name }) => name <= baselineEnd);
  await q.query(
    `with former as (delete from migration returning applied_at)
     insert into migration (name, checksum, applied_at)
     select name, checksum, (select max(applied_at) from former) from unnest($1::text[], $2::text[]) as b (name, checksum)`,
    [baseline.map(({ name }) => name), baseline.map(({ checksum }) => checksum)],
  );
  return baseline.map(({ name }) => name);
};

type Migration = { name: string; text: string; checksum: string };

const readMigrations = async (): Promise<Migration[]> => {
  const names = (await readdir(folder)).filter((name) => /^\d{4}-.+\.sql$/.test(name)).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(`${folder}${name}`, 'utf8');
      return { name, text, checksum: sha256(text.replaceAll('\r\n', '\n')) };
    }),
  );
};

const pendingOf = async (applied: ReadonlyMap<string, string>): Promise<Migration[]> => {
  const files = await readMigrations();
  for (const name of applied.keys()) {
    if (files.every((file) => file.name !== name)) {
      throw new Error(
        `Migration ${name} was applied but its file is gone: the database belongs to a later release, start that one`,
      );
    }
  }
  return files.filter(({ name, checksum }) => {
    const before = applied.get(name);
    if (before !== undefined && before !== checksum) {
      throw new Error(`Migration ${name} was changed after it was applied`);
    }
    return before === undefined;
  });
};
