import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFeed, type Match } from './feed.ts';
import { signUpWithBet } from './first-bet.ts';
import { memberApp, type MemberApp } from './member-app.ts';
import { withPhone } from './phone.ts';
import { openSite, type Site } from './site-under-test.ts';

/** One kind of sheet: the address of its page, and how it opens there. */
type Kind = { name: string; at: string; open: (page: Page, app: MemberApp) => Promise<void> };

const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name }).first().click();

const kinds: Kind[] = [
  {
    name: 'the bet slip',
    at: '/pages/invest/invest',
    open: async (page, { t }) => {
      const bar = page.getByRole('button', { name: new RegExp(`^${t('slip.open')}`) });
      const price = page.locator('main section button[aria-pressed]:not([disabled])').first();
      await bar.or(price).first().waitFor();
      await ((await bar.count()) > 0 ? bar : price).click();
    },
  },
  {
    name: 'a question before something is done',
    at: '/pages/information/information',
    open: (page, { t }) => press(page, t('mine.signOut')),
  },
  {
    name: 'a choice',
    at: '/pages/information/information',
    open: (page, { t }) => press(page, new RegExp(`^${t('odds.title')}`)),
  },
  {
    name: 'a form',
    at: '/pages/information/editinfo',
    open: (page, { t }) => press(page, new RegExp(`^${t('account.nickname')}`)),
  },
  {
    name: 'figures that every page has',
    at: '/pages/information/information',
    open: (page, { t }) => press(page, t('play.netTitle')),
  },
  {
    name: 'a number pad',
    at: '/pages/recharge/recharge',
    open: (page) => press(page, /TRC/),
  },
  {
    name: 'an offer for a bet',
    at: '/pages/gamerecord/gamerecord',
    open: (page, { t }) =>
      page
        .getByRole('article')
        .getByRole('button', { name: t('cashOut.title') })
        .click(),
  },
];

/** A finger on the top of the sheet goes down by so much, in so many steps of a few milliseconds. */
const drag = async (page: Page, sheet: Locator, { px, steps }: { px: number; steps: number }) => {
  const box = await sheet.boundingBox();
  if (box === null) throw new Error('the sheet is not on the screen');
  const [x, y] = [box.x + box.width / 2, box.y + 12];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + px, { steps });
  // The finger rests before it leaves: nothing is flicked.
  await page.waitForTimeout(80);
  await page.mouse.move(x, y + px + 1);
  await page.waitForTimeout(80);
  await page.mouse.move(x, y + px);
  await page.mouse.up();
};

/** Pulls the sheet a little and puts it back. @returns whether it came along */
const followsDrag = async (page: Page, sheet: Locator): Promise<boolean> => {
  const box = await sheet.boundingBox();
  if (box === null) throw new Error('the sheet is not on the screen');
  const [x, y] = [box.x + box.width / 2, box.y + 12];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + 20);
  const dragged = await sheet.getAttribute('data-dragged');
  await page.mouse.move(x, y);
  await page.mouse.up();
  return dragged !== null;
};

