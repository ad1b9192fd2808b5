import { paths, type RouteName } from '@touchline/contract/paths';
import type { Output } from '@touchline/contract/routes';
import { localeOf, type Lan } from '@touchline/locales/locales';
import { oddsFormats } from '@touchline/money/odds-display';
import type { Page } from 'playwright-core';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lost, moving, setOwnFont, tooSmall, unseenFocus } from './access-check.ts';
import { memberApi, type MemberApi } from './member-api.ts';
import { memberPaths } from './pages.ts';
import { openPhone, type Phone } from './phone.ts';
import { violations } from './screen-check.ts';
import * as cashier from './screens/cashier-samples.ts';
import * as house from './screens/house-samples.ts';
import * as inbox from './screens/inbox-samples.ts';
import { settle } from './screens/look.ts';
import * as team from './screens/team-samples.ts';
import { openSite, type Site } from './site-under-test.ts';

/** The smallest phone that is drawn; what fits it fits the others. */
const narrow = { width: 320, height: 640 };
/** What is left of a window 1280 px wide when it is zoomed to 200 %. */
const zoomed = { width: 640, height: 400 };
/** What browsers use unless the reader wants otherwise, and twice as much. */
const [usualFont, doubleFont] = [16, 32];
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

type Seat = { phone: Phone; lan: Lan };

