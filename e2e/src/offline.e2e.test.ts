import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFront, type Front } from './front.ts';
import { memberApi } from './member-api.ts';
import { memberApp } from './member-app.ts';
import { withPhone } from './phone.ts';
import { wrongOnScreen } from './screen-check.ts';
import { openSite, type Site } from './site-under-test.ts';

/** Waits until a promise of the page says yes: Playwright's `waitForFunction` takes the promise itself for a yes. */
const untilTrue = (page: Page, script: string) =>
  expect.poll(() => page.evaluate(script), { timeout: 120_000 }).toBe(true);

/** Waits until the worker has taken over and put the app by, one file after the other. */
const untilKept = (page: Page) =>
  untilTrue(
    page,
    `(async () => {
      await navigator.serviceWorker.ready;
      const texts = await caches.open('texts');
      const shown = performance.getEntriesByType('resource').filter(({ name }) => name.includes('.gen-'));
      const kept = await Promise.all(shown.map(({ name }) => texts.match(name)));
      return navigator.serviceWorker.controller !== null && kept.length >= 2 && !kept.includes(undefined);
    })()`,
  );

const cachedPaths = (page: Page): Promise<string[]> =>
  page.evaluate(`(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  })()`);

/** The page as if another app had come to the front. */
const toBackground = (page: Page): Promise<void> =>
  page.evaluate(`
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    void document.dispatchEvent(new Event('visibilitychange'));
  `);

const hasWaiting = `navigator.serviceWorker.getRegistration().then((known) => known.waiting !== null)`;

type Manifest = { name: string; icons: { src: string; type: string }[] };
const asManifest = async (answer: Response): Promise<Manifest> => JSON.parse(await answer.text());

