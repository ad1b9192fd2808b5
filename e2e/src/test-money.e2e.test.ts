import { loadAppCatalogue } from '@touchline/locales/load-app';
import type { AppMessages } from '@touchline/locales/gen/app-messages.gen';
import { lans, type Lan } from '@touchline/locales/locales';
import { createTranslator } from '@touchline/locales/translator';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memberApi, type MemberApi } from './member-api.ts';
import { openPhone } from './phone.ts';
import { scanQr } from './qr.ts';
import { excessOf, wrongOnScreen } from './screen-check.ts';
import { settle } from './screens/look.ts';
import { openSite, type Site } from './site-under-test.ts';

const channels = ['usdt-trc20', 'usdt-erc20', 'cash-card', 'scan-code'] as const;

describe('a payment in play money', () => {
  let site: Site;
  let api: MemberApi;
  let user: object;
  const recharges = new Map<string, string>();

  beforeAll(async () => {
    site = await openSite({ REPLAY: 'false', RATE_LIMIT_PER_MINUTE: '100000' });
    api = memberApi(site.url);
    const { user: member, ...tokens } = await api.register('payer');
    user = { ...member, ...tokens };
    for (const channel of channels) {
      const key = `a-payment-by-${channel}`;
      const { id } = await api.call('createRecharge', { key, channel, amount: '100.00' });
      recharges.set(channel, id);
    }
  });
  afterAll(() => site?.close());

  const rechargeBy = async (channel: string) => {
    const [recharge] = (await api.call('rechargeList', { id: recharges.get(channel) ?? '' })).list;
    if (recharge === undefined) throw new Error(`no recharge by ${channel}`);
    return recharge;
  };
  /** Opens the app on a narrow phone, signed in as the payer. */
  const withPayer = async (
    lan: Lan,
    work: (page: Page, show: (channel: string) => Promise<void>) => Promise<void>,
  ): Promise<void> => {
    const phone = await openPhone(site.browser, { width: 320, height: 640, serviceWorkers: 'block' });
    const { page } = phone;
    const stored = JSON.stringify(
      Object.entries({ user: { user }, config: { language: { chosen: lan }, theme: 'system' } }),
    );
    await page.addInitScript(
      `if (location.protocol !== 'about:') for (const [key, value] of ${stored}) localStorage.setItem(key, JSON.stringify(value))`,
    );
    const show = async (channel: string): Promise<void> => {
      await page.goto(`${site.url}/#/pages/recharge/rechargeinfo?id=${recharges.get(channel)}`);
      await settle(page);
    };
    await work(page, show);
    await phone.close();
  };
  const textsOf = async (lan: Lan) => createTranslator<AppMessages>(lan, await loadAppCatalogue(lan));

  it.each(lans)('says in %s that it is a test, before anything else, and has one way to pay', async (lan) => {
    const t = await textsOf(lan);
    await withPayer(lan, async (page, show) => {
      for (const [at, channel] of channels.entries()) {
        await page.emulateMedia({ colorScheme: at % 2 === 0 ? 'dark' : 'light' });
        await show(channel);
        const main = page.getByRole('main');
        const { address, payUrl } = await rechargeBy(channel);
        const pay = main.getByRole('link', { name: t('cashier.payTest'), exact: true });
        // The page of the channel before has gone.
        await expect.poll(() => pay.getAttribute('href')).toBe(`${site.url}${payUrl}`);
        await main.getByText(t('cashier.testTitle'), { exact: true }).waitFor();
        const note = await main.getByRole('note').boundingBox();
        const button = await pay.boundingBox();
        expect(note?.width).toBeGreaterThan(280);
        expect(note?.y ?? Infinity).toBeLessThan(button?.y ?? 0);
        // Neither code nor address is on the page before it is asked for, and no tap copies an address then.
        expect(await main.getByRole('img', { name: t('cashier.exampleQr') }).isVisible()).toBe(false);
        if (channel !== 'cash-card') await main.getByText(t('cashier.realLook'), { exact: true }).click();
        expect(await main.getByRole('button', { name: t('cashier.address') }).count()).toBe(0);
        const isUsdt = address !== undefined;
        const code = isUsdt
          ? await scanQr(main.getByRole('img', { name: t('cashier.exampleQr') }))
          : t('cashier.testTitle');
        expect(code).toBe(t('cashier.testTitle'));
        const marks = isUsdt ? [t('cashier.example'), t('cashier.testCoin')] : [];
        for (const mark of marks) await main.getByText(mark, { exact: true }).first().waitFor();
        // Axe takes the longest; the channels have the same parts, and each is looked at in four languages or five.
        const isLookedAt = lans.indexOf(lan) % channels.length === at;
        const wrong = isLookedAt ? await wrongOnScreen(page) : [];
        expect({ channel, excess: await excessOf(page), wrong }).toEqual({ channel, excess: 0, wrong: [] });
      }
    });
  });

  it('is paid by its one button', async () => {
    const t = await textsOf('en');
    await withPayer('en', async (page, show) => {
      await show('usdt-trc20');
      const [wallet] = await Promise.all([
        page.waitForEvent('popup'),
        page.getByRole('link', { name: t('cashier.payTest') }).click(),
      ]);
      await wallet.getByText(t('cashier.testTitle'), { exact: true }).waitFor();
      await wallet.locator('button.main').click();
      await page.getByText(t('cashier.success'), { exact: true }).waitFor({ timeout: 60_000 });
    });
  });

  it('is played by nobody who does not have its page', async () => {
    const { address = '', payUrl = '' } = await rechargeBy('usdt-erc20');
    const other = memberApi(site.url);
    await other.register('stranger');
    const key = 'the-strangers-payment';
    const theirs = await other.call('createRecharge', { key, channel: 'usdt-erc20', amount: '100.00' });
    expect(theirs.payUrl).not.toBe(payUrl);
    const statusOf = async (path: string) => (await fetch(`${site.url}${path}`)).status;
    expect(await statusOf(`/sandbox/chain?network=usdt-erc20&address=${address}&amount=100.00`)).toBe(400);
    expect(await statusOf(`${payUrl}x`)).toBe(400);
    expect(await statusOf(payUrl)).toBe(200);
  });
});
