import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testDatabase } from '../testing/database.ts';
import { secretFromDatabase, secretFromFolder } from './signing-secret.ts';

test('a folder keeps one secret that only the server reads', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'touchline-secret-'));
  const secret = await secretFromFolder(folder);
  expect(secret).toHaveLength(32);
  expect(await secretFromFolder(folder)).toEqual(secret);
  const path = join(folder, 'keys', 'signing-secret');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  await chmod(path, 0o600);
  await writeFile(path, 'short');
  await expect(secretFromFolder(folder)).rejects.toThrow('damaged');
  await rm(folder, { recursive: true });
});

test('a database gives all processes the same secret, however many read it first', async () => {
  const database = await testDatabase();
  const secrets = await Promise.all(Array.from({ length: 8 }, () => secretFromDatabase(database.pool)));
  expect(new Set(secrets.map((secret) => Buffer.from(secret).toString('hex'))).size).toBe(1);
  await database.close();
});
