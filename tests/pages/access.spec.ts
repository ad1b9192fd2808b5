import { localeOf, type Lan } from '@touchline/locales/locales';
import { oddsFormats } from '@touchline/money/odds-display';
import type { Page } from 'playwright-core';
import { lost, moving, tooSmall, unseenFocus, withOwnFont } from '../fixtures/access-check.ts';
import { expect, test, type KeptOptions, type KeptWindow } from '../fixtures/kept/test.ts';
import { memberPaths } from '../fixtures/pages.ts';
import { excessOf, violations } from '../fixtures/screen-check.ts';
import { addressOfPage } from '../screens/member.ts';
import { sampleTime } from '../screens/samples/common.ts';
import { addressOf, settle } from '../screens/stage.ts';

/** The smallest phone that is drawn; what fits it fits the others. */
const narrow = { width: 320, height: 640 };
/** What is left of a window 1280 px wide when it is zoomed to 200 %. */
const zoomed = { width: 640, height: 400 };
/** Twice as much as browsers use. */
const doubleFontPx = 32;
const lans: Lan[] = ['en', 'ar'];

/** Waits until the page has its new layout: a list computes it in the next frame. */
const waitForLayout = (page: Page): Promise<unknown> =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');

/** Spaces text by the amounts of WCAG 2.2 (1.4.12), at which nothing may be lost. Wide fonts take about as much room. */
const spaceText = `{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; line-height: 1.5 !important; }');
  document.adoptedStyleSheets = [sheet];
}`;

/** The longest and the shortest price of the ladder, and one that is long as a fraction. */
const longestOdds = ['501.00', '1.01', '1.99'];

/** From now on a page is answered as if every match were in play, its names, minute, score and prices as long as they get. */
const makeMatchesLong = `{
  const lengthen = (value) => {
    if (value === null || typeof value !== 'object') return;
    for (const inner of Object.values(value)) lengthen(inner);
    if (Array.isArray(value.selections)) {
      value.state = 'open';
      for (const [at, selection] of value.selections.entries())
        Object.assign(selection, { odds: ${JSON.stringify(longestOdds)}[at % ${longestOdds.length}], move: 1 });
    }
    if (value.kickOff !== undefined && value.home?.short !== undefined) {
      value.home.name = 'Bosnia & Herzegovina';
      value.away.name = 'Saudi Arabia';
      if (['scheduled', 'live', 'half_time'].includes(value.state))
        Object.assign(value, { state: 'live', minute: '90+12', score: { ft: { home: 10, away: 10 }, ht: { home: 10, away: 0 } } });
    }
  };
  const ask = window.fetch;
  window.fetch = async (...input) => {
    const answer = await ask(...input);
    if (!answer.headers.get('content-type')?.includes('json')) return answer;
    const body = await answer.json();
    lengthen(body);
    return new Response(JSON.stringify(body), { status: answer.status, headers: answer.headers });
  };
  // The stream would tell the true ones.
  window.EventSource = class extends EventTarget { close() {} };
}`;

/** Pages that lead a member who is signed in elsewhere. */
const forVisitors = /^\/pages\/login\//;

/** Second addresses of pages: opened after the first, the page would not change. */
const aliases: readonly string[] = ['/pages/index/index', '/pages/mine/recharge'];

type OpenWindow = (options: KeptOptions) => Promise<KeptWindow>;

/** Opens a route in a narrow window, after what `prepare` does to the window, and waits for its content. */
const openRoute = async (
  windowOf: OpenWindow,
  path: string,
  { lan, prepare }: { lan: Lan; prepare?: string },
): Promise<KeptWindow> => {
  const as = forVisitors.test(path) ? 'visitor' : 'member';
  const window = await windowOf({ ...narrow, as, lan });
  const { page, url, matches } = window;
  if (prepare !== undefined) await page.addInitScript(prepare);
  // The page of the test before is left once its title has gone.
  await page.evaluate(
    `document.querySelectorAll('h1').forEach((title) => title.setAttribute('data-left', ''))`,
  );
  await page.goto(`${url}/#${addressOf(addressOfPage(path), matches)}`);
  await page.locator('h1[data-left]').waitFor({ state: 'detached' });
  await settle(page);
  expect(new URL(page.url()).hash.startsWith(`#${path}`)).toBe(true);
  return window;
};

/** What does not fit the open page at the usual size, with its text spaced, at twice the size, and zoomed. */
const lostOn = async (page: Page): Promise<string[]> => {
  const found = await lost(page);
  await page.evaluate(spaceText);
  await waitForLayout(page);
  found.push(...(await lost(page)).map((line) => `spaced: ${line}`));
  await page.evaluate('document.adoptedStyleSheets = []');
  await withOwnFont(page, doubleFontPx, async () => {
    await waitForLayout(page);
    found.push(...(await lost(page)).map((line) => `at 200 %: ${line}`));
  });
  await page.setViewportSize(zoomed);
  await waitForLayout(page);
  found.push(...(await lost(page)).map((line) => `zoomed: ${line}`));
  await page.setViewportSize(narrow);
  return found;
};

