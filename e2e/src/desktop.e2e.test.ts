import type { AppMessages } from '@touchline/locales/gen/app-messages.gen';
import { formatMoney } from '@touchline/locales/format';
import { loadAppCatalogue } from '@touchline/locales/load-app';
import { createTranslator, type Translate } from '@touchline/locales/translator';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFeed } from './feed.ts';
import { keyboardOf, type Focused, type Keyboard } from './keyboard.ts';
import { memberApi, password, type MemberApi } from './member-api.ts';
import { officeApi } from './office-api.ts';
import { openPhone, type Phone } from './phone.ts';
import { violations } from './screen-check.ts';
import { openSite, type Site } from './site-under-test.ts';

const account = 'desk';
const money = (amount: string) => formatMoney(amount, { lan: 'en' });
const soon = (hours: number) => new Date(Date.now() + hours * 3_600_000);
const sizes = [
  [1024, 768],
  [1440, 900],
  [1920, 1080],
] as const;

const Box = Type.Object({ left: Type.Number(), right: Type.Number(), top: Type.Number() });
const boxesOf = `(() => Object.fromEntries(Object.entries({
  filters: '[data-search]', page: 'main', slip: '[data-slip]',
}).map(([name, selector]) => {
  const { left, right, top } = document.querySelector(selector).getBoundingClientRect();
  return [name, { left, right, top }];
})))()`;
const Boxes = Type.Object({ filters: Box, page: Box, slip: Box });

