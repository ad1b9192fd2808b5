import { livePath } from '@touchline/contract/paths';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { testDatabase } from '../../apps/server/src/testing/database.ts';
import { crowdSettings, startCrowd, type Crowd } from './crowd.ts';
import { makeDataFolder } from '../fixtures/data-folder.ts';
import { memberApi, type MemberApi } from '../fixtures/member-api.ts';
import { announceOpenMatch } from './open-match.ts';
import { verifyLedger } from '../fixtures/server.ts';
import { openManager, type Handed, type Manager } from './service-manager.ts';
import { story } from './story.ts';

const bets = 60;
/** Starts take seconds, and each bet of them is asked for again at the end. */
const crowdOf = { members: 3, pauseMs: 150 };
const ready = 'Touchline is ready';

/** Reads a live stream until the server ends it. @returns what it said, and how it began */
const follow = async (url: string, api: MemberApi): Promise<{ first: string; ended: Promise<void> }> => {
  const { ticket } = await api.call('liveTicket', {});
  const answer = await fetch(`${url}${livePath}?token=${encodeURIComponent(ticket)}`);
  expect(answer.status).toBe(200);
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  const first = await reader?.read();
  const toTheEnd = async (): Promise<void> => {
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read());
  };
  return { first: first?.value ?? '', ended: toTheEnd() };
};

/** Servers that follow each other on one socket while a crowd bets. */
describe.skipIf(process.platform !== 'linux')('a server that gets its socket handed over', () => {
  /** Undone from the last. */
  const closers: (() => Promise<unknown>)[] = [];
  let settings: Record<string, string>;
  let manager: Manager;
  let crowd: Crowd;
  let server: Handed;

  /** Starts a server on the socket, whether there is another one or not. */
  const start = async (): Promise<Handed> => {
    const started = await manager.start();
    await started.said(ready);
    return started;
  };

  beforeAll(async () => {
    const database = await testDatabase(1);
    closers.push(() => database.close());
    const folder = await makeDataFolder();
    closers.push(() => folder.remove());
    settings = { ...crowdSettings, REPLAY: 'false', DATABASE_URL: database.url, DATA_DIR: folder.path };
    manager = await openManager(settings, folder.path);
    closers.push(manager.close);
    server = await start();
    await announceOpenMatch(database.url);
    crowd = await startCrowd(() => [manager.url], crowdOf);
    closers.push(async () => crowd.abandon());
    await crowd.goOn(bets);
  });
  afterAll(async () => {
    for (const close of closers.toReversed()) await close();
  });

  story('is restarted under bets', {
    'is restarted under bets: none is refused, and streams go on': async () => {
      const { url } = manager;
      const ann = memberApi(url);
      await ann.register('ann-handover');
      const stream = await follow(url, ann);
      expect(stream.first).not.toBe('');

      const stopped = server.stop();
      await stream.ended;
      await stopped;
      expect(await server.log()).not.toMatch(/could not be closed|"level":(50|60)/);
      // No server accepts now. These wait in the socket until the next server is there.
      const waiting = [ann.call('userInfo', {}), follow(url, ann)] as const;
      server = await start();
      const [, again] = await Promise.all(waiting);
      expect(again.first).not.toBe('');
      await crowd.goOn(bets);
    },

    'leaves the socket to another one that has it too: no bet waits for a start': async () => {
      for (let turn = 0; turn < 2; turn++) {
        const beside = await start();
        await crowd.goOn(bets);
        await server.stop();
        // Answered by the other one alone.
        await crowd.goOn(bets);
        server = beside;
      }
    },

    'has every bet of all of them once, and agrees with itself': async () => {
      await crowd.stop();
      const { acknowledged, found, doubled, unheard } = await crowd.judge();
      expect(acknowledged).toBeGreaterThanOrEqual(6 * bets);
      expect({ found, doubled, unheard }).toEqual({ found: acknowledged, doubled: 0, unheard: 0 });
      await server.stop();
      const { code, log } = await verifyLedger(settings);
      expect(log).toContain('all agree');
      expect(code).toBe(0);
    },
  });
});
