import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { startEmbedded } from '../../apps/server/src/operations/postgres/embedded.ts';
import { killCluster } from './cluster.ts';
import { makeDataFolder } from '../fixtures/data-folder.ts';
import { makePreload } from './faults/preload.ts';

/** Found by the drill of faults, where fsync failed for some seconds. */
it.skipIf(process.platform !== 'linux')(
  'a cluster whose recovery failed while its disk did not write is there again at the next start',
  async ({ skip }) => {
    const folder = await makeDataFolder();
    onTestFinished(async () => {
      await killCluster(folder.cluster).catch(() => undefined);
      await folder.remove();
    });
    const tools = join(folder.path, 'tools');
    await mkdir(tools, { mode: 0o755 });
    await chmod(folder.path, 0o755);
    const lever = await (await makePreload(tools))?.('postgres');
    if (lever === undefined) {
      skip('there is no C compiler');
      return;
    }
    const { env } = lever;
    const ask = async (text: string): Promise<unknown> => {
      const client = new pg.Client({
        connectionString: (await startEmbedded(folder.path, { env })).ownerUrl('touchline'),
      });
      client.on('error', () => undefined);
      try {
        await client.connect();
        return (await client.query(text)).rows;
      } finally {
        await client.end().catch(() => undefined);
      }
    };
    await ask('create table kept as select 1 as value');
    await lever.failSync(true);
    await expect(ask('insert into kept values (2)')).rejects.toThrow(/sync|terminat|recovery/i);
    // The postmaster recovers automatically, which fails as well: it says so for good.
    const isRecovering = (): Promise<unknown> =>
      startEmbedded(folder.path, { env }).then(
        () => 'there',
        () => 'away',
      );
    await expect.poll(isRecovering, { timeout: 60_000 }).toBe('away');
    await lever.failSync(false);
    await expect
      .poll(() => ask('select value from kept').catch(() => []), { timeout: 60_000 })
      // What was not acknowledged may be there too.
      .toContainEqual({ value: 1 });
  },
);
