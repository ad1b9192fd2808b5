import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Queryable } from './database/database.ts';
import { readFileIfThere, syncFolder } from './disk-files.ts';

const bytes = 32;

const checked = (secret: Uint8Array, what: string, where: string): Uint8Array => {
  if (secret.length !== bytes) throw new Error(`The ${what} in ${where} is damaged`);
  return secret;
};

const keysOf = (folder: string): string => join(folder, 'keys');

/** Where a secret of this name is kept in a data folder. */
const fileOf = (folder: string, name: string): string => join(keysOf(folder), name);

/**
 * A secret of 32 bytes in the data folder, readable by the server alone; the first start makes it.
 * @param folder the data folder
 * @param name of the file below `keys`
 */
export const secretInFolder = async (folder: string, name: string): Promise<Uint8Array> => {
  const path = fileOf(folder, name);
  await mkdir(keysOf(folder), { recursive: true, mode: 0o700 });
  try {
    // Fails when the file exists: the first start writes, every later one reads.
    const file = await open(path, 'wx', 0o600);
    try {
      await file.writeFile(randomBytes(bytes));
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return checked(await readFile(path), name, path);
};

/** The same secret for a tool that only reads; undefined where no server has made it yet. */
export const readSecretInFolder = async (folder: string, name: string): Promise<Uint8Array | undefined> => {
  const path = fileOf(folder, name);
  const secret = await readFileIfThere(path);
  return secret && checked(secret, name, path);
};

/** A secret for several processes that share a database: the first one makes it. */
export const secretInDatabase = async (on: Queryable, name: string): Promise<Uint8Array> => {
  await on.query(`insert into server_secret (name, secret) values ($1, $2) on conflict (name) do nothing`, [
    name,
    randomBytes(bytes),
  ]);
  const found = await readSecretInDatabase(on, name);
  if (found === undefined) throw new Error(`The ${name} is not in the database`);
  return found;
};

/** The same secret for a tool that only reads; undefined where no server has made it yet. */
export const readSecretInDatabase = async (on: Queryable, name: string): Promise<Uint8Array | undefined> => {
  const { rows } = await on.query<{ secret: Buffer }>('select secret from server_secret where name = $1', [
    name,
  ]);
  const [row] = rows;
  return row && checked(row.secret, name, 'the database');
};

/**
 * Replaces a secret of a data folder by another one; the old one is destroyed. At any time one of them is there. Of two
 * processes at once one does it.
 */
export const replaceSecretInFolder = async (folder: string, name: string, by: string): Promise<void> => {
  const [from, to] = [fileOf(folder, by), fileOf(folder, name)];
  await rename(from, to).catch((error: unknown) => {
    if (existsSync(from) || !existsSync(to)) throw error;
  });
  await syncFolder(keysOf(folder));
};

/** Destroys a secret of a data folder. */
export const removeSecretInFolder = async (folder: string, name: string): Promise<void> => {
  await rm(fileOf(folder, name), { force: true });
  await syncFolder(keysOf(folder));
};

/** The same in the database, in one statement. */
export const replaceSecretInDatabase = async (on: Queryable, name: string, by: string): Promise<void> => {
  await on.query(
    `with next as (delete from server_secret where name = $2 returning secret)
     insert into server_secret (name, secret) select $1, secret from next
     on conflict (name) do update set secret = excluded.secret`,
    [name, by],
  );
};

/** Destroys a secret of the database. */
export const removeSecretInDatabase = async (on: Queryable, name: string): Promise<void> => {
  await on.query('delete from server_secret where name = $1', [name]);
};
