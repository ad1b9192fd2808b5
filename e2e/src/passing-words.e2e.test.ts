import { limits } from '@touchline/contract/limits';
import { paths } from '@touchline/contract/paths';
import { formatMoney, formatPercent } from '@touchline/locales/format';
import { formatAmount, parseAmount } from '@touchline/money/amount';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memberApi, password } from './member-api.ts';
import { memberApp, type MemberApp } from './member-app.ts';
import { withPhone } from './phone.ts';
import { openSite, type Site } from './site-under-test.ts';

const everyDay = '1,2,3,4,5,6,7';
const selected = (page: Page): Promise<string> => page.evaluate<string>('String(getSelection())');
const clipboard = (page: Page): Promise<string> => page.evaluate<string>('navigator.clipboard.readText()');
const rootFontPx = (page: Page): Promise<number> =>
  page.evaluate<number>('Number.parseFloat(getComputedStyle(document.documentElement).fontSize)');

/** The clipboard as pages without a permission find it: neither way of copying works. */
const refuseToCopy = (page: Page): Promise<unknown> =>
  page.evaluate(`
    navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'));
    document.execCommand = () => false;
  `);

/** What the app keeps of the telephone code. */
const StoredTelephone = Type.Object({
  telephone: Type.Object({ code: Type.String(), country: Type.Object({ iso: Type.String() }) }),
});
const storedTelephone = async (page: Page) =>
  Value.Parse(StoredTelephone, JSON.parse(await page.evaluate(() => localStorage.getItem('config') ?? '')))
    .telephone;

