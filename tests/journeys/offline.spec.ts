import type { Page } from '@playwright/test';
import { openFront, type Front } from '../fixtures/front.ts';
import { wrongOnScreen } from '../fixtures/screen-check.ts';
import { expect, test as base, type MemberPhone, type MemberPhoneOptions } from '../fixtures/test.ts';

const prices = (page: Page) => page.locator('main section button[aria-pressed]:not([disabled])');

/** Waits until a promise of the page resolves to true: Playwright's `waitForFunction` would take the promise for true. */
const untilTrue = (page: Page, script: string) =>
  expect.poll(() => page.evaluate(script), { timeout: 60_000 }).toBe(true);

/** Waits until the worker has taken over and kept the app, one file after the other. */
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

const goTo = (page: Page, path: string): Promise<void> => page.evaluate(`void (location.hash = '#${path}')`);
const hasWaiting = `navigator.serviceWorker.getRegistration().then((known) => known.waiting !== null)`;

type Manifest = { name: string; icons: { src: string; type: string }[] };
const asManifest = async (answer: Response): Promise<Manifest> => JSON.parse(await answer.text());

type Fixtures = {
  /** What serves the app here, which can serve a newer version of it. */
  front: Front;
  /** Opens the app on a member's phone, which keeps it for times without a network. */
  newKeptApp: (options?: MemberPhoneOptions) => Promise<MemberPhone>;
};
const test = base.extend<Fixtures>({
  front: async ({ site }, use) => {
    const front = await openFront(site.url);
    await use(front);
    await front.close();
  },
  newKeptApp: async ({ front, newMemberPhone }, use) =>
    use(async (options) => {
      const phone = await newMemberPhone({ ...options, serviceWorkers: 'allow' });
      await phone.page.goto(front.url);
      await expect(prices(phone.page).first()).toBeVisible();
      await untilKept(phone.page);
      return phone;
    }),
});

test('the installed app names itself and how it looks on a home screen', async ({ front }) => {
  const page = await fetch(`${front.url}/`).then((answer) => answer.text());
  const address = /<link rel="manifest" href="([^"]+)"/.exec(page)?.[1] ?? '';
  const manifest = await fetch(new URL(address, front.url)).then(asManifest);
  expect(manifest).toMatchObject({ name: 'Touchline', display: 'standalone', start_url: './#/' });
  expect(manifest.icons.length).toBeGreaterThan(2);
  for (const { src, type } of manifest.icons) {
    const icon = await fetch(new URL(src, front.url));
    expect([src, icon.status, icon.headers.get('content-type')]).toEqual([src, 200, type]);
  }
});

test('the installed app opens without a network, with what is known and its age, and catches up afterwards', async ({
  newMatch,
  newKeptApp,
}) => {
  await newMatch();
  const { page, app } = await newKeptApp({ lan: 'de' });
  const { t } = app;
  const seeLists = async (): Promise<void> => {
    await goTo(page, '/pages/invest/invest');
    await expect(page.getByRole('heading', { level: 1, name: t('nav.invest') })).toBeVisible();
    await expect(prices(page).first()).toBeVisible();
    await goTo(page, '/pages/traderecord/traderecord');
    await expect(page.getByRole('heading', { level: 1, name: t('nav.traderecord') })).toBeVisible();
    await expect(page.locator('main ul > li').first()).toBeVisible();
  };
  await seeLists();
  await goTo(page, '/');
  await expect(prices(page).first()).toBeVisible();
  await untilKept(page);
  expect((await cachedPaths(page)).filter((path) => path.startsWith('/api'))).toEqual([]);
  expect(await cachedPaths(page)).toContain('/index.html');
  // Going to the background keeps what is known.
  await toBackground(page);
  await untilTrue(page, 'indexedDB.databases().then((known) => known.length > 0)');

  await page.context().setOffline(true);
  await page.reload();
  const note = page.getByRole('status').filter({ hasText: t('shell.offline') });
  await expect(note).toHaveText(/vor\s\d+|gerade eben/);
  await expect(prices(page).first()).toBeVisible();
  expect(await wrongOnScreen(page)).toEqual([]);

  // Lists are known as far as their first page.
  await seeLists();

  // A page whose code came with the app, and whose data the member has not seen yet.
  await goTo(page, '/pages/information/turnover');
  await expect(page.getByRole('heading', { level: 1, name: t('nav.turnover') })).toBeVisible();
  await expect(page.getByText(t('client.offline'))).toBeVisible();

  await page.context().setOffline(false);
  await expect(note).toHaveCount(0);
  await expect(page.getByText(t('client.offline'))).toHaveCount(0);
});

