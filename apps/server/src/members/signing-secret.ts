import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Queryable } from '../platform/database.ts';

const bytes = 32;

const checked = (secret: Uint8Array, where: string): Uint8Array => {
  if (secret.length !== bytes) throw new Error(`The signing secret in ${where} is damaged`);
  return secret;
};

/**
 * The secret that signs tokens, kept in the data folder and readable by the server alone; made at the first start.
 * @param folder the data folder
 */
export const secretFromFolder = async (folder: string): Promise<Uint8Array> => {
  const keys = join(folder, 'keys');
  const path = join(keys, 'signing-secret');
  await mkdir(keys, { recursive: true, mode: 0o700 });
  try {
    // Fails when it is there: the first start writes, every later one reads.
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
  return checked(await readFile(path), path);
};

/** The same secret where several processes share a database: whoever comes first makes it. */
export const secretFromDatabase = async (pool: Queryable): Promise<Uint8Array> => {
  await pool.query(
    `insert into server_secret (name, secret) values ('signing', $1) on conflict (name) do nothing`,
    [randomBytes(bytes)],
  );
  const { rows } = await pool.query<{ secret: Buffer }>(
    `select secret from server_secret where name = 'signing'`,
  );
  return checked(rows[0]?.secret ?? new Uint8Array(), 'the database');
};