describe('what the specification shows in passing', () => {
  let site: Site;
  beforeAll(async () => {
    const settings = { REPLAY_SPEED: '1', WITHDRAW_DAYS: everyDay, PAYOUT_COOLING_HOURS: '0' };
    site = await openSite(settings);
  });
  afterAll(() => site?.close());

  const withMember = (account: string, work: (page: Page, app: MemberApp) => Promise<void>): Promise<void> =>
    withPhone(site.browser, async ({ page }) => {
      const app = await memberApp(page, 'en');
      await page.goto(`${site.url}/#/pages/login/login`);
      await app.register(account);
      await page.locator('main section button[aria-pressed]').first().waitFor();
      await work(page, app);
    });

  /** A match that is not about to begin: nothing of it is suspended. */
  const comingMatch = async (account: string) => {
    const api = memberApi(site.url);
    await api.login(account);
    return (await api.call('eventList', { state: 'scheduled', limit: 100 })).list.at(-1);
  };

  it('copying says whether it worked, and selects the text where it did not', () =>
    withMember('copier', async (page, { t }) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.goto(`${site.url}/#/pages/invitationcode/invitationcode`);
      const copyLink = page
        .getByRole('button', { name: t('cashier.copy') })
        .filter({ hasText: t('team.link') });
      const copyCode = page.getByRole('button', { name: t('team.copyCode') });

      await copyLink.click();
      await page.getByText('Content copied', { exact: true }).first().waitFor();
      const link = await clipboard(page);
      expect(link).toContain('icode=');
      await copyCode.click();
      await page.getByText('Copy successful', { exact: true }).first().waitFor();
      expect(link).toContain(await clipboard(page));

      await refuseToCopy(page);
      await copyLink.click();
      await page.getByText('Copy failed, please copy manually', { exact: true }).first().waitFor();
      expect(await selected(page)).toBe(link);
      await copyCode.click();
      await page.getByText('Copy failed', { exact: true }).first().waitFor();
    }));

  it('an empty amount to withdraw is refused in words, by the app and by the server', () =>
    withMember('withdrawer', async (page) => {
      const api = memberApi(site.url);
      await api.login('withdrawer');
      const { id } = await api.call('walletSave', {
        type: 'usdt-trc20',
        address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
        password,
      });
      const answer = await api.answer('createWithdraw', { key: 'withdrawal-1', wallet: id, amount: '' });
      expect(answer).toMatchObject({ code: 0, msg: 'Withdrawal amount cannot be empty' });

      await page.goto(`${site.url}/#/pages/information/withdraw`);
      await page.locator('[data-payout]').first().click();
      await page.locator('[data-next]').click();
      await page.getByText('Withdrawal amount cannot be empty').first().waitFor();
    }));

  it('a match shows its odds as a rate of return and as the income of a stake', () =>
    withMember('reader', async (page) => {
      await page.goto(`${site.url}/#/pages/invest/eventsinfo?id=${(await comingMatch('reader'))?.id}`);
      const table = page.getByRole('table').filter({ hasText: 'Income amount' });
      await table.waitFor();
      // At once: the next price may come between two of them.
      const [heads = [], ...rows] = await table.evaluate((element) =>
        [...element.querySelectorAll('tr')].map((row) => [...row.cells].map((cell) => cell.innerText.trim())),
      );
      expect(heads.slice(1)).toEqual(['Odds', 'Rate of return', 'Income amount for 100.00']);
      expect(rows.length).toBe(3);
      for (const [, odds = '', rate, income] of rows) {
        const gainMinor = (parseAmount(odds, 2) ?? 0n) * 100n - 10_000n;
        expect({ rate, income }).toEqual({
          rate: formatPercent(String(gainMinor / 100n), { lan: 'en' }),
          income: formatMoney(formatAmount(gainMinor, 2), { lan: 'en' }),
        });
      }
    }));

  it('a bet says that it was placed, and when on its folded card', () =>
    withMember('bettor', async (page, app) => {
      const { t } = app;
      await page.goto(`${site.url}/#/pages/invest/eventsinfo?id=${(await comingMatch('bettor'))?.id}`);
      await page.locator('main section button[aria-pressed]').first().click();
      await app.placeBet(page.getByRole('dialog', { name: t('slip.title') }), '10');
      await page.getByText('Betting successful', { exact: true }).first().waitFor();

      await page.goto(`${site.url}/#/pages/gamerecord/gamerecord`);
      const card = page.locator('main button[aria-expanded="false"]').filter({ hasText: 'Bet time' });
      // A card is there before its page is shown, and has no text until then.
      await card.first().waitFor();
      await expect.poll(() => card.first().innerText()).toMatch(/Bet time · \d\d:\d\d:\d\d/);
      await card.first().click();
      await page.getByRole('heading', { name: 'Betting details' }).waitFor();
    }));

  it('a match that has begun still says when', () =>
    withMember('latecomer', async (page) => {
      const api = memberApi(site.url);
      await api.login('latecomer');
      const [begun] = (await api.call('eventList', { state: 'live', limit: 1 })).list;
      await page.goto(`${site.url}/#/pages/invest/eventsinfo?id=${begun?.id}`);
      const time = page.locator(`main time[datetime="${begun?.kickOff}"]`).first();
      await time.waitFor();
      await expect.poll(() => time.innerText()).toMatch(/^\d+\s[A-Z][a-z]+, \d\d:\d\d$/);
    }));

  it('where a code without a mail carrier is found stays beside the error of a mistyped one', () =>
    withPhone(site.browser, async ({ page }) => {
      const { t } = await memberApp(page, 'en');
      await page.goto(`${site.url}/#/pages/login/code`);
      await page.getByLabel(t('account.address')).fill('vera@touchline.example');
      await page.getByRole('button', { name: t('account.sendCode') }).click();
      const where = page.getByText(t('account.codeOnConsole', { minutes: limits.codeMinutes }));
      await where.waitFor();
      await page.getByLabel(t('account.code')).fill('12');
      await page.getByRole('button', { name: t('login.submit') }).click();
      await page.getByText(t('account.codeFormat')).waitFor();
      expect(await where.isVisible()).toBe(true);
    }));

  it('the code of a country that was chosen is kept with the country', () =>
    withPhone(site.browser, async ({ page }) => {
      const { t } = await memberApp(page, 'en');
      await page.goto(`${site.url}/#/pages/login/signup`);
      await page.getByRole('radio', { name: t('signup.byMobile') }).click();
      const code = page.getByRole('button', { name: t('form.areaCode') });
      await code.click();
      await page.getByRole('dialog').getByRole('searchbox').fill('Portugal');
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /Portugal/ })
        .click();
      await page.getByRole('button', { name: '+351' }).waitFor();
      expect(await storedTelephone(page)).toMatchObject({ code: '351', country: { iso: 'PT' } });
      await page.reload();
      await page.getByRole('radio', { name: t('signup.byMobile') }).click();
      await page.getByRole('button', { name: '+351' }).waitFor();
    }));

  it('the root font is the width by 23.4375 on phones, and that of 375 px from 700 px on', () =>
    withPhone(site.browser, async ({ page }) => {
      await page.goto(`${site.url}/#/pages/login/login`);
      for (const [width, fontPx] of [
        [375, 16],
        [600, 25.6],
        [699, 29.824],
        [700, 16],
        [1_200, 16],
      ] as const) {
        await page.setViewportSize({ width, height: 812 });
        expect(await rootFontPx(page)).toBeCloseTo(fontPx, 2);
      }
    }));

  it('a call holds the app under a mask until it is answered, unless it opts out', () =>
    withPhone(site.browser, async ({ page }) => {
      const app = await memberApp(page, 'en');
      const mask = page.locator('[popover][aria-busy="true"]');
      const answer = Promise.withResolvers<void>();
      await page.route(`**${paths.register[1]}`, async (route) => {
        await answer.promise;
        await route.continue();
      });
      await page.goto(`${site.url}/#/pages/login/login`);
      await app.register('waiter');
      await mask.waitFor();
      answer.resolve();
      await mask.waitFor({ state: 'detached' });

      const asked = page.waitForRequest((request) => request.url().includes(paths.orderList[1]));
      await page.route(`**${paths.orderList[1]}*`, () => undefined);
      await app.openTab('records');
      await asked;
      expect(await mask.count()).toBe(0);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    }));
});
