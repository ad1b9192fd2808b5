import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { startEmbedded } from './embedded.ts';

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