describe('the installed app', () => {
  let site: Site;
  let front: Front;
  beforeAll(async () => {
    site = await openSite({ REPLAY_SPEED: '1' });
    front = await openFront(site.url);
  });
  afterAll(async () => {
    await front?.close();
    await site?.close();
  });

  it('says what it is and how it looks on a home screen', async () => {
    const page = await fetch(`${front.url}/`).then((answer) => answer.text());
    const address = /<link rel="manifest" href="([^"]+)"/.exec(page)?.[1] ?? '';
    const manifest = await fetch(new URL(address, front.url)).then(asManifest);
    expect(manifest).toMatchObject({ name: 'Touchline', display: 'standalone', start_url: './#/' });
    const icons: { src: string; type: string }[] = manifest.icons;
    expect(icons.length).toBeGreaterThan(2);
    for (const { src, type } of manifest.icons) {
      const icon = await fetch(new URL(src, front.url));
      expect([src, icon.status, icon.headers.get('content-type')]).toEqual([src, 200, type]);
    }
  });

  it('opens without a network, with what is known and its age, and catches up afterwards', () =>
    withPhone(site.browser, async ({ page }) => {
      const app = await memberApp(page, 'de');
      const { t } = app;
      await page.goto(front.url);
      await app.chooseLanguage();
      await page.getByRole('button', { name: t('common.back'), exact: true }).click();
      await app.register('oskar');
      const matches = page.locator('main section button[aria-pressed]');
      await matches.first().waitFor();
      const entries = page.locator('main ul > li');
      const open = (path: string) => page.evaluate(`void (location.hash = '#${path}')`);
      const seeLists = async (): Promise<void> => {
        await open('/pages/invest/invest');
        await page.getByRole('heading', { level: 1, name: t('nav.invest') }).waitFor();
        await matches.first().waitFor();
        await open('/pages/traderecord/traderecord');
        await page.getByRole('heading', { level: 1, name: t('nav.traderecord') }).waitFor();
        await entries.first().waitFor();
      };
      await seeLists();
      await open('/');
      await matches.first().waitFor();
      await untilKept(page);
      expect((await cachedPaths(page)).filter((path) => path.startsWith('/api'))).toEqual([]);
      expect(await cachedPaths(page)).toContain('/index.html');
      // Going to the background puts by what is known.
      await toBackground(page);
      await untilTrue(page, 'indexedDB.databases().then((known) => known.length > 0)');

      await page.context().setOffline(true);
      await page.reload();
      const note = page.getByRole('status').filter({ hasText: t('shell.offline') });
      await note.waitFor();
      await matches.first().waitFor();
      await expect.poll(() => note.innerText()).toMatch(/vor\s\d+|gerade eben/);
      expect(await wrongOnScreen(page)).toEqual([]);

      // Lists are known as far as their first page.
      await seeLists();

      // A page whose code came with the app, and whose data nobody has seen yet.
      await open('/pages/information/turnover');
      await page.getByRole('heading', { level: 1, name: t('nav.turnover') }).waitFor();
      await page.getByText(t('client.offline')).waitFor();

      await page.context().setOffline(false);
      await note.waitFor({ state: 'detached' });
      await page.getByText(t('client.offline')).waitFor({ state: 'detached' });
    }));

  it('keeps a star that was set without a network, and sends it beside what another device has starred', () =>
    withPhone(site.browser, async ({ page }) => {
      const app = await memberApp(page, 'en');
      const { t } = app;
      await page.goto(front.url);
      await app.register('stella');
      await page.locator('main section button[aria-pressed]').first().waitFor();
      const api = memberApi(site.url);
      await api.login('stella');
      const { list } = await api.call('eventList', { state: 'scheduled' });
      const [near, far] = [list.at(0), list.at(-1)];
      if (near === undefined || far === undefined) throw new Error('no matches to star');
      const stars = async () => (await api.call('favouriteList', {})).list;
      await untilKept(page);
      await page.evaluate(`void (location.hash = '#/pages/invest/eventsinfo?id=${near.id}')`);
      const star = page.getByRole('button', { name: t('event.favour'), exact: true });
      await star.waitFor();
      expect(await stars()).toEqual([]);

      await page.context().setOffline(true);
      await star.click();
      await page.getByRole('button', { name: t('event.unfavour'), exact: true }).waitFor();
      // The app is closed and opened again, and meanwhile another device stars the team of a later match.
      await page.reload();
      await page
        .getByRole('status')
        .filter({ hasText: t('shell.offline') })
        .waitFor();
      await api.call('favouriteSave', { add: [{ kind: 'team', id: far.home.id }] });

      await page.context().setOffline(false);
      const both = [
        { kind: 'match', id: near.id },
        { kind: 'team', id: far.home.id },
      ];
      await expect.poll(stars).toEqual(both);
      // Home begins with both, the team by its next match.
      await page.evaluate(`void (location.hash = '#/')`);
      const strip = page.locator('section', {
        has: page.getByRole('heading', { name: t('home.favourites'), exact: true }),
      });
      await expect.poll(() => strip.getByRole('listitem').count()).toBe(2);
      const [first] = await page.locator('main h2').allInnerTexts();
      expect(first).toBe(t('home.favourites'));
      expect(await strip.locator(`a[href*="${near.id}"]`).count()).toBe(1);
      expect(await wrongOnScreen(page)).toEqual([]);

      // Taken away without a network, it is gone everywhere afterwards, and the other stays.
      await page.evaluate(`void (location.hash = '#/pages/invest/eventsinfo?id=${near.id}')`);
      const taken = page.getByRole('button', { name: t('event.unfavour'), exact: true });
      await taken.waitFor();
      await page.context().setOffline(true);
      await taken.click();
      await star.waitFor();
      await page.context().setOffline(false);
      await expect.poll(stars).toEqual(both.slice(1));
    }));

  it('offers a newer version, but not during a bet, and loads it when asked', () =>
    withPhone(site.browser, async ({ page }) => {
      const app = await memberApp(page, 'en');
      const { t } = app;
      await page.goto(front.url);
      await app.register('olga');
      await page.locator('main section button[aria-pressed]').first().waitFor();
      await untilKept(page);
      await page.locator('main section button[aria-pressed]').first().click();
      const slip = page.getByRole('dialog', { name: t('slip.title') });
      await slip.waitFor();

      front.newVersion();
      await page.evaluate('navigator.serviceWorker.getRegistration().then((known) => void known.update())');
      await untilTrue(page, hasWaiting);
      const offer = page.getByRole('complementary', { name: t('shell.update') });
      expect(await offer.isVisible()).toBe(false);
      await page.keyboard.press('Escape');
      await offer.waitFor();
      expect(await wrongOnScreen(page)).toEqual([]);

      await Promise.all([
        page.waitForEvent('load'),
        offer.getByRole('button', { name: t('shell.updateNow') }).click(),
      ]);
      await page.locator('main section button[aria-pressed]').first().waitFor();
      expect(await offer.isVisible()).toBe(false);
      expect(await page.evaluate(hasWaiting)).toBe(false);
    }));
});
