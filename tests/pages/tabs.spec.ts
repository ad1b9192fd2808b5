import type { BrowserContext, Page } from '@playwright/test';
import { memberApi, password } from '../fixtures/member-api.ts';
import { signIn } from '../fixtures/member-app.ts';
import { stopTime } from '../fixtures/phone.ts';
import { expect, profiles, test, type MemberPhone } from '../fixtures/test.ts';

/** Live streams that pages of a window have asked for, and calls of each page. */
const countOf = (context: BrowserContext) => {
  const streams: Page[] = [];
  const calls: Page[] = [];
  /** Tickets of members: the sign-in page may have a visitor's stream, and who is being signed out asks in vain. */
  const tickets: Page[] = [];
  context.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('/liveTicket') && (request.headers()['ba-user-token'] ?? '') !== '')
      tickets.push(request.frame().page());
    if (pathname === '/api/live') streams.push(request.frame().page());
    else if (pathname.startsWith('/api/')) calls.push(request.frame().page());
  });
  return { streams, calls, tickets };
};

/** Opens the same address in further tabs of a window. */
const openTabs = async ({ page }: MemberPhone, url: string, count: number): Promise<Page[]> => {
  const tabs = [page];
  while (tabs.length < count) tabs.push(await page.context().newPage());
  for (const tab of tabs) await tab.goto(url);
  return tabs;
};

/** Turns pages of a window without a screen to and from the background. */
const turn = (page: Page, to: 'hidden' | 'visible'): Promise<void> =>
  page.evaluate(`
    Object.defineProperty(document, 'visibilityState', { value: '${to}', configurable: true });
    void document.dispatchEvent(new Event('visibilitychange'));
  `);

const seesScore = (page: Page, score: string) =>
  expect(page.getByRole('main').getByText(score, { exact: true }).first()).toBeVisible();

test('a bet is placed while six tabs are open', async ({ site, newMatch, newMemberPhone }) => {
  const { id } = await newMatch();
  const phone = await newMemberPhone();
  const { app } = phone;
  const { streams } = countOf(phone.page.context());
  const tabs = await openTabs(phone, `${site.url}/#/pages/invest/eventsinfo?id=${id}`, 6);
  for (const tab of tabs) {
    await expect(tab.locator('main section button[aria-pressed]:not([disabled])').first()).toBeVisible();
  }
  const last = tabs.at(-1) ?? phone.page;
  await expect.poll(() => streams.length).toBe(1);
  await last.locator('main section button[aria-pressed]:not([disabled])').first().click();
  const slip = last.getByRole('dialog', { name: app.t('slip.title') });
  for (const digit of '10') await slip.getByRole('button', { name: digit, exact: true }).click();
  await slip.getByRole('button', { name: app.money('10.00') }).click();
  await expect(last.getByRole('dialog', { name: app.t('slip.placed') })).toBeVisible();
  expect(streams).toHaveLength(1);
});

test('eleven tabs of a member have one stream, and hidden ones ask for nothing', async ({
  site,
  newMatch,
  newMemberPhone,
}) => {
  const match = await newMatch();
  const phone = await newMemberPhone();
  const { streams, calls } = countOf(phone.page.context());
  const tabs = await openTabs(phone, `${site.url}/#/pages/invest/eventsinfo?id=${match.id}`, 11);
  for (const tab of tabs) await expect(tab.locator('h1')).toContainText(match.home);
  await match.move({ state: 'live', minute: '20', clockMinute: 20, score: { home: 1, away: 0 } });
  for (const tab of tabs) await seesScore(tab, '1–0');
  expect(streams).toHaveLength(1);

  const [leader] = streams;
  const [seen, ...others] = tabs.filter((tab) => tab !== leader);
  if (leader === undefined || seen === undefined) throw new Error('no tab');
  const hidden = [...others, leader];
  for (const tab of hidden) await turn(tab, 'hidden');
  // The tab that led, led until it was hidden.
  await expect.poll(() => new Set(streams)).toEqual(new Set([leader, seen]));
  calls.length = 0;
  const before = streams.length;
  await match.move({ score: { home: 2, away: 0 }, minute: '30', clockMinute: 30 });
  await seesScore(seen, '2–0');
  await phone.page.context().setOffline(true);
  await phone.page.context().setOffline(false);
  await match.move({ score: { home: 3, away: 0 }, minute: '40', clockMinute: 40 });
  await seesScore(seen, '3–0');
  expect(calls.filter((page) => page !== seen)).toEqual([]);
  expect(streams.slice(before).filter((page) => page !== seen)).toEqual([]);

  // A tab that is seen again knows what it missed.
  const [, second] = hidden;
  if (second === undefined) throw new Error('no tab');
  await turn(second, 'visible');
  await seesScore(second, '3–0');
});

