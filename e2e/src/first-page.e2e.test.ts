import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { openFeed } from './feed.ts';
import { memberApp } from './member-app.ts';
import { withPhone } from './phone.ts';
import { openSite, type Site } from './site-under-test.ts';

describe('the first page of a visit, at 375×812', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite({ REPLAY: 'false' });
  });
  afterAll(() => site?.close());

  /** Loads home as a member whose answer does not come before `answer` is called. */
  const withHomeAwaited = (
    account: string,
    work: (opened: { page: Page; asked: () => string[]; answer: () => void }) => Promise<void>,
  ): Promise<void> =>
    withPhone(site.browser, async ({ page }) => {
      const app = await memberApp(page, 'en');
      await page.goto(site.url);
      await app.register(account);
      await page.getByText(app.money('1000.00'), { exact: true }).first().waitFor();

      const answered = Promise.withResolvers<void>();
      await page.route('**/api/index/home', async (route) => {
        await answered.promise;
        await route.continue();
      });
      // On a slow machine the longest wait must not end before the answer.
      await page.addInitScript(
        'const wait = setTimeout; globalThis.setTimeout = (work, ms, ...rest) => wait(work, ms === 3000 ? 600000 : ms, ...rest);',
      );
      // What the page before still asks for is not counted.
      await page.goto('about:blank');
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      await page.goto(site.url);
      await page.getByText(app.money('1000.00'), { exact: true }).first().waitFor();
      await page.evaluate('new Promise((done) => requestIdleCallback(done))');
      try {
        await work({ page, asked: () => asked.filter(isOfLater), answer: answered.resolve });
      } finally {
        answered.resolve();
      }
    });

  const isOfLater = (path: string): boolean =>
    /\/(keep-in-step|slip-parts|check-in-card)-|\/api\/(common\/liveTicket|index\/systemConfig)$/.test(path);

  it('has its answer before anything is fetched that comes after it', () =>
    withHomeAwaited('first', async ({ asked, answer }) => {
      expect(asked()).toEqual([]);
      answer();
      await expect
        .poll(asked)
        .toEqual(expect.arrayContaining(['/api/common/liveTicket', '/api/index/systemConfig']));
    }));

  it('holds nothing up after a tap', () =>
    withHomeAwaited('tapper', async ({ page, asked }) => {
      expect(asked()).toEqual([]);
      await page.getByRole('heading', { level: 1 }).first().click();
      await expect
        .poll(asked)
        .toEqual(expect.arrayContaining(['/api/common/liveTicket', '/api/index/systemConfig']));
    }));

  it('misses no match that is announced while home has none, or before the stream opens', () =>
    withPhone(site.browser, async ({ page }) => {
      const feed = await openFeed(site.database, { isLive: true });
      const announce = (home: string, away: string) =>
        feed.announce(home, away, new Date(Date.now() + 3 * 3_600_000));
      const shown = (team: string) => page.getByRole('main').getByText(team, { exact: true });
      const app = await memberApp(page, 'en');
      await page.goto(site.url);
      await app.register('early');
      await page.getByText(app.t('home.none')).waitFor();
      // After the page has caught up, only a message makes it ask again.
      const opened = page.waitForResponse(/\/api\/live\?/);
      await page.reload();
      await opened;
      await page.waitForResponse(/\/api\/index\/home$/);
      await announce('Rovers', 'United');
      await shown('Rovers').waitFor();

      // The answer has one match, and the stream opens when there are two.
      const known = Promise.withResolvers<void>();
      let waits = 0;
      await page.route('**/api/common/liveTicket', async (route) => {
        waits += 1;
        await known.promise;
        await route.continue();
      });
      await page.reload();
      await shown('Rovers').waitFor();
      await expect.poll(() => waits).toBe(1);
      await announce('Albion', 'Harriers');
      known.resolve();
      await shown('Albion').waitFor();
      await feed.close();
    }));
});
