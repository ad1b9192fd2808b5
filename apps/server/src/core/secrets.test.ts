import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readSecretInFolder, replaceSecretInFolder, secretInFolder } from './secrets.ts';

const dataFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'touchline-secrets-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
};

test('two processes that replace a secret at once leave the next one in its place', async () => {
  const folder = await dataFolder();
  await secretInFolder(folder, 'seed');
  const next = await secretInFolder(folder, 'next');
  await Promise.all(Array.from({ length: 2 }, () => replaceSecretInFolder(folder, 'seed', 'next')));
  expect(await readSecretInFolder(folder, 'seed')).toEqual(Buffer.from(next));
  expect(await readSecretInFolder(folder, 'next')).toBeUndefined();
});

test('a secret cannot be replaced where neither is there', async () => {
  const folder = await dataFolder();
  await expect(replaceSecretInFolder(folder, 'seed', 'next')).rejects.toThrow('ENOENT');
});