test('when the tab that has the stream is closed, another takes over without a lost message', async ({
  site,
  newMatch,
  newMemberPhone,
}) => {
  const match = await newMatch();
  const phone = await newMemberPhone();
  const { streams } = countOf(phone.page.context());
  const tabs = await openTabs(phone, `${site.url}/#/pages/invest/eventsinfo?id=${match.id}`, 4);
  await match.move({ state: 'live', minute: '20', clockMinute: 20, score: { home: 1, away: 0 } });
  for (const tab of tabs) await seesScore(tab, '1–0');
  for (const [index, tab] of tabs.slice(0, 3).entries()) {
    const score = { home: 1, away: index + 1 };
    await Promise.all([tab.close(), match.move({ score, minute: `${30 + index}`, clockMinute: 30 + index })]);
    for (const left of tabs.slice(index + 1)) await seesScore(left, `1–${score.away}`);
  }
  // One for each tab that took over, and no other.
  expect(streams.length).toBeLessThanOrEqual(4);
});

test('tabs follow a sign-out and the next member, with one stream', async ({
  site,
  newMember,
  newMemberPhone,
}) => {
  const phone = await newMemberPhone();
  const { page, app } = phone;
  const { tickets } = countOf(page.context());
  const [first, second] = await openTabs(phone, `${site.url}/#/`, 2);
  if (first === undefined || second === undefined) throw new Error('no tab');
  await expect.poll(() => tickets.length).toBe(1);
  // The browser tells the other tabs alone.
  await second.evaluate("void localStorage.removeItem('user')");
  await second.reload();
  for (const tab of [first, second]) {
    await expect(tab.getByRole('heading', { level: 1, name: app.t('nav.login') })).toBeVisible();
  }

  const next = await newMember();
  await second.getByLabel(app.t('login.account')).fill(next.account);
  await second.getByLabel(app.t('form.password'), { exact: true }).fill(password);
  await second.getByRole('button', { name: app.t('login.submit') }).click();
  await expect(second.getByText(app.money('1000.00'), { exact: true }).first()).toBeVisible();
  await expect.poll(() => tickets.length).toBe(2);
  await first.goto(`${site.url}/#/`);
  await expect(first.getByText(app.money('1000.00'), { exact: true }).first()).toBeVisible();
  expect(tickets).toHaveLength(2);
});

test('browsers of one member beyond the limit do not push each other out in turns', async ({
  newSite,
  newPhone,
}) => {
  const site = await newSite({ ...profiles.announced, LIVE_STREAMS_MEMBER: '1' });
  const api = memberApi(site.url);
  const session = await api.register('many');
  const [old, recent] = [await newPhone(), await newPhone()];
  const streams = [old, recent].map(({ page }) => countOf(page.context()).streams);
  for (const { page } of [old, recent]) {
    await signIn(page, session, 'en');
    await page.clock.install();
    await page.goto(site.url);
    const [seen] = streams.filter((_, index) => [old, recent][index]?.page === page);
    await expect.poll(() => seen?.length).toBe(1);
    await stopTime(page);
  }
  // The first pause after any other break is one second, the longest half a minute.
  await old.page.clock.runFor(45_000);
  expect(streams.map(({ length }) => length)).toEqual([1, 1]);
  // The member turns to it: it is the newer one now.
  await expect
    .poll(async () => {
      await old.page.evaluate("void dispatchEvent(new Event('focus'))");
      return streams[0]?.length;
    })
    .toBe(2);
  await recent.page.clock.runFor(45_000);
  expect(streams.map(({ length }) => length)).toEqual([2, 1]);
});
