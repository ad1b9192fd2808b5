import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { isAlive, markOf } from './process-mark.ts';
import { startEmbedded, stopEmbedded } from './embedded.ts';

test('the embedded database is durable, checks its pages, and listens on this machine alone', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'embedded-'));
  const postgres = await startEmbedded(dataDir);
  const client = new pg.Client({ connectionString: postgres.ownerUrl('touchline') });
  try {
    await client.connect();
    const { rows } = await client.query<{ name: string; setting: string }>(
      `select name, setting from pg_settings where name = any($1) order by name`,
      [['data_checksums', 'fsync', 'full_page_writes', 'listen_addresses', 'synchronous_commit']],
    );
    expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
      data_checksums: 'on',
      fsync: 'on',
      full_page_writes: 'on',
      listen_addresses: '127.0.0.1',
      synchronous_commit: 'on',
    });
  } finally {
    await client.end();
    await postgres.stop();
    await rm(postgres.folder, { recursive: true, force: true });
    await rm(dataDir, { recursive: true, force: true });
  }
});

test('a stop fails where it cannot tell whether the database runs, and ends it the next time', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'embedded-'));
  const postgres = await startEmbedded(dataDir);
  const lock = join(postgres.folder, 'postmaster.pid');
  const written = await readFile(lock, 'utf8');
  const postmaster = await markOf(Number.parseInt(written, 10));
  try {
    await writeFile(lock, '');
    await expect(stopEmbedded(dataDir)).rejects.toThrow('the PID file');
    expect(await isAlive(postmaster)).toBe(true);
  } finally {
    await writeFile(lock, written);
    await stopEmbedded(dataDir);
    expect(await isAlive(postmaster)).toBe(false);
    await stopEmbedded(dataDir);
    await rm(postgres.folder, { recursive: true, force: true });
    await rm(dataDir, { recursive: true, force: true });
  }
});
