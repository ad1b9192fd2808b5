import { livePath } from '@touchline/contract/paths';
import { afterEach, describe, expect, it } from 'vitest';
import { testDatabase } from '../../apps/server/src/testing/database.ts';
import { crowdSettings, startCrowd } from './crowd.ts';
import { makeDataFolder } from './data-folder.ts';
import { memberApi, type MemberApi } from './member-api.ts';
import { verifyLedger } from './server.ts';
import { openManager, type Manager } from './service-manager.ts';

const bets = 60;
/** Starts take seconds, and each bet of them is asked for again at the end. */
const crowdOf = { members: 6, pauseMs: 150 };
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

describe.skipIf(process.platform !== 'linux')('a server that gets its socket handed over', () => {
  const closers: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0).toReversed()) await close();
  });

  const open = async (): Promise<{ manager: Manager; settings: Record<string, string> }> => {
    const database = await testDatabase(1);
    closers.push(() => database.close());
    const folder = await makeDataFolder();
    closers.push(() => folder.remove());
    const settings = { ...crowdSettings, DATABASE_URL: database.url, DATA_DIR: folder.path };
    const manager = await openManager(settings, folder.path);
    closers.push(manager.close);
    return { manager, settings };
  };

  it('is restarted under bets: none is refused or doubled, and streams go on', async () => {
    const { manager, settings } = await open();
    const { url } = manager;
    const before = await manager.start();
    await before.said(ready);
    const crowd = await startCrowd(() => [url], crowdOf);
    const ann = memberApi(url);
    await ann.register('ann-handover');
    await crowd.goOn(bets);
    const stream = await follow(url, ann);
    expect(stream.first).not.toBe('');

    const stopped = before.stop();
    await stream.ended;
    await stopped;
    expect(await before.log()).not.toMatch(/could not be closed|"level":(50|60)/);
    // Nobody accepts now. These wait in the socket until the next server is there.
    const waiting = [ann.call('userInfo', {}), follow(url, ann)] as const;
    const after = await manager.start();
    await after.said(ready);
    const [, again] = await Promise.all(waiting);
    expect(again.first).not.toBe('');
    await crowd.goOn(bets);

    await crowd.stop();
    const { acknowledged, found, doubled, unheard } = await crowd.judge();
    expect(acknowledged).toBeGreaterThanOrEqual(2 * bets);
    expect({ found, doubled, unheard }).toEqual({ found: acknowledged, doubled: 0, unheard: 0 });
    await after.stop();
    await again.ended;
    const { code, log } = await verifyLedger(settings);
    expect(log).toContain('all agree');
    expect(code).toBe(0);
  });

  it('leaves the socket to another one that has it too: no bet waits for a start', async () => {
    const { manager } = await open();
    const { url } = manager;
    const [one, two] = [await manager.start(), await manager.start()];
    await Promise.all([one.said(ready), two.said(ready)]);
    const crowd = await startCrowd(() => [url], crowdOf);
    await crowd.goOn(bets);
    for (const old of [one, two]) {
      await old.stop();
      // Answered by the other one alone.
      await crowd.goOn(bets);
      const next = await manager.start();
      await next.said(ready);
    }
    await crowd.goOn(bets);
    await crowd.stop();
    const { acknowledged, found, doubled, unheard } = await crowd.judge();
    expect({ found, doubled, unheard }).toEqual({ found: acknowledged, doubled: 0, unheard: 0 });
  });
});
