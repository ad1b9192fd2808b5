import { afterAll, beforeAll, describe, expect } from 'vitest';
import { bettors, type Bettor } from './bettors.ts';
import { killCluster } from './cluster.ts';
import type { DataFolder } from '../fixtures/data-folder.ts';
import { makeMigratedFolder } from './migrated-folder.ts';
import { memberApi } from '../fixtures/member-api.ts';
import { announceOpenMatchIn } from './open-match.ts';
import { NotStarted, startServer, verifyLedger, type Server } from '../fixtures/server.ts';
import { story } from './story.ts';

/** One installation through its bad days, in order. */
describe('a server on its own data folder', () => {
  const membersCount = 12;
  const betsBeforeKill = 400;
  let folder: DataFolder;
  let server: Server;
  let settings: Record<string, string>;
  let crowd: Bettor[];

  beforeAll(async () => {
    folder = await makeMigratedFolder();
    settings = {
      DATA_DIR: folder.path,
      REPLAY: 'false',
      RATE_LIMIT_PER_MINUTE: '1000000',
      SIGNIN_LIMIT_PER_MINUTE: '1000000',
    };
    server = await startServer(settings);
    await announceOpenMatchIn(folder.path);
    crowd = await bettors(server.url, membersCount);
  });

  afterAll(async () => {
    await server.stop();
    await folder.remove();
  });

  story('lives through its bad days', {
    'keeps every acknowledged bet once when it is killed under load, and answers each key with one bet':
      async () => {
        const running = crowd.map((bettor) => bettor.betUntilSilence());
        await expect
          .poll(() => crowd.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0), {
            timeout: 120_000,
          })
          .toBeGreaterThan(betsBeforeKill);
        await server.kill();
        await Promise.all(running);
        const unheard = crowd.reduce(
          (sum, { sent, acknowledged }) => sum + sent.length - acknowledged.size,
          0,
        );
        expect(unheard, 'calls under way when the server died').toBeGreaterThan(0);

        server = await startServer(settings);
        for (const bettor of crowd) bettor.move(server.url);
        const again = await Promise.all(crowd.map((bettor) => bettor.sendAllAgain()));

        for (const [index, { acknowledged, sent }] of crowd.entries()) {
          const answers = again[index] ?? new Map<string, string>();
          expect(answers.size, 'one answer for each key').toBe(sent.length);
          for (const [key, id] of acknowledged) expect(answers.get(key)).toBe(id);
          expect(new Set(answers.values()).size, 'no two keys share a bet').toBe(sent.length);
        }
        await Promise.all(
          crowd.map(async (bettor, index) => {
            const { ids, balance } = await bettor.onRecord();
            expect(ids.toSorted()).toEqual([...(again[index]?.values() ?? [])].toSorted());
            expect(balance, 'each bet was charged once').toBe(`${1_000 - bettor.sent.length}.00`);
          }),
        );
      },

    'still agrees with itself: the ledger is recomputed while the server runs': async () => {
      const { code, log } = await verifyLedger(settings);
      expect(log).toContain('all agree');
      expect(code).toBe(0);
    },

    'refuses a second server on the same folder and goes on': async () => {
      const second = startServer(settings);
      await expect(second).rejects.toThrow(NotStarted);
      await expect(second).rejects.toMatchObject({ code: 1, log: expect.stringContaining('already uses') });
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    },

    'starts its database again when that was killed, and goes on': async () => {
      const [bettor] = crowd;
      const before = await bettor?.onRecord();
      await killCluster(folder.cluster);
      await expect
        .poll(async () => (await fetch(`${server.url}/readyz`).catch(() => undefined))?.status, {
          timeout: 120_000,
        })
        .toBe(200);
      expect(await bettor?.onRecord()).toEqual(before);
      expect(server.log()).toContain('the database had ended and was started again');
    },

    'stops when asked: code 0, the database last': async () => {
      expect(folder.hasRunningDatabase()).toBe(true);
      expect(await server.stop()).toBe(0);
      expect(server.log()).toContain('Stopped.');
      expect(folder.hasRunningDatabase()).toBe(false);
    },

    'finds everything again: members sign in and their bets are there': async () => {
      server = await startServer(settings);
      const [bettor] = crowd;
      if (bettor === undefined) throw new Error('the crowd is empty');
      const api = memberApi(server.url);
      await api.login(bettor.account);
      const { total } = await api.call('orderList', { tab: 'in_progress', limit: 1 });
      expect(total).toBe(bettor.sent.length);
      const { code } = await verifyLedger(settings);
      expect(code).toBe(0);
    },
  });
});
