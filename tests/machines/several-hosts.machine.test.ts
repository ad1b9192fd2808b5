import { afterEach, describe, expect, it } from 'vitest';
import { endConnections, promote, startPair, waitForStandby } from './cluster.ts';
import { crowdSettings, startCrowd, type Crowd } from './crowd.ts';
import { makeDataFolder } from '../fixtures/data-folder.ts';
import { announceOpenMatch } from './open-match.ts';
import { startServer, verifyLedger } from '../fixtures/server.ts';

type Pair = Awaited<ReturnType<typeof startPair>>;

/** Bets before, between and after what happens. */
const bets = 60;
/** Outages take seconds, and each bet of them is asked for again at the end. */
const crowdOf = { members: 6, pauseMs: 150 };
/** A server notices a frozen node after its patience of eight seconds; a busy machine takes longer. */
const withinMs = 90_000;

/** The connection string of two nodes, as a person writes it. */
const ofBoth = (one: string, two: string): string => {
  const [first, second] = [new URL(one), new URL(two)];
  // Both clusters have the same passwords, as the nodes of a cluster do.
  return `postgres://${first.username}:${first.password}@${first.host},${second.host}${first.pathname}?target_session_attrs=read-write`;
};

/** A primary with a synchronous standby, whose addresses both stand in DATABASE_URL; nothing else leads from one to the other. */
describe.skipIf(process.platform !== 'linux')('several hosts in DATABASE_URL', () => {
  const closers: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0).toReversed()) await close();
  });

  const open = async (): Promise<{ pair: Pair; settings: Record<string, string>; url: string }> => {
    const pair = await startPair();
    closers.push(pair.close);
    const folder = await makeDataFolder();
    closers.push(() => folder.remove());
    await waitForStandby(pair.primary);
    const settings = {
      ...crowdSettings,
      REPLAY: 'false',
      // The standby is first: the order of the hosts means nothing.
      DATABASE_URL: ofBoth(pair.standby.serverUrl, pair.primary.serverUrl),
      DATABASE_OWNER_URL: ofBoth(pair.standby.url, pair.primary.url),
      DATA_DIR: folder.path,
      PATIENCE_FACTOR: '1',
    };
    const server = await startServer(settings);
    closers.push(() => server.stop());
    await announceOpenMatch(pair.primary.serverUrl);
    return { pair, settings, url: server.url };
  };

  const recovered = (crowd: Crowd): Promise<void> =>
    Promise.race([
      crowd.goOn(bets),
      new Promise<never>((_resolve, reject) => {
        setTimeout(() => reject(new Error('no bet was accepted again')), withinMs).unref();
      }),
    ]);

  const judged = async (crowd: Crowd, settings: Record<string, string>): Promise<void> => {
    await crowd.stop();
    const { acknowledged, found, doubled, unheard } = await crowd.judge();
    expect(acknowledged).toBeGreaterThanOrEqual(2 * bets);
    expect({ found, doubled }).toEqual({ found: acknowledged, doubled: 0 });
    expect(unheard, 'calls that met the outage').toBeGreaterThan(0);
    const { code, log } = await verifyLedger(settings);
    expect(log).toContain('all agree');
    expect(code).toBe(0);
  };

  it('lead to the standby that was promoted after a kill: no acknowledged bet is lost or doubled', async () => {
    const { pair, settings, url } = await open();
    const crowd = await startCrowd(() => [url], crowdOf);
    await crowd.goOn(bets);
    await pair.primary.kill();
    await promote(pair.standby);
    await recovered(crowd);
    await judged(crowd, settings);
  });

  it('lead away from a primary that froze, and never back to it', async () => {
    const { pair, settings, url } = await open();
    const crowd = await startCrowd(() => [url], crowdOf);
    await crowd.goOn(bets);
    await pair.primary.freeze();
    await promote(pair.standby);
    await recovered(crowd);
    // It comes back as it was: it says that it can write, though its commits wait for a standby that is gone.
    await pair.primary.thaw();
    await endConnections(pair.standby);
    await recovered(crowd);
    await judged(crowd, settings);
  });
});