describe('a desktop', () => {
  let site: Site;
  let phone: Phone;
  let keys: Keyboard;
  let feed: Awaited<ReturnType<typeof openFeed>>;
  let api: MemberApi;
  let t: Translate<AppMessages>;

  beforeAll(async () => {
    site = await openSite({ REPLAY: 'false', OFFICE_DEMO: 'true' });
    feed = await openFeed(site.database);
    // The list has a section for each day: one moment keeps both in the same section at any hour.
    const kickOff = soon(3);
    await feed.announce('Rovers', 'United', kickOff);
    await feed.announce('Albion', 'Harriers', kickOff);
    api = memberApi(site.url);
    await api.register(account);
    t = createTranslator<AppMessages>('en', await loadAppCatalogue('en'));
    phone = await openPhone(site.browser, { width: 1440, height: 900 });
    keys = await keyboardOf(phone.page);
  });
  afterAll(() => site?.close());

  const focusOn = async (wanted: Partial<Focused>): Promise<void> => {
    await expect.poll(async () => keys.focused(), { timeout: 15_000 }).toMatchObject(wanted);
  };
  const placed = async (): Promise<number> => (await api.call('orderList', { tab: 'all' })).total;

  it('places a bet with the keyboard alone, from the sign-in to the receipt', async () => {
    const { page } = phone;
    await page.goto(site.url);
    await page.getByRole('heading', { level: 1, name: t('nav.login') }).waitFor();
    await keys.tabTo('textbox', t('login.account'));
    await keys.type(account);
    await keys.tabTo('textbox', t('form.password'));
    await keys.type(password);
    await keys.press('Enter');
    await page.getByRole('heading', { level: 1, name: t('nav.home') }).waitFor();

    // The first stop leads past the head and the filters.
    await page.reload();
    await page.getByRole('region', { name: t('slip.title') }).waitFor();
    await keys.tabTo('button', t('shell.skip'));
    await keys.press('Enter');
    await focusOn({ role: 'heading', name: t('nav.home') });

    // One key to the search, one list of what it finds.
    await keys.press('/');
    await focusOn({ role: 'searchbox', isVisible: true });
    await keys.type('Rovers');
    await page.getByRole('heading', { level: 1, name: t('nav.invest') }).waitFor();
    await page.getByRole('link', { name: 'Albion – Harriers' }).waitFor({ state: 'detached' });
    // A field keeps its letters.
    await focusOn({ role: 'searchbox' });
    await keys.press('Escape');
    await focusOn({ role: 'heading', name: t('nav.invest') });

    // From the prices of the match arrows go on.
    const home = await keys.tabTo('button', /^Rovers to win, \d/);
    await keys.press('ArrowRight');
    await focusOn({ role: 'button', name: expect.stringMatching(/draw/i), isVisible: true });
    await keys.press('ArrowLeft');
    await focusOn({ role: 'button', name: home.name });
    await keys.press('Enter');
    await expect.poll(async () => (await keys.focused()).states).toMatchObject({ pressed: 'true' });

    await keys.press('b');
    await focusOn({ role: 'textbox', name: t('slip.stake'), isVisible: true });
    await keys.type('25');
    const place = t('slip.place', { amount: money('25.00') });
    await page
      .getByRole('region', { name: t('slip.title') })
      .getByRole('button', { name: place })
      .waitFor();
    await keys.press('Enter');
    await page
      .getByRole('region', { name: t('slip.title') })
      .getByText(t('slip.placed'))
      .waitFor();
    expect(await placed()).toBe(1);
    // The receipt has the focus; what is open is beneath.
    await focusOn({ role: 'paragraph', text: t('slip.placed') });
    await page
      .getByRole('region', { name: t('nav.investment') })
      .getByText('Rovers')
      .first()
      .waitFor();
    await keys.tabTo('button', t('slip.done'));
    await keys.press('Enter');
    await page.getByText(t('slip.emptyTitle')).waitFor();
    // What had the focus is gone: the slip keeps it.
    await focusOn({ role: 'heading', name: t('slip.title') });
    expect(phone.faults).toEqual([]);
  });

  it('lists its shortcuts, and does without single keys where one turns them off', async () => {
    const { page } = phone;
    await keys.press('Escape');
    await focusOn({ role: 'heading', name: t('nav.invest') });
    await keys.press('?');
    const list = page.getByRole('dialog', { name: t('keys.title') });
    await list.waitFor();
    await keys.tabTo('switch', t('keys.letters'));
    await keys.press('Space', 'Escape');
    await list.waitFor({ state: 'hidden' });
    await keys.press('Escape', '/');
    await focusOn({ role: 'heading', name: t('nav.invest') });
    // The button stays.
    await keys.press('Shift+Tab');
    await page.getByRole('button', { name: t('keys.title') }).press('Enter');
    await list.waitFor();
    await keys.tabTo('switch', t('keys.letters'));
    await keys.press('Space', 'Escape');
    await list.waitFor({ state: 'hidden' });
  });

  it('searches everything with Enter in its field, from any page', async () => {
    const { page } = phone;
    const field = page.locator('[data-search] input');
    const found = (name: string) => page.getByRole('main').getByRole('link', { name });
    await page.goto(`${site.url}/#/pages/information/information`);
    await field.fill('Harriers');
    await keys.press('Enter');
    await page.getByRole('heading', { level: 1, name: t('search.title') }).waitFor();
    await found('Albion – Harriers').waitFor();
    // Another word is another search, also from the page of the first.
    await field.fill('United');
    await keys.press('Enter');
    await found('Rovers – United').waitFor();
    expect(await found('Albion – Harriers').count()).toBe(0);
    await page.goto(`${site.url}/#/pages/invest/invest`);
    await page.getByRole('heading', { level: 1, name: t('nav.invest') }).waitFor();
  });

  it('opens a letter beside the list with the keyboard alone, and counts none as read before', async () => {
    const { page } = phone;
    const office = await officeApi(site.url, site.dataDir, 'host');
    const { user } = await api.login(account);
    const titles = ['The second letter', 'The first letter'];
    for (const title of titles.toReversed()) {
      // In this order, as the list has the newest first.
      // oxlint-disable-next-line no-await-in-loop
      await office.call('officeLetterSend', {
        key: title.replaceAll(' ', '-'),
        member: user.id,
        texts: { en: { title, body: `All of ${title}.` } },
      });
    }
    const [newest = '', older = ''] = titles;
    const unread = async () =>
      (await api.call('noticeList', { box: 'letter', page: 1, limit: 20 })).unread.letter;
    const before = await unread();
    await page.goto(`${site.url}/#/pages/notify/notify?box=letter`);
    const beside = page.locator('#notice-beside');
    await beside.getByText(t('inbox.choose')).waitFor();
    await keys.tabTo('button', new RegExp(newest));
    await keys.press('ArrowDown');
    await focusOn({ role: 'button', name: expect.stringContaining(older), isVisible: true });
    expect(await unread()).toBe(before);
    await keys.press('Enter');
    await beside.getByText(`All of ${older}.`).waitFor();
    await focusOn({ role: 'button', states: expect.objectContaining({ expanded: true }) });
    await expect.poll(unread).toBe(before - 1);
    expect(await violations(page)).toEqual([]);

    // What is deleted leaves the list, and nothing is beside it.
    await keys.tabTo('button', t('inbox.delete'));
    await keys.press('Enter');
    const sheet = page.getByRole('dialog', { name: t('inbox.deleteTitle') });
    await sheet.getByRole('button', { name: t('inbox.delete'), exact: true }).press('Enter');
    await beside.getByText(t('inbox.choose')).waitFor();
    expect(await page.getByRole('button', { name: new RegExp(older) }).count()).toBe(0);
    await page.goto(`${site.url}/#/pages/invest/invest`);
    await page.getByRole('heading', { level: 1, name: t('nav.invest') }).waitFor();
  });

  it('names every competition with its matches, also what is behind the first hundred', async () => {
    const { page } = phone;
    for (let n = 1; n <= 100; n++) await feed.announce(`Home ${n}`, `Away ${n}`, soon(24));
    await feed.announce('Boca', 'River', soon(240), { id: 'late', name: 'Late League' });
    // The server hears of them a moment later; the page asks for the counts again only after half a minute.
    const matches = async () => {
      const { list } = await api.call('competitionList', {});
      return list.reduce((sum, { open }) => sum + open, 0);
    };
    await expect.poll(matches, { timeout: 30_000 }).toBe(103);
    await page.reload();
    const named = page.getByRole('region', { name: t('invest.competitions') });
    await named.getByRole('button', { name: /^Cup\s*102$/ }).waitFor();
    await named.getByRole('button', { name: /^Late League\s*1$/ }).click();
    await page.getByRole('main').getByRole('link', { name: 'Boca – River' }).waitFor();
    expect(await page.getByRole('main').locator('article').count()).toBe(1);
    // None of them is in play.
    await page
      .getByRole('region', { name: t('invest.states') })
      .getByRole('button', { name: t('invest.state.live') })
      .click();
    await expect
      .poll(() => named.getByRole('button', { name: /^Cup\s*0$/ }).isDisabled(), { timeout: 15_000 })
      .toBe(true);
    await page
      .getByRole('region', { name: t('invest.states') })
      .getByRole('button', { name: t('invest.state.open') })
      .click();
    await named.getByRole('button', { name: t('invest.allCompetitions') }).click();
    await page.getByRole('main').locator('article').nth(1).waitFor();
  });

  it.each(sizes)(
    'has matches to choose, the page and the slip side by side at %i × %i',
    async (width, height) => {
      const { page } = phone;
      await page.setViewportSize({ width, height });
      await page.getByRole('region', { name: t('slip.title') }).waitFor();
      const { filters, page: middle, slip } = Value.Parse(Boxes, await page.evaluate(boxesOf));
      expect(filters.left).toBeGreaterThanOrEqual(0);
      expect(filters.right).toBeLessThanOrEqual(middle.left);
      expect(middle.right).toBeLessThanOrEqual(slip.left);
      expect(slip.right).toBeLessThanOrEqual(width);
      expect(middle.right - middle.left).toBeGreaterThan(width * 0.4);
      expect(await page.getByRole('navigation', { name: t('shell.mainPages') }).count()).toBe(1);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      expect(await violations(page)).toEqual([]);
    },
  );

  it('is mirrored in Arabic', async () => {
    const { page } = phone;
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.evaluate(`localStorage.setItem('config', JSON.stringify({
      ...JSON.parse(localStorage.getItem('config')), language: { chosen: 'ar' } }))`);
    await page.reload();
    await page.locator('html[dir="rtl"] [data-slip]').waitFor();
    await page.locator('html[dir="rtl"] [data-search]').waitFor();
    const { filters, page: middle, slip } = Value.Parse(Boxes, await page.evaluate(boxesOf));
    expect(slip.right).toBeLessThanOrEqual(middle.left);
    expect(middle.right).toBeLessThanOrEqual(filters.left);
  });

  it('has two columns from 700 px on, at the usual size of text', async () => {
    const { page } = phone;
    await page.setViewportSize({ width: 699, height: 900 });
    await page.locator('[data-slip]').waitFor({ state: 'detached' });
    const rootPx = `parseFloat(getComputedStyle(document.documentElement).fontSize)`;
    expect(await page.evaluate(rootPx)).toBeCloseTo(699 / 23.4375, 1);
    await page.setViewportSize({ width: 700, height: 900 });
    await expect.poll(() => page.evaluate(rootPx)).toBe(16);
    await page.goto(`${site.url}/#/pages/invest/invest`);
    await page.locator('article').nth(1).waitFor();
    const rows = `[...document.querySelectorAll('article')].slice(0, 2).map((row) => row.getBoundingClientRect().top)`;
    const [first, second] = Value.Parse(Type.Array(Type.Number()), await page.evaluate(rows));
    expect(second).toBe(first);
  });
});
