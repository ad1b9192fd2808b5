import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import type { Queryable } from './database.ts';
import { lockKeys } from './lock-keys.ts';
import { transaction } from './transaction.ts';

const folder = fileURLToPath(new URL('../../../migrations/', import.meta.url));

/**
 * Brings the schema up to date: applies the numbered SQL files that were not applied yet, each in a transaction.
 * @param options.before the file to stop before, for tests of what a later file moves
 * @returns the names of the files applied now
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
    const applied = await appliedTo(lock);
    const done: string[] = [];
    for (const { name, text, checksum } of await pendingOf(applied)) {
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
  return (await pendingOf(applied)).map(({ name }) => name);
};

/** Checksums of the migrations that were applied, by name. */
const appliedTo = async (q: Queryable): Promise<Map<string, string>> => {
  const { rows } = await q.query<{ name: string; checksum: string }>('select name, checksum from migration');
  return new Map(rows.map((row) => [row.name, row.checksum]));
};

type Migration = { name: string; text: string; checksum: string };

const pendingOf = async (applied: ReadonlyMap<string, string>): Promise<Migration[]> => {
  const files = (await readdir(folder)).filter((name) => /^\d{4}-.+\.sql$/.test(name)).toSorted();
  for (const name of applied.keys()) {
    if (!files.includes(name)) {
      throw new Error(
        `Migration ${name} was applied but its file is gone: the database belongs to a later release, start that one`,
      );
    }
  }
  const pending: Migration[] = [];
  for (const name of files) {
    const text = await readFile(`${folder}${name}`, 'utf8');
    const checksum = createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex');
    const before = applied.get(name);
    if (before === checksum) continue;
    if (before !== undefined) throw new Error(`Migration ${name} was changed after it was applied`);
    pending.push({ name, text, checksum });
  }
  return pending;
};
