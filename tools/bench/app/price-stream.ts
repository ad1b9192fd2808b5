import type { Event, Market } from '@touchline/contract/shapes/football';
import { openPublisher } from '@touchline/server/tools/live';
import { testEvent } from '@touchline/server/tools/placing';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { longTasks, openPhone } from './phone.ts';
import type { Site } from './site.ts';

/** What keeping a list in step with the stream cost. */
export type Streamed = {
  /** Matches in the open list. */
  matches: number;
  /** Price messages a second that the page took. */
  perSecond: number;
  /** Parts of one core the page's main thread was busy without and with the stream, and the difference. */
  idle: number;
  busy: number;
  share: number;
  /** Tasks of 50 ms and more during the stream. */
  longTasks: number;
};

const perSecond = 200;
/** Matches of the list, which with those of the replay and of the other parts comes to a little more. */
const matches = 200;
/** Messages come in bursts, as they do between processes of a server. */
const burstMs = 25;

type Source = { start(): void; stop(): void; sent(): number; close(): Promise<void> };

/** The next prices of a market: each a little up or down. */
const moved = (market: Market, n: number): Market => ({
  ...market,
  version: market.version + n,
  selections: market.selections.map((selection, at) => {
    const move = (n + at) % 2 === 0 ? 1 : -1;
    const odds = ((Number(selection.odds ?? '2') * 100 + (n % 7) - 3) / 100).toFixed(2);
    return { ...selection, odds, move };
  }),
});

/**
 * Says new prices of one match after the other as another process of the server would: through the relay of the
 * database, from which the server hands them to its streams.
 */
const openSource = async (site: Site, events: readonly Event[]): Promise<Source> => {
  const publisher = await openPublisher(site.databaseUrl);
  let n = 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  const burst = (due: number): void => {
    for (; n < due; n++) {
      const event = events[n % events.length];
      if (event?.main === undefined) continue;
      const round = 1 + Math.floor(n / events.length);
      publisher.publish('price', { event: event.id, markets: [moved(event.main, round)] });
    }
  };
  return {
    start: () => {
      const startMs = performance.now() - (n * 1000) / perSecond;
      timer = setInterval(
        () => burst(Math.floor(((performance.now() - startMs) * perSecond) / 1000)),
        burstMs,
      );
    },
    stop: () => clearInterval(timer),
    sent: () => n,
    close: async () => {
      clearInterval(timer);
      await publisher.close();
    },
  };
};

/** Seconds of the page's main thread that went into tasks so far. */
const busySeconds = async (cdp: CDPSession): Promise<number> => {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
};

const busyShare = async (page: Page, cdp: CDPSession, seconds: number): Promise<number> => {
  const before = await busySeconds(cdp);
  await page.waitForTimeout(seconds * 1000);
  return ((await busySeconds(cdp)) - before) / seconds;
};

/** Opens the whole list of matches and measures the main thread without the stream's prices and with them. */
export const streamPrices = async (browser: Browser, site: Site, seconds: number): Promise<Streamed> => {
  const kickOff = (n: number): Date => new Date(Date.now() + 86_400_000 + n * 1_200_000);
  for (let n = 0; n < matches; n++) await testEvent(site.database.pool, { kickOff: kickOff(n) });
  const list: Event[] = [];
  for (let page = 1; page <= matches / 100; page++)
    list.push(...(await site.api.call('eventList', { state: 'open', limit: 100, page })).list);
  const source = await openSource(site, list);
  const { page, cdp, close } = await openPhone(browser, site, '/pages/invest/invest');
  try {
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
    const cards = page.locator('main article');
    await cards.first().waitFor();
    const wanted = list.length;
    while ((await cards.count()) < wanted) {
      await page.mouse.move(206, 400);
      await page.mouse.wheel(0, 4_000);
      await page.waitForTimeout(50);
    }
    await page.mouse.wheel(0, -100_000);
    await page.waitForTimeout(2_000);
    await longTasks(page);
    const idle = await busyShare(page, cdp, seconds);
    const before = source.sent();
    source.start();
    const busy = await busyShare(page, cdp, seconds);
    source.stop();
    const heard = (source.sent() - before) / seconds;
    return {
      matches: await cards.count(),
      perSecond: Math.round(heard),
      idle,
      busy,
      share: busy - idle,
      longTasks: (await longTasks(page)).length,
    };
  } finally {
    await close();
    await source.close();
  }
};