describe('every sheet', () => {
  let site: Site;
  let match: Match;

  beforeAll(async () => {
    site = await openSite({ REPLAY: 'false', LIVE_DELAY_MS: '0' });
    const feed = await openFeed(site.database);
    match = await feed.announce('Rovers', 'United', new Date(Date.now() + 3 * 3_600_000));
  });
  afterAll(() => site?.close());

  it('closes by its arrow, by a drag, by Escape and by back, which does not leave the page', () =>
    withPhone(site.browser, async ({ page, faults }) => {
      const { app } = await signUpWithBet(page, { url: site.url, match, account: 'sheila' });
      const { t } = app;

      for (const { name, at, open } of kinds) {
        // Help is the page before, so that one step back is seen.
        await page.goto(`${site.url}/#/pages/help/help`);
        await page.getByRole('heading', { level: 1, name: t('nav.help') }).waitFor();
        await page.goto(`${site.url}/#${at}`);
        const sheet = page.locator('dialog[open]');
        const shows = (count: number) =>
          expect.poll(() => sheet.count(), { message: `${name}, ${count} open` }).toBe(count);
        const opened = async () => {
          await open(page, app);
          await sheet.waitFor();
          await expect.poll(() => page.evaluate('history.state?.sheets')).toBe(1);
        };
        const isHere = () => expect(page.url()).toBe(`${site.url}/#${at}`);

        await opened();
        await page.goBack();
        await shows(0);
        isHere();

        await opened();
        await drag(page, sheet, { px: 60, steps: 6 });
        await shows(1);
        expect(await sheet.getAttribute('data-dragged')).toBeNull();
        await drag(page, sheet, { px: 140, steps: 14 });
        await shows(0);
        isHere();

        await opened();
        await sheet.getByRole('button', { name: t('common.close'), exact: true }).click();
        await shows(0);

        await opened();
        await page.keyboard.press('Escape');
        await shows(0);
        isHere();

        // Nothing of the sheets is left in the history.
        await expect.poll(() => page.evaluate('history.state?.sheets ?? 0')).toBe(0);
        await page.goBack();
        await page.getByRole('heading', { level: 1, name: t('nav.help') }).waitFor();
        expect({ name, url: page.url() }).toEqual({ name, url: `${site.url}/#/pages/help/help` });
      }
      expect(faults).toEqual([]);
    }));

  it('that a page is opened from is not seen again on the way back', () =>
    withPhone(site.browser, async ({ page }) => {
      const app = await memberApp(page, 'en');
      const { t } = app;
      await page.goto(site.url);
      await app.register('ruby');
      await page.locator('main section button[aria-pressed]').first().click();
      const slip = page.getByRole('dialog', { name: t('slip.title') });
      await slip.getByRole('link', { name: t('slip.rules') }).click();
      const rules = page.getByRole('heading', { level: 1, name: t('nav.rules') });
      await rules.waitFor();
      await page.goBack();
      await page.getByRole('button', { name: new RegExp(`^${t('slip.open')}`) }).waitFor();
      expect(await page.locator('dialog[open]').count()).toBe(0);
      await expect.poll(() => page.url()).toBe(`${site.url}/#/`);
      // And forward is where it was.
      await page.goForward();
      await rules.waitFor();
    }));

  it.each([
    { by: 'its address', account: 'otto', open: `location.hash = '/pages/help/help'` },
    { by: 'a link', account: 'olga', open: `document.querySelector('main a[href$="help/help"]').click()` },
  ])('that closes leads nobody away from a page opened by $by at that moment', ({ account, open }) =>
    withPhone(site.browser, async ({ page, faults }) => {
      const app = await memberApp(page, 'en');
      const { t } = app;
      await page.goto(site.url);
      await app.register(account);
      const home = page.locator('main section button[aria-pressed]').first();
      await home.waitFor();
      const address = `${site.url}/#/pages/information/information`;
      await page.goto(address);
      const sheet = page.locator('dialog[open]');
      await press(page, new RegExp(`^${t('odds.title')}`));
      await sheet.waitFor();
      await expect.poll(() => page.evaluate('history.state?.sheets')).toBe(1);
      // The browser goes back over the entry of the sheet some milliseconds after it was asked to.
      await page.evaluate(`{
        const { go } = History.prototype;
        History.prototype.go = function (...steps) {
          History.prototype.go = go;
          go.apply(this, steps);
          ${open};
        };
      }`);
      await page.keyboard.press('Escape');
      const help = page.getByRole('heading', { level: 1, name: t('nav.help') });
      await help.waitFor();
      // No event tells that the browser has stepped: the page keeps it to itself.
      await page.waitForTimeout(500);
      expect(await help.count()).toBe(1);
      expect(page.url()).toBe(`${site.url}/#/pages/help/help`);
      // Each step shows another page.
      const mine = page.getByRole('heading', { level: 1, name: t('nav.mine') });
      await page.goBack();
      await mine.waitFor();
      expect(page.url()).toBe(address);
      expect(await sheet.count()).toBe(0);
      await page.goForward();
      await help.waitFor();
      await page.goBack();
      await mine.waitFor();
      await page.goBack();
      await home.waitFor();
      expect(faults).toEqual([]);
    }),
  );

  it('survives a reload in the history: back leaves no step without an effect', () =>
    withPhone(site.browser, async ({ page }) => {
      const app = await memberApp(page, 'en');
      const { t } = app;
      await page.goto(site.url);
      await app.register('rosa');
      await page.locator('main section button[aria-pressed]').first().waitFor();
      await page.getByRole('link', { name: t('nav.help') }).click();
      await page.getByRole('heading', { level: 1, name: t('nav.help') }).waitFor();
      const sheet = page.locator('dialog[open]');
      await press(page, t('play.netTitle'));
      await sheet.waitFor();
      // A reload that overtakes the entry of the sheet would leave none.
      await expect.poll(() => page.evaluate('history.state?.sheets')).toBe(1);
      await page.reload();
      await press(page, t('play.netTitle'));
      await sheet.waitFor();
      // The entry is there already: only a drag shows when the sheet follows gestures, and with them the browser's back.
      await expect.poll(() => followsDrag(page, sheet)).toBe(true);
      await page.goBack();
      await expect.poll(() => sheet.count()).toBe(0);
      await page.getByRole('heading', { level: 1, name: t('nav.help') }).waitFor();
      // The same where no sheet is opened after the reload, on a page that was opened by its address.
      await page.goto(`${site.url}/#/pages/information/information`);
      await press(page, t('play.netTitle'));
      await sheet.waitFor();
      await expect.poll(() => page.evaluate('history.state?.sheets')).toBe(1);
      await page.reload();
      await expect.poll(() => page.evaluate('history.state?.sheets')).toBe(0);
      await page.goBack();
      await page.getByRole('heading', { level: 1, name: t('nav.help') }).waitFor();
      await page.goBack();
      await page.locator('main section button[aria-pressed]').first().waitFor();
    }));

  it('stays while what it asked for is under way', () =>
    withPhone(site.browser, async ({ page }) => {
      const app = await memberApp(page, 'en');
      const { t } = app;
      await page.goto(site.url);
      await app.register('bea');
      await app.openTab('mine');
      const sheet = page.locator('dialog[open]');
      await press(page, t('mine.signOut'));
      await sheet.waitFor();
      await expect.poll(() => page.evaluate('history.state?.sheets')).toBe(1);
      const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
      await page.route('**/user/logout', async (route) => {
        await answered;
        await route.continue();
      });
      await sheet.getByRole('button', { name: t('mine.signOut') }).click();
      await page.goBack();
      await page.waitForTimeout(300);
      expect(await sheet.count()).toBe(1);
      await sheet.getByRole('button', { name: t('common.close'), exact: true }).dispatchEvent('click');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await page.waitForTimeout(300);
      expect(await sheet.count()).toBe(1);
      expect(page.url()).toBe(`${site.url}/#/pages/information/information`);
      answer();
      await page.getByRole('button', { name: t('login.submit'), exact: true }).waitFor();
      expect(await sheet.count()).toBe(0);
    }));
});
