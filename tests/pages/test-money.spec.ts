import { loadAppCatalogue } from '@touchline/locales/load-app';
import type { AppMessages } from '@touchline/locales/gen/app-messages.gen';
import { createTranslator } from '@touchline/locales/translator';
import type { Page } from '@playwright/test';
import type { MemberApi } from '../fixtures/member-api.ts';
import { scanQr } from '../fixtures/qr.ts';
import { wrongOnScreen } from '../fixtures/screen-check.ts';
import { settle } from '../screens/stage.ts';
import { expect, test as base, type TestMember } from '../fixtures/test.ts';
import { seeTestPayment } from '../fixtures/test-payment.ts';

const channels = ['usdt-trc20', 'usdt-erc20', 'cash-card', 'scan-code'] as const;
type Channel = (typeof channels)[number];
const t = createTranslator<AppMessages>('en', await loadAppCatalogue('en'));

const recharge = (api: MemberApi, channel: Channel) =>
  api.call('createRecharge', { key: `a-payment-by-${channel}`, channel, amount: '100.00' });

/** A member on a narrow phone, on whose page of a payment the test looks. */
type Payer = { page: Page; member: TestMember; show: (id: string) => Promise<void> };

const test = base.extend<{ newPayer: () => Promise<Payer> }>({
  newPayer: async ({ site, newMemberPhone }, use) =>
    use(async () => {
      const payer = await newMemberPhone({ width: 320, height: 640 });
      const { page } = payer;
      const show = async (id: string): Promise<void> => {
        await page.goto(`${site.url}/#/pages/recharge/rechargeinfo?id=${id}`);
        await settle(page);
      };
      return { page, member: payer, show };
    }),
});

test('a payment in play money is marked as a test, before anything else, and has one way to pay', async ({
  site,
  newPayer,
}) => {
  const { page, member, show } = await newPayer();
  for (const channel of channels) {
    const { id, address, payUrl } = await recharge(member.api, channel);
    await show(id);
    // The page of the channel before has gone.
    await expect(page.getByRole('link', { name: t('cashier.payTest') })).toHaveAttribute(
      'href',
      `${site.url}${payUrl}`,
    );
    const code = await seeTestPayment({ page, t }, { isCoin: address !== undefined });
    await expect(page.getByRole('main').getByRole('button', { name: t('cashier.address') })).toHaveCount(0);
    if (address !== undefined) expect(await scanQr(code)).toBe(t('cashier.testTitle'));
    expect({ channel, wrong: await wrongOnScreen(page) }).toEqual({ channel, wrong: [] });
  }
});

test('a payment in play money is paid by its one button', async ({ newPayer }) => {
  const { page, member, show } = await newPayer();
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
