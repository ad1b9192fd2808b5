import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestS3, type TestS3 } from '../../accounts/uploads/testing/s3-server.ts';
import { bucketVault, diskVault } from './open.ts';
import type { Vault } from './vault.ts';

let folder: string;
let s3: TestS3;
let inBucket: Vault;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchline-vault-'));
  s3 = await startTestS3('key-1');
  const settings = { endpoint: s3.endpoint, region: 'eu-1', bucket: 'backups', keyId: 'key-1', secret: 's' };
  inBucket = await bucketVault(settings, 'site/one');
});
afterAll(async () => {
  inBucket.close();
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

const vaults: [string, () => Vault][] = [
  ['on a disk', () => diskVault(folder)],
  ['in a bucket', () => inBucket],
];

describe.each(vaults)('a vault %s', (_name, open) => {
  test('keeps objects by name, lists those of a folder in order, and removes them', async () => {
    const vault = open();
    const names = ['wal/02/b', 'wal/01/c', 'wal/01/a', 'base/1/part.1', 'about'];
    for (const name of names) await vault.put(name, Buffer.from(name));
    expect((await vault.list('wal/')).map(({ name }) => name)).toEqual(['wal/01/a', 'wal/01/c', 'wal/02/b']);
    expect((await vault.list('wal/01/')).map(({ size }) => size)).toEqual([8, 8]);
    expect((await vault.list('wal/01/a')).map(({ name }) => name)).toEqual(['wal/01/a']);
    expect((await vault.list('wal/0')).map(({ name }) => name)).toHaveLength(3);
    expect(await vault.list('none/')).toEqual([]);
    expect(await vault.get('about')).toEqual(Buffer.from('about'));
    await vault.put('about', Buffer.from('other'));
    expect(await vault.get('about')).toEqual(Buffer.from('other'));
    await vault.remove('wal/01/a');
    await vault.remove('wal/01/a');
    expect(await vault.get('wal/01/a')).toBeUndefined();
    expect(await vault.list('wal/01/')).toHaveLength(1);
  });

  test('takes no name that leads elsewhere', async () => {
    const vault = open();
    for (const name of ['', '/a', 'a/', '../a', 'a/../b', 'a//b', 'a b', '.'])
      await expect((async () => vault.put(name, Buffer.of(1)))()).rejects.toThrow('is no name');
  });
});

test('a file that was being written when the machine went down is no object', async () => {
  const vault = diskVault(folder);
  await vault.put('wal/03/a', Buffer.of(1));
  await writeFile(join(folder, 'wal/03/b.1234.tmp'), 'half');
  expect((await vault.list('wal/03/')).map(({ name }) => name)).toEqual(['wal/03/a']);
  expect(await readdir(join(folder, 'wal/03'))).toContain('a');
});
