import { loadAppCatalogue } from '@touchline/locales/load-app';
import type { AppMessages } from '@touchline/locales/gen/app-messages.gen';
import { lans, type Lan } from '@touchline/locales/locales';
import { createTranslator } from '@touchline/locales/translator';
import type { Page } from '@playwright/test';
import type { MemberApi } from './member-api.ts';
import { scanQr } from './qr.ts';
import { excessOf, wrongOnScreen } from './screen-check.ts';
import { settle } from './screens/look.ts';
import { expect, test as base, type TestMember } from './test.ts';

const channels = ['usdt-trc20', 'usdt-erc20', 'cash-card', 'scan-code'] as const;
type Channel = (typeof channels)[number];
/** Languages in which every channel is looked at: one of each direction. The others see one channel each. */
const wholeLans: readonly Lan[] = ['en', 'ar'];

const recharge = (api: MemberApi, channel: Channel) =>
  api.call('createRecharge', { key: `a-payment-by-${channel}`, channel, amount: '100.00' });

/** A member on a narrow phone, on whose page of a payment the test looks. */
type Payer = { page: Page; member: TestMember; show: (id: string) => Promise<void> };

const test = base.extend<{ newPayer: (lan: Lan) => Promise<Payer> }>({
  newPayer: async ({ site, newMemberPhone }, use) =>
    use(async (lan) => {
      const payer = await newMemberPhone({ lan, width: 320, height: 640, serviceWorkers: 'block' });
      const { page } = payer;
      const show = async (id: string): Promise<void> => {
        await page.goto(`${site.url}/#/pages/recharge/rechargeinfo?id=${id}`);
        await settle(page);
      };
      return { page, member: payer, show };
    }),
});

for (const [nth, lan] of lans.entries()) {
  const shown = wholeLans.includes(lan) ? channels : channels.filter((_, at) => at === nth % channels.length);
  test(`a payment in play money is marked as a test in ${lan}, before anything else, and has one way to pay`, async ({
    site,
    newPayer,
  }) => {
    const t = createTranslator<AppMessages>(lan, await loadAppCatalogue(lan));
    const { page, member, show } = await newPayer(lan);
    for (const channel of shown) {
      await page.emulateMedia({ colorScheme: channels.indexOf(channel) % 2 === 0 ? 'dark' : 'light' });
      const { id, address, payUrl } = await recharge(member.api, channel);
      await show(id);
      const main = page.getByRole('main');
      const pay = main.getByRole('link', { name: t('cashier.payTest'), exact: true });
      // The page of the channel before has gone.
      await expect(pay).toHaveAttribute('href', `${site.url}${payUrl}`);
      await expect(main.getByText(t('cashier.testTitle'), { exact: true })).toBeVisible();
      const note = await main.getByRole('note').boundingBox();
      const button = await pay.boundingBox();
      expect(note?.width).toBeGreaterThan(280);
      expect(note?.y ?? Infinity).toBeLessThan(button?.y ?? 0);
      // Neither code nor address is on the page before it is asked for, and no tap copies an address then.
      const code = main.getByRole('img', { name: t('cashier.exampleQr') });
      await expect(code).toBeHidden();
      if (channel !== 'cash-card') await main.getByText(t('cashier.realLook'), { exact: true }).click();
      await expect(main.getByRole('button', { name: t('cashier.address') })).toHaveCount(0);
      if (address !== undefined) {
        await expect(code).toBeVisible();
        expect(await scanQr(code)).toBe(t('cashier.testTitle'));
        for (const mark of [t('cashier.example'), t('cashier.testCoin')]) {
          await expect(main.getByText(mark, { exact: true }).first()).toBeVisible();
        }
      }
      // Axe takes the longest; the channels have the same parts.
      const isLookedAt = nth % channels.length === channels.indexOf(channel);
      const wrong = isLookedAt ? await wrongOnScreen(page) : [];
      expect({ channel, excess: await excessOf(page), wrong }).toEqual({ channel, excess: 0, wrong: [] });
    }
  });
}

test('a payment in play money is paid by its one button', async ({ newPayer }) => {
  const t = createTranslator<AppMessages>('en', await loadAppCatalogue('en'));
  const { page, member, show } = await newPayer('en');
  await show((await recharge(member.api, 'usdt-trc20')).id);
  const [wallet] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: t('cashier.payTest') }).click(),
  ]);
  await expect(wallet.getByText(t('cashier.testTitle'), { exact: true })).toBeVisible();
  await wallet.locator('button.main').click();
  await expect(page.getByText(t('cashier.success'), { exact: true })).toBeVisible({ timeout: 60_000 });
});

test('a payment in play money is made by no one who does not have its page', async ({ site, newMember }) => {
  const { address = '', payUrl = '' } = await recharge((await newMember()).api, 'usdt-erc20');
  const theirs = await recharge((await newMember()).api, 'usdt-erc20');
  expect(theirs.payUrl).not.toBe(payUrl);
  const statusOf = async (path: string) => (await fetch(`${site.url}${path}`)).status;
  expect(await statusOf(`/sandbox/chain?network=usdt-erc20&address=${address}&amount=100.00`)).toBe(400);
  expect(await statusOf(`${payUrl}x`)).toBe(400);
  expect(await statusOf(payUrl)).toBe(200);
});