test('the installed app keeps a star that was set without a network, and sends it with what another device has starred', async ({
  newMatch,
  newKeptApp,
}) => {
  const near = await newMatch();
  const far = await newMatch({ kickOff: new Date(Date.now() + 24 * 3_600_000) });
  const { page, app, api } = await newKeptApp();
  const { t } = app;
  // By kind: a browser without a network may still get a star through while it loads the page again.
  const stars = async () =>
    (await api.call('favouriteList', {})).list.toSorted((one, other) => one.kind.localeCompare(other.kind));
  const team = (await api.call('eventDetail', { id: far.id })).home.id;
  await goTo(page, `/pages/invest/eventsinfo?id=${near.id}`);
  const star = page.getByRole('button', { name: t('event.favour'), exact: true });
  const taken = page.getByRole('button', { name: t('event.unfavour'), exact: true });
  await expect(star).toBeVisible();
  expect(await stars()).toEqual([]);

  await page.context().setOffline(true);
  await star.click();
  await expect(taken).toBeVisible();
  // The app is closed and opened again, while another device stars the team of a later match.
  await page.reload();
  await expect(page.getByRole('status').filter({ hasText: t('shell.offline') })).toBeVisible();
  await api.call('favouriteSave', { add: [{ kind: 'team', id: team }] });

  await page.context().setOffline(false);
  const both = [
    { kind: 'match', id: near.id },
    { kind: 'team', id: team },
  ];
  await expect.poll(stars).toEqual(both);
  // Home begins with both, the team by its next match.
  await goTo(page, '/');
  const strip = page.locator('section', {
    has: page.getByRole('heading', { name: t('home.favourites'), exact: true }),
  });
  await expect(strip.getByRole('listitem')).toHaveCount(2);
  await expect(page.locator('main h2').first()).toHaveText(t('home.favourites'));
  await expect(strip.locator(`a[href*="${near.id}"]`)).toHaveCount(1);
  expect(await wrongOnScreen(page)).toEqual([]);

  // Taken away without a network, it is gone everywhere afterwards, and the other stays.
  await goTo(page, `/pages/invest/eventsinfo?id=${near.id}`);
  await expect(taken).toBeVisible();
  await page.context().setOffline(true);
  await taken.click();
  await expect(star).toBeVisible();
  await page.context().setOffline(false);
  await expect.poll(stars).toEqual(both.slice(1));
});

test('the installed app offers a newer version, but not during a bet, and loads it when asked', async ({
  front,
  newMatch,
  newKeptApp,
}) => {
  await newMatch();
  const { page, app } = await newKeptApp();
  const { t } = app;
  await prices(page).first().click();
  await expect(page.getByRole('dialog', { name: t('slip.title') })).toBeVisible();

  front.newVersion();
  await page.evaluate('navigator.serviceWorker.getRegistration().then((known) => void known.update())');
  await untilTrue(page, hasWaiting);
  const offer = page.getByRole('complementary', { name: t('shell.update') });
  await expect(offer).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(offer).toBeVisible();
  expect(await wrongOnScreen(page)).toEqual([]);

  await Promise.all([
    page.waitForEvent('load'),
    offer.getByRole('button', { name: t('shell.updateNow') }).click(),
  ]);
  await expect(prices(page).first()).toBeVisible();
  await expect(offer).toBeHidden();
  expect(await page.evaluate(hasWaiting)).toBe(false);
});
