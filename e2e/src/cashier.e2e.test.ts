import type { Lan } from '@touchline/locales/locales';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  parseAddress,
  showAddress,
  type Hex,
  type Network,
} from '../../apps/server/src/cashier/chain/address.ts';
import { sandboxXpub } from '../../apps/server/src/cashier/chain/sandbox-node.ts';
import { startAnvil } from '../../apps/server/src/cashier/chain/testing/anvil.ts';
import { openFeed } from './feed.ts';
import { memberApi, password } from './member-api.ts';
import { memberApp } from './member-app.ts';
import { officeApi } from './office-api.ts';
import { openPhone, withPhone, type Phone } from './phone.ts';
import { scanQr } from './qr.ts';
import { wrongOnScreen } from './screen-check.ts';
import { verifyLedger } from './server.ts';
import { openSite, type Site } from './site-under-test.ts';

const stories: { lan: Lan; account: string; teams: [string, string] }[] = [
  { lan: 'en', account: 'cass', teams: ['Rovers', 'United'] },
  { lan: 'ar', account: 'samir', teams: ['Albion', 'Wanderers'] },
];
const payoutAddress = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const coolingMs = 15_000;

type Anvil = Awaited<ReturnType<typeof startAnvil>>;

describe('money in and out at 375×812', () => {
  let chains: Record<Network, Anvil>;
  let site: Site;
  let feed: Awaited<ReturnType<typeof openFeed>>;
  beforeAll(async () => {
    chains = { 'usdt-trc20': await startAnvil(), 'usdt-erc20': await startAnvil() };
    const { 'usdt-trc20': tron, 'usdt-erc20': ethereum } = chains;
    site = await openSite({
      OFFICE_DEMO: 'true',
      REPLAY: 'false',
      CHAIN_TRC20_RPC: tron.url,
      CHAIN_TRC20_XPUB: sandboxXpub,
      CHAIN_TRC20_FINALITY: 'tag',
      CHAIN_TRC20_TOKENS: showAddress('usdt-trc20', tron.token),
      CHAIN_ERC20_RPC: ethereum.url,
      CHAIN_ERC20_XPUB: sandboxXpub,
      CHAIN_ERC20_TOKENS: showAddress('usdt-erc20', ethereum.token),
      CHAIN_POLL_SECONDS: '1',
      WITHDRAW_DAYS: '1,2,3,4,5,6,7',
      WITHDRAW_TWO_ABOVE: '50',
      PAYOUT_COOLING_HOURS: String(coolingMs / 3_600_000),
      PAYOUT_SANDBOX_SECONDS: '2',
      WITHDRAW_PASSWORD_ABOVE: '40',
    });
    feed = await openFeed(site.database);
  });
  afterAll(async () => {
    await site?.close();
    for (const chain of Object.values(chains ?? {})) await chain.stop();
  });

  const tell = async ({ lan, account, teams }: (typeof stories)[number], phone: Phone) => {
    const { page, faults } = phone;
    const match = await feed.announce(...teams, new Date(Date.now() + 3 * 3_600_000));
    const app = await memberApp(page, lan);
    const { t, money } = app;
    const api = memberApi(site.url);
    const screen = async (name: string) => {
      expect({ screen: name, wrong: await wrongOnScreen(page) }).toEqual({ screen: name, wrong: [] });
    };
    const back = () => page.getByRole('button', { name: t('common.back'), exact: true }).click();
    const main = page.getByRole('main');

    await page.goto(site.url);
    await app.chooseLanguage();
    await back();
    await app.register(account);
    await page.getByText(money('1000.00'), { exact: true }).waitFor();
    await api.login(account);

    /** Chooses a channel and an amount, up to the page of the payment. */
    const begin = async (channel: Network | 'cash-card' | 'scan-code', digits: string) => {
      await app.openTab('home');
      await main.getByRole('link', { name: t('nav.recharge'), exact: true }).click();
      const name = t(`cashier.channel.${channel}`);
      await main.getByRole('button', { name: new RegExp(escape(name)) }).click();
      const sheet = page.getByRole('dialog', { name });
      await sheet.waitFor();
      for (const digit of digits) await page.keyboard.press(digit);
      await screen(`amount for ${channel}`);
      await sheet.getByRole('button', { name: startOf(t('cashier.continueWith', { amount: '§' })) }).click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
      await main.getByText(t('cashier.now'), { exact: true }).waitFor();
      await screen(`payment by ${channel}`);
      const [recharge] = (await api.call('rechargeList', { page: 1, limit: 1 })).list;
      if (recharge === undefined) throw new Error('no recharge was made');
      return recharge;
    };
    const arrived = async (credited: string) => {
      await main.getByText(t('cashier.success'), { exact: true }).waitFor({ timeout: 60_000 });
      await main.getByText(money(credited)).first().waitFor();
      await screen('recharge successful');
      for (let left = 2; left > 0; left -= 1) await back();
    };

    // USDT over a real chain: seen, then final.
    for (const network of ['usdt-trc20', 'usdt-erc20'] as const) {
      const chain = chains[network];
      const { address, usdtAmount, testNetwork } = await begin(network, '30');
      // A node of a test chain: its name is shown beside the amount, and a warning above it.
      expect(testNetwork).toBe('Testnet 31337');
      await main.getByText(t('cashier.testTitle'), { exact: true }).waitFor();
      await main.getByText(`USDT (${testNetwork})`, { exact: true }).waitFor();
      const scanned = await scanQr(main.getByRole('button', { name: t('cashier.qrLabel') }));
      expect(scanned).toBe(address);
      expect(usdtAmount).toBe('30.00');
      await chain.transfer(bytesOf(network, scanned), 30_000_000n);
      await chain.mine();
      await main.getByText(t('cashier.payment.seen'), { exact: true }).waitFor();
      await screen('payment seen');
      await chain.mine(3);
      await arrived('30.00');
    }

    // A card on the page of its provider.
    await begin('cash-card', '20');
    await main.getByText(t('cashier.testTitle'), { exact: true }).waitFor();
    await main.getByRole('link', { name: t('cashier.payTest') }).click();
    await page.locator('a[href*="use=pays"]').click();
    await page.locator('button.main').click();
    await main.getByText(t('cashier.success'), { exact: true }).waitFor({ timeout: 60_000 });
    await page.goto(site.url);

    // A code that another phone scans and pays.
    await begin('scan-code', '20');
    await main.getByText(t('cashier.realLook'), { exact: true }).click();
    const code = await scanQr(main.getByRole('img', { name: t('cashier.exampleQr') }));
    const other = await openPhone(site.browser);
    await other.page.goto(code);
    await other.page.locator('button.main').click();
    await arrived('20.00');
    expect(other.faults).toEqual([]);
    await other.close();

    const before = await api.call('userInfo', {});
    expect([before.balance, before.turnoverLeft]).toEqual(['1099.70', '99.70']);

    // A bet that meets the turnover.
    await app.openTab('home');
    const event = await api.call('eventDetail', { id: match.id });
    await app.openMatch(event);
    await page.locator('main section button[aria-pressed="false"]:not([disabled])').first().click();
    const slip = page.getByRole('dialog', { name: t('slip.title') });
    await slip.waitFor();
    await app.placeBet(slip, '100');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('slip.done') })
      .click();
    const over = { ht: { home: 0, away: 1 }, ft: { home: 0, away: 1 } };
    await match.move({ state: 'finished', score: over.ft, ht: over.ht });
    await match.result(over);
    await expect
      .poll(async () => (await api.call('userInfo', {})).turnoverLeft, { timeout: 60_000 })
      .toBe('0.00');

    // A wallet to be paid to, which waits first.
    await back();
    await app.openTab('mine');
    await page.getByRole('link', { name: t('nav.bank') }).click();
    await page.getByRole('button', { name: t('cashier.addPayout') }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('radio', { name: 'USDT TRC\u201120', exact: true }).click();
    await sheet.getByRole('textbox', { name: t('cashier.field.address') }).fill(payoutAddress);
    // A new destination asks for the password, and says what is wrong with it beside the field.
    const proof = sheet.getByLabel(t('form.password'), { exact: true });
    await proof.fill('not the password');
    await sheet.getByRole('button', { name: t('cashier.save') }).click();
    await expect.poll(() => proof.getAttribute('aria-invalid'), { timeout: 30_000 }).toBe('true');
    await proof.fill(password);
    await screen('a new wallet');
    await sheet.getByRole('button', { name: t('cashier.save') }).click();
    await sheet.waitFor({ state: 'hidden' });
    await main.getByText(startOf(t('cashier.usableFrom', { when: '§' }))).waitFor();
    await screen('a wallet that waits');
    const added = Date.now();
    const [wallet] = (await api.call('walletList', {})).list;
    const refused = await api.answer('createWithdraw', {
      key: `early-${account}`,
      wallet: wallet?.id ?? '',
      amount: '20.00',
    });
    expect(refused.data).toMatchObject({ reason: 'address_cooling' });
    await page.waitForTimeout(Math.max(0, added + coolingMs - Date.now()) + 1_000);

    // The withdrawal.
    await back();
    await page.getByRole('link', { name: t('nav.withdraw') }).click();
    await main.getByText(payoutAddress.slice(-4)).first().click();
    const form = page.getByRole('dialog');
    for (const digit of '60') await page.keyboard.press(digit);
    await screen('amount of a withdrawal');
    await form.getByRole('button', { name: t('cashier.check') }).click();
    await form.getByLabel(t('form.password'), { exact: true }).fill(password);
    await screen('withdrawal to confirm');
    await form.getByRole('button', { name: t('cashier.withdrawNow') }).click();
    await form.getByText(t('cashier.withdrawAsked'), { exact: true }).waitFor();
    await screen('withdrawal asked for');
    const [asked] = (await api.call('withdrawList', {})).list;
    expect(asked).toMatchObject({ amount: '60.00', fee: '1.00', receive: '59.00', stage: 'in_review' });
    expect(await api.call('userInfo', {})).toMatchObject({ balance: '939.70', held: '60.00' });
    await form.getByRole('button', { name: t('slip.done') }).click();

    // Two operators; the page moves by itself.
    const of = { member: before.id, id: asked?.id ?? '' };
    for (const [version, name] of ['cashier1', 'cashier2'].entries()) {
      const office = await officeApi(site.url, site.dataDir, name);
      await office.call('officeWithdrawDecide', { ...of, version, decision: 'approve' });
    }
    await main.getByText(t('cashier.withdrawal.success'), { exact: true }).waitFor({ timeout: 30_000 });
    await main.getByText(t('cashier.withdrawal.finished'), { exact: true }).waitFor({ timeout: 30_000 });
    await screen('withdrawal finished');
    expect(await api.call('userInfo', {})).toMatchObject({ balance: '939.70', held: '0.00' });
    expect(faults).toEqual([]);
  };

  it.for(stories)('recharges by each channel, bets, withdraws and is paid, in "$lan"', (story) =>
    withPhone(site.browser, (phone) => tell(story, phone)),
  );

  it('leaves a clean ledger, and rails that agree with it', async () => {
    const office = await officeApi(site.url, site.dataDir, 'auditor');
    const { list } = await office.call('officeRailList', {});
    expect(list.length).toBe(4);
    expect(list.filter(({ agrees }) => !agrees)).toEqual([]);
    await site.stop();
    const { code, log } = await verifyLedger(site.settings);
    expect(log).toMatch(/8 recharges, 8 payments, 2 withdrawals, 4 rails, 0 differences/);
    expect(log).toContain('all agree');
    expect(code).toBe(0);
  });
});

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
/** What a text begins with, before the value put into it. */
const startOf = (text: string): RegExp => new RegExp(`^${escape(text.split('§')[0] ?? '')}`);
const bytesOf = (network: Network, address: string): Hex => {
  const bytes = parseAddress(network, address);
  if (bytes === undefined) throw new Error(`${address} is no address`);
  return bytes;
};
