import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DataFolderInUse, lockDataFolder } from './lock.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchline-lock-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('a data folder has one server at a time', async () => {
  const unlock = await lockDataFolder(folder);
  await expect(lockDataFolder(folder)).rejects.toThrow(DataFolderInUse);
  await unlock();
  expect(await readdir(folder)).toEqual([]);
  await (
    await lockDataFolder(folder)
  )();
});

it('the lock of a dead process is taken over, also when its number is used again', async () => {
  await writeFile(join(folder, 'server.pid'), '999999999\n1\n');
  await (
    await lockDataFolder(folder)
  )();
  await writeFile(join(folder, 'server.pid'), `${process.pid}\nanother start\n`);
  await (
    await lockDataFolder(folder)
  )();
});

it('one of many simultaneous attempts gets the lock', async () => {
  const tries = await Promise.allSettled(Array.from({ length: 10 }, () => lockDataFolder(folder)));
  expect(tries.filter((t) => t.status === 'fulfilled')).toHaveLength(1);
});