describe.concurrent('every route of the app', () => {
  let site: Site;
  let api: MemberApi;
  let stored: { config: object; user: object };
  /** What an address needs to show something. */
  let queries: Record<string, string>;

  beforeAll(async () => {
    site = await openSite({ REPLAY_SPEED: '60', RATE_LIMIT_PER_MINUTE: '100000' });
    api = memberApi(site.url);
    const { user, ...tokens } = await api.register('everywhere');
    stored = { config: {}, user: { user: { ...user, ...tokens } } };
    const { next } = await api.call('home', {});
    const taken: string[] = [];
    for (const [at, { id, main }] of next.entries()) {
      const [first] = main?.selections ?? [];
      if (main === undefined || first?.odds === undefined || first.odds === null) continue;
      const leg = { event: id, market: main.market, selection: first.selection, odds: first.odds };
      const terms = { type: 'single', stake: '5', accept: 'any' } as const;
      // A market may be suspended just now; the others are enough.
      const { code } = await api.answer('orderAdd', { key: `everywhere-leg-${at}`, ...terms, legs: [leg] });
      if (code === 1) taken.push(id);
    }
    if (taken.length === 0) throw new Error('no bet was taken');
    const recharge = { key: 'recharge-key-1', channel: 'usdt-trc20', amount: '30.00' };
    const { id } = await api.call('createRecharge', recharge);
    queries = {
      '/pages/invest/eventsinfo': `?id=${next.at(-1)?.id ?? ''}`,
      '/pages/football/competition': '?id=wc2022',
      '/pages/football/team': '?id=ger',
      '/pages/search/search': '?q=ger',
      '/pages/recharge/rechargeinfo': `?id=${id}`,
      '/pages/team/commission': '?id=c3',
    };
  });
  afterAll(() => site?.close());

  const answerAs = <N extends RouteName>(name: N, data: Output<N>) => [
    paths[name][1],
    JSON.stringify({ code: 1, msg: '', data }),
  ];

  /** A window with data for every page: what takes days or operators to reach is answered by samples. */
  const sit = async (as: 'member' | 'visitor', lan: Lan): Promise<Seat> => {
    // The answers given here must be those the page sees; a worker could pass them by.
    const phone = await openPhone(site.browser, { ...narrow, serviceWorkers: 'block' });
    const { page } = phone;
    const config = { ...stored.config, language: { chosen: lan }, theme: 'system' };
    const kept = JSON.stringify(Object.entries(as === 'member' ? { ...stored, config } : { config }));
    await page.addInitScript(
      `if (location.protocol !== 'about:') for (const [key, value] of ${kept}) localStorage.setItem(key, JSON.stringify(value))`,
    );
    const given = [
      answerAs('housePage', house.house()),
      answerAs('withdrawList', { ...cashier.pageOf(...cashier.withdrawals), terms: cashier.terms() }),
      answerAs('walletList', cashier.pageOf(...cashier.payouts)),
      answerAs('turnoverList', cashier.turnover),
      answerAs('teamInfo', team.info),
      answerAs('teamList', team.members),
      answerAs('teamRules', team.rules),
      answerAs('commissionList', team.commissions),
      answerAs('commissionDetail', team.statement),
      answerAs('inviteInfo', team.invite(site.url)),
      answerAs('noticeList', inbox.noticePage(...inbox.notices)),
    ];
    // Playwright's routes turn off the browser's cache, so that each of a hundred pages would load the app again.
    await page.addInitScript(`{
      const given = new Map(${JSON.stringify(given)});
      const ask = window.fetch;
      window.fetch = async (input, init) => {
        const address = input instanceof Request ? input.url : input;
        const answer = given.get(new URL(address, location.href).pathname);
        return answer === undefined
          ? ask(input, init)
          : new Response(answer, { headers: { 'content-type': 'application/json' } });
      };
    }`);
    return { phone, lan };
  };

  /** Opens a route and waits for its content. @returns false when it is not for who looks */
  const open = async ({ phone: { page, faults } }: Seat, path: string): Promise<boolean> => {
    await page.goto('about:blank');
    await page.goto(`${site.url}/#${path}${queries[path] ?? ''}`);
    try {
      await settle(page);
    } catch (error) {
      const shown = await page.locator('body').innerHTML();
      throw new Error([`${path} showed`, shown.slice(0, 2_000), ...faults].join('\n'), { cause: error });
    }
    return new URL(page.url()).hash.startsWith(`#${path}`);
  };

  /** Opens a route as a member, else as a visitor. @returns whose window shows it. @throws when it is for neither */
  const seatAt = async (path: string, ...seats: Seat[]): Promise<Seat> => {
    for (const seat of seats) if (await open(seat, path)) return seat;
    throw new Error(`${path} leads elsewhere`);
  };

  /** What does not fit the open page at the usual size, with its text spaced, at twice the size, and zoomed. */
  const lostOn = async (page: Page): Promise<string[]> => {
    const found = await lost(page);
    await page.evaluate(spaceText);
    await waitForLayout(page);
    found.push(...(await lost(page)).map((line) => `spaced: ${line}`));
    await page.evaluate('document.adoptedStyleSheets = []');
    await setOwnFont(page, doubleFont);
    await waitForLayout(page);
    found.push(...(await lost(page)).map((line) => `at 200 %: ${line}`));
    await setOwnFont(page, usualFont);
    await page.setViewportSize(zoomed);
    await waitForLayout(page);
    found.push(...(await lost(page)).map((line) => `zoomed: ${line}`));
    await page.setViewportSize(narrow);
    return found;
  };

  /** Everything wrong on the open page: axe in both themes, room for twice the text, and for the finger. */
  const wrongOn = async ({ phone: { page, faults }, lan }: Seat): Promise<string[]> => {
    const found: string[] = faults.splice(0);
    const html = await page.evaluate(
      '[document.documentElement.lang, document.documentElement.dir, document.title]',
    );
    expect(html).toEqual([lan, localeOf(lan).dir, expect.stringMatching(/\S/)]);
    found.push(...(await tooSmall(page)), ...(await moving(page)));
    // Colours and rings are the same in every language, and a theme differs by its colours alone.
    if (lan === lans[0]) {
      found.push(...(await violations(page)));
      await page.emulateMedia({ colorScheme: 'light' });
      found.push(...(await violations(page, { only: ['color-contrast'] })).map((line) => `light: ${line}`));
      found.push(...(await unseenFocus(page)));
      await page.emulateMedia({ colorScheme: 'dark' });
    } else found.push(...(await violations(page, { without: ['color-contrast'] })));
    found.push(...(await lostOn(page)));
    return found;
  };

  it.for(lans)('can be used by everybody, in "%s"', async (lan) => {
    const member = await sit('member', lan);
    const visitor = await sit('visitor', lan);
    const wrong: Record<string, string[]> = {};
    for (const path of await memberPaths()) {
      const seat = await seatAt(path, member, visitor);
      const found = await wrongOn(seat);
      if (found.length > 0) wrong[path] = found;
    }
    expect(wrong).toEqual({});
    await member.phone.close();
    await visitor.phone.close();
  });

  it('has room for the longest prices in every way to write odds', async () => {
    const member = await sit('member', 'en');
    const visitor = await sit('visitor', 'en');
    for (const { phone } of [member, visitor]) await phone.page.addInitScript(makeMatchesLong);
    const wrong: Record<string, string[]> = {};
    for (const path of ['/pages/login/login', '/', '/pages/invest/invest', '/pages/invest/eventsinfo']) {
      const { page } = (await seatAt(path, member, visitor)).phone;
      await page.getByText('90+12').first().waitFor({ state: 'attached' });
      for (const format of oddsFormats) {
        await page.evaluate(`{
          localStorage.setItem('odds-display', '${JSON.stringify(format)}');
          dispatchEvent(new StorageEvent('storage', { key: 'odds-display' }));
        }`);
        await waitForLayout(page);
        const found = await lostOn(page);
        if (found.length > 0) wrong[`${path} ${format}`] = found;
      }
    }
    expect(wrong).toEqual({});
    await member.phone.close();
    await visitor.phone.close();
  });

  /** What is chosen, and what is beside it, with a page that has both. */
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

  it('marks what is chosen where the system sets the colours', async () => {
    const member = await sit('member', 'en');
    const visitor = await sit('visitor', 'en');
    for (const { path, chosen, other } of choices) {
      const seat = await seatAt(path, member, visitor);
      const { page } = seat.phone;
      await page.emulateMedia({ forcedColors: 'active' });
      if ((await page.locator(chosen).count()) === 0) {
        await page.locator(other).first().click();
        await page.keyboard.press('Escape');
      }
      const background = async (one: string): Promise<string> => {
        await page.locator(one).first().waitFor({ state: 'attached' });
        const script = `getComputedStyle(document.querySelector(${JSON.stringify(one)})).backgroundColor`;
        return Value.Parse(Type.String(), await page.evaluate(script));
      };
      const [marked, plain] = [await background(chosen), await background(other)];
      expect({ path, marked }).not.toEqual({ path, marked: plain });
    }
    await member.phone.close();
    await visitor.phone.close();
  });
});
