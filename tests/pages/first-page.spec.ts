import type { Page } from '@playwright/test';
import { openFeed } from '../fixtures/feed.ts';
import { memberApi } from '../fixtures/member-api.ts';
import { memberApp, signIn } from '../fixtures/member-app.ts';
import { expect, test as base } from '../fixtures/test.ts';

/** Home as it loads for a member, whose answer does not come before `answer` is called. */
type AwaitedHome = { page: Page; asked: () => string[]; answer: () => void };

const isOfLater = (path: string): boolean =>
  /\/(keep-in-step|slip-parts|check-in-card)-|\/api\/(common\/liveTicket|index\/systemConfig)$/.test(path);
const later = ['/api/common/liveTicket', '/api/index/systemConfig'];

const test = base.extend<{ awaitedHome: AwaitedHome }>({
  awaitedHome: async ({ site, newMemberPhone }, use) => {
    const { page, app } = await newMemberPhone();
    const seeBalance = () =>
      expect(page.getByText(app.money('1000.00'), { exact: true }).first()).toBeVisible();
    await page.goto(site.url);
    await seeBalance();
    // A visit before the settings of the site are stored asks for them at once.
    await expect
      .poll(() => page.evaluate(`'site' in JSON.parse(localStorage.getItem('config') ?? '{}')`))
      .toBe(true);

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
    await seeBalance();
    await page.evaluate('new Promise((done) => requestIdleCallback(done))');
    await use({ page, asked: () => asked.filter(isOfLater), answer: answered.resolve });
    answered.resolve();
  },
});

test('home has its answer before anything is fetched that comes after it', async ({ awaitedHome }) => {
  const { asked, answer } = awaitedHome;
  expect(asked()).toEqual([]);
  answer();
  await expect.poll(asked).toEqual(expect.arrayContaining(later));
});

test('home holds nothing up after a tap', async ({ awaitedHome }) => {
  const { page, asked } = awaitedHome;
  expect(asked()).toEqual([]);
  await page.getByRole('heading', { level: 1 }).first().click();
  await expect.poll(asked).toEqual(expect.arrayContaining(later));
});

test('home misses no match that is announced while it has none, or before the stream opens', async ({
  newSite,
  newPhone,
}) => {
  const site = await newSite();
  const feed = await openFeed(site.database, { isLive: true });
  const announce = (home: string, away: string) =>
    feed.announce(home, away, new Date(Date.now() + 3 * 3_600_000));
  const { page } = await newPhone();
  const { t } = await memberApp(page, 'en');
  const shown = (team: string) => page.getByRole('main').getByText(team, { exact: true });
  await signIn(page, await memberApi(site.url).register('early'), 'en');
  await page.goto(site.url);
  await expect(page.getByText(t('home.none'))).toBeVisible();
  // After the page has caught up, only a message makes it ask again.
  const answers: string[] = [];
  page.on('response', (answer) => answers.push(new URL(answer.url()).pathname));
  await page.reload();
  await expect.poll(() => answers.join(' ')).toMatch(/\/api\/live .*\/api\/index\/home/);
  await announce('Rovers', 'United');
  await expect(shown('Rovers')).toBeVisible();

  // The answer has one match, and the stream opens when there are two.
  const known = Promise.withResolvers<void>();
  let waits = 0;
  await page.route('**/api/common/liveTicket', async (route) => {
    waits += 1;
    await known.promise;
    await route.continue();
  });
  await page.reload();
  await expect(shown('Rovers')).toBeVisible();
  await expect.poll(() => waits).toBe(1);
  await announce('Albion', 'Harriers');
  known.resolve();
  await expect(shown('Albion')).toBeVisible();
  await feed.close();
});
