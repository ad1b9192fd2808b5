import { appendFile, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import pg from 'pg';
import { findBinaries } from '../postgres/binaries.ts';
import {
  embeddedUrls,
  outsideClusters,
  startEmbedded,
  stopCluster,
  type Cluster,
} from '../postgres/embedded.ts';
import { postgresUser } from '../postgres/user.ts';
import { recoverCluster } from './recover.ts';

const closers: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closers.toReversed()) await close();
});

test('a cluster of Patroni takes writes after its recovery, in another folder and without its standby', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'recover-'));
  closers.push(() => rm(dataDir, { recursive: true, force: true }));
  const made = await startEmbedded(dataDir);
  closers.push(() => rm(made.folder, { recursive: true, force: true }));
  await made.stop();
  await appendFile(
    join(made.folder, 'postgresql.conf'),
    [
      `hba_file = '${join(made.folder, 'pg_hba.conf')}'`,
      `ident_file = '${join(made.folder, 'pg_ident.conf')}'`,
      `synchronous_standby_names = '"db2"'`,
      '',
    ].join('\n'),
  );
  await writeFile(join(made.folder, 'pg_hba.conf'), 'host all all 203.0.113.21/32 scram-sha-256\n');
  const folder = `${made.folder}.moved`;
  await rename(made.folder, folder);
  closers.push(() => rm(folder, { recursive: true, force: true }));

  const user = await postgresUser();
  const cluster: Cluster = { binaries: await findBinaries(user, outsideClusters), user, folder };
  closers.push(() => stopCluster(cluster));
  const port = await recoverCluster(cluster, { target: 'latest', plan: { timeline: 1 } });

  const client = new pg.Client({
    connectionString: (await embeddedUrls(dataDir, port)).ownerUrl('touchline'),
  });
  await client.connect();
  closers.push(() => client.end());
  await client.query('create table written (n int)');
  const { rows } = await client.query<{ n: number }>('insert into written values (1) returning n');
  expect(rows).toEqual([{ n: 1 }]);
});
