import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { parseCheckpoint } from '@touchline/verify/checkpoint';
import { parseNote } from '@touchline/verify/note';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { DataFolder } from '../fixtures/data-folder.ts';
import { makeMigratedFolder } from './migrated-folder.ts';
import { openOrders } from './log-orders.ts';
import { memberApi } from '../fixtures/member-api.ts';
import { announceOpenMatchIn } from './open-match.ts';
import { startLogTool, startServer, verifyLedger, type Server } from '../fixtures/server.ts';
import { story } from './story.ts';

const run = promisify(execFile);

/** A database that was restored from a backup, as its operator finds it. */
describe.skipIf(process.platform === 'win32')('a database older than what was signed', () => {
  let folder: DataFolder;
  let settings: Record<string, string>;
  let server: Server;
  let backup: string;
  let signed: { origin: string; size: number };
  let token: string;

  const checkpoint = async (): Promise<{ origin: string; size: number }> => {
    const answer = await fetch(`${server.url}/log/checkpoint`);
    return parseCheckpoint(parseNote(await answer.text()).text);
  };
  const tool = async (...args: string[]): Promise<string> => {
    const started = startLogTool(args, settings);
    if ((await started.ended) !== 0) throw new Error(started.log());
    return started.log();
  };
  const bet = async (prefix: string, count: number): Promise<void> => {
    const api = memberApi(server.url, token);
    const orderOf = await openOrders(api);
    for (let n = 0; n < count; n++) await api.call('orderAdd', orderOf(`backup-${prefix}-${n}`));
  };
  const signedBeyond = async (size: number): Promise<{ origin: string; size: number }> => {
    await expect.poll(async () => (await checkpoint()).size).toBeGreaterThan(size);
    return checkpoint();
  };

  beforeAll(async () => {
    folder = await makeMigratedFolder();
    backup = `${folder.cluster}.backup`;
    settings = {
      DATA_DIR: folder.path,
      LOG_ORIGIN: 'restored.example/log',
      REPLAY: 'false',
      LOG_LEVEL: 'warn',
    };
    server = await startServer(settings);
    await announceOpenMatchIn(folder.path);
  });
  afterAll(async () => {
    await server.stop();
    await rm(backup, { recursive: true, force: true });
    await folder.remove();
  });

  story('signs nothing until an epoch begins', {
    'comes from a backup that was made before the last bets': async () => {
      ({ token } = await memberApi(server.url).register('ann'));
      await bet('before', 3);
      await expect.poll(async () => (await checkpoint()).size).toBeGreaterThan(6);
      await server.stop();
      await run('cp', ['-a', folder.cluster, backup]);
      server = await startServer(settings);
      const { size } = await checkpoint();
      await bet('lost', 10);
      signed = await signedBeyond(size + 19);
      await server.stop();
      await rm(folder.cluster, { recursive: true });
      await run('mv', [backup, folder.cluster]);
    },

    'signs nothing, says why, and still takes bets': async () => {
      server = await startServer(settings);
      await expect.poll(() => server.log()).toContain('log_refused');
      expect(server.log()).toMatch(/"reason":"behind"/);
      expect(server.log()).toContain(`and ${signed.size} were signed`);
      const { size } = await checkpoint();
      await bet('after', 2);
      await expect.poll(async () => /entries (\d+),/.exec(await tool('status'))?.[1]).not.toBe(String(size));
      expect((await checkpoint()).size).toBe(size);
      expect(await tool('status')).toContain(`disk    signed ${signed.size} entries in epoch 1`);
      const { code, log } = await verifyLedger(settings);
      expect(code).toBe(1);
      expect(log).toContain(`this machine signed ${signed.size} entries`);
      await server.stop();
    },

    'goes on in an epoch that says in public what was lost': async () => {
      expect(await tool('epoch', '--reason', 'the disk of the database was lost')).toContain(
        'Epoch 2 is open',
      );
      server = await startServer(settings);
      await expect.poll(async () => (await checkpoint()).origin).toBe('restored.example/log/2');
      const { size } = await checkpoint();
      await bet('new', 2);
      await signedBeyond(size);
      const bundles = Math.ceil(size / 256);
      let text = '';
      for (let n = 0; n < bundles; n++) {
        const width = Math.min(256, size - n * 256);
        const path = `tile/entries/${String(n).padStart(3, '0')}${width === 256 ? '' : `.p/${width}`}`;
        text += await (await fetch(`${server.url}/log/${path}`)).text();
      }
      expect(text).toContain('the disk of the database was lost');
      expect(text).toContain(`\\n${signed.size}\\n`);
      expect((await (await fetch(`${server.url}/log/vkey`)).text()).trim()).toMatch(
        /^restored\.example\/log\/2\+/,
      );
      const { code, log } = await verifyLedger(settings);
      expect(log).toContain('all agree');
      expect(code).toBe(0);
    },
  });
});