/** Everything wrong on the open page: axe in both themes, room for twice the text, and for the finger. */
const wrongOn = async ({ page, faults }: KeptWindow, lan: Lan): Promise<string[]> => {
  const found: string[] = [...(await tooSmall(page)), ...(await moving(page))];
  // Colours and rings are the same in every language, and a theme differs by its colours alone.
  if (lan === 'en') {
    found.push(...(await violations(page)));
    await page.emulateMedia({ colorScheme: 'light' });
    found.push(...(await violations(page, { only: ['color-contrast'] })).map((line) => `light: ${line}`));
    found.push(...(await unseenFocus(page)));
    await page.emulateMedia({ colorScheme: 'dark' });
  } else found.push(...(await violations(page, { without: ['color-contrast'] })));
  found.push(...(await lostOn(page)), ...faults());
  return found;
};

for (const path of await memberPaths()) {
  for (const lan of lans) {
    test(`${path} can be used by everyone, in ${lan}`, async ({ newWindow, sharedWindow }) => {
      const window = await openRoute(aliases.includes(path) ? newWindow : sharedWindow, path, { lan });
      const html = window.page.locator('html');
      await expect(html).toHaveAttribute('lang', lan);
      await expect(html).toHaveAttribute('dir', localeOf(lan).dir);
      await expect(window.page).toHaveTitle(/\S/);
      expect(await wrongOn(window, lan)).toEqual([]);
    });
  }
}

for (const lan of lans) {
  test(`tables of competitions and teams fit every width, in ${lan}`, async ({ sharedWindow }) => {
    for (const path of ['/pages/football/competition', '/pages/football/team']) {
      const { page } = await openRoute(sharedWindow, path, { lan });
      for (const width of [375, 768, 1440]) {
        await page.setViewportSize({ width, height: 812 });
        await expect.poll(() => excessOf(page), `${path} at ${width}`).toBe(0);
      }
      await page.setViewportSize(narrow);
    }
  });
}

for (const path of ['/pages/login/login', '/', '/pages/invest/invest', '/pages/invest/eventsinfo']) {
  test(`${path} has room for the longest prices in every way to write odds`, async ({ newWindow }) => {
    const { page } = await openRoute(newWindow, path, { lan: 'en', prepare: makeMatchesLong });
    await expect(page.getByText('90+12').first()).toBeAttached();
    const wrong: Record<string, string[]> = {};
    for (const format of oddsFormats) {
      await page.evaluate(`{
        localStorage.setItem('odds-display', '${JSON.stringify(format)}');
        dispatchEvent(new StorageEvent('storage', { key: 'odds-display' }));
      }`);
      await waitForLayout(page);
      const found = await lostOn(page);
      if (found.length > 0) wrong[format] = found;
    }
    expect(wrong).toEqual({});
  });
}

/** What is chosen, and what is next to it, on a page that has both. */
const choices = [
  {
    path: '/',
    chosen: 'nav [aria-current="page"]',
    other: 'nav:has([aria-current="page"]) a:not([aria-current])',
  },
  {
    path: '/pages/invest/invest',
    chosen: '[data-value][aria-pressed="true"] > span',
    other: '[data-value][aria-pressed="false"] > span',
  },
  {
    path: '/pages/login/signup',
    chosen: 'label:has(:checked)',
    other: 'label:has([type="radio"]:not(:checked))',
  },
  {
    path: '/pages/invest/eventsinfo',
    chosen: 'main section button[aria-pressed="true"]',
    other: 'main section button[aria-pressed="false"]',
  },
];

for (const { path, chosen, other } of choices) {
  test(`${path} marks what is chosen where the system sets the colours`, async ({ newWindow }) => {
    const { page } = await openRoute(newWindow, path, { lan: 'en' });
    await page.emulateMedia({ forcedColors: 'active' });
    if ((await page.locator(chosen).count()) === 0) {
      await page.locator(other).first().click();
      await page.keyboard.press('Escape');
    }
    const background = async (one: string): Promise<unknown> => {
      await page.locator(one).first().waitFor({ state: 'attached' });
      return page.evaluate(
        `getComputedStyle(document.querySelector(${JSON.stringify(one)})).backgroundColor`,
      );
    };
    expect(await background(chosen)).not.toBe(await background(other));
  });
}

test('the first wrong field of a form keeps the focus while it is corrected', async ({ newWindow }) => {
  const { page } = await openRoute(newWindow, '/pages/login/login', { lan: 'en' });
  const [account, password] = [page.locator('[name="account"]'), page.locator('[name="password"]')];
  // Timers of the page wait from here on.
  await page.clock.install({ time: sampleTime });
  await page.clock.pauseAt(sampleTime.getTime() + 60_000);
  await password.press('Enter');
  await expect(account).toBeFocused();
  await expect(account).toHaveAttribute('aria-invalid', 'true');
  await page.keyboard.press('a');
  await expect(account).not.toHaveAttribute('aria-invalid', 'true');
  await page.clock.runFor(1_000);
  await expect(password).toHaveAttribute('aria-invalid', 'true');
  await expect(account).toBeFocused();
});
