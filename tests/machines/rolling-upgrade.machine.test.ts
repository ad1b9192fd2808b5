import { afterAll, beforeAll, describe, expect } from 'vitest';
import { startEmbedded } from '../../apps/server/src/operations/postgres/embedded.ts';
import { crowdSettings, startCrowd, type Crowd } from './crowd.ts';
import { makeDataFolder, type DataFolder } from '../fixtures/data-folder.ts';
import { previousRelease, unpackRelease, type Release } from './release.ts';
import { startServer, verifyLedger, type Server } from '../fixtures/server.ts';
import { story } from './story.ts';

const found = await previousRelease();
if ('missing' in found) console.warn(`The rolling upgrade is not tested: ${found.missing}`);

/** Bets in each step. */
const bets = 60;
/** Starts take seconds, and each bet of them is asked for again at the end. */
const crowdOf = { members: 6, pauseMs: 150 };

/** Two servers that are upgraded one after the other while members bet. */
describe.skipIf('missing' in found)('a release that is started while the previous one runs', () => {
  let release: Release;
  const folders: DataFolder[] = [];
  let postgres: Awaited<ReturnType<typeof startEmbedded>>;
  let crowd: Crowd;
  let before: Server;
  let after: Server;
  /** Undone from the last. */
  const closers: (() => Promise<unknown>)[] = [];
  const settings: Record<string, string>[] = [];
  const urls: string[] = [];

  beforeAll(async () => {
    if ('missing' in found) return;
    release = await unpackRelease(found.commit);
    closers.push(release.remove);
    for (let n = 0; n < 3; n++) {
      const folder = await makeDataFolder();
      closers.push(() => folder.remove());
      folders.push(folder);
    }
    const [database, ...machines] = folders;
    postgres = await startEmbedded(database?.path ?? '', {
      extra: { fsync: 'off', full_page_writes: 'off' },
    });
    closers.push(() => postgres.stop());
    for (const { path } of machines) {
      settings.push({
        ...crowdSettings,
        DATABASE_URL: postgres.serverUrl('touchline'),
        DATABASE_OWNER_URL: postgres.ownerUrl('touchline'),
        DATA_DIR: path,
      });
    }
    before = await startServer(settings[0] ?? {}, release.folder);
    closers.push(() => before.kill());
    urls.push(before.url);
    crowd = await startCrowd(() => urls, crowdOf);
    closers.push(async () => crowd.abandon());
    await crowd.goOn(bets);
  });
  afterAll(async () => {
    for (const close of closers.toReversed()) await close();
  });

  story('is upgraded while members bet', {
    'moves the schema on while the previous release takes bets, and both take them then': async () => {
      after = await startServer(settings[1] ?? {});
      closers.push(() => after.stop());
      urls.push(after.url);
      const sinceMs = performance.now();
      // Members are spread over both.
      await crowd.goOn(4 * bets);
      const endMs = performance.now();
      for (const { url } of [before, after])
        expect(crowd.gapSince(sinceMs, url)).toBeLessThan((endMs - sinceMs) / 1_000);
      for (const server of [before, after]) expect(server.log()).not.toMatch(/"level":[56]0/);
    },

    'goes on alone when the previous one stops as it should': async () => {
      expect(await before.stop()).toBe(0);
      await crowd.goOn(bets);
    },

    'cannot be taken back by starting the previous one again, which says so and changes nothing':
      async () => {
        await expect(startServer(settings[0] ?? {}, release.folder)).rejects.toThrow(
          /was applied but its file is gone/,
        );
        await crowd.goOn(bets);
      },

    'has every bet of both once, and agrees with itself': async () => {
      await crowd.stop();
      urls.splice(0, urls.length, after.url);
      const { acknowledged, found: there, doubled } = await crowd.judge();
      expect({ found: there, doubled }).toEqual({ found: acknowledged, doubled: 0 });
      const { code, log } = await verifyLedger(settings[1] ?? {});
      expect(log).toContain('all agree');
      expect(code).toBe(0);
    },
  });
});
