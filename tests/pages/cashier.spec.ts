import type { Network } from '../../apps/server/src/core/config/payments.ts';
import { parseAddress, showAddress, type Hex } from '../../apps/server/src/payments/chain/address.ts';
import { sandboxXpub } from '../../apps/server/src/payments/chain/sandbox-node.ts';
import { startAnvil } from '../../apps/server/src/payments/chain/testing/anvil.ts';
import { openFeed } from '../fixtures/feed.ts';
import { memberApi, password } from '../fixtures/member-api.ts';
import { memberApp, signIn } from '../fixtures/member-app.ts';
import { officeApi } from '../fixtures/office-api.ts';
import { scanQr } from '../fixtures/qr.ts';
import { wrongOnScreen } from '../fixtures/screen-check.ts';
import { verifyLedger } from '../fixtures/server.ts';
import type { TestServer } from '../fixtures/test-server.ts';
import { expect, profiles, test as base } from '../fixtures/test.ts';

const payoutAddress = 'THVmXun9u721tBiYcT3VfLQKcwYBmoY1xX';

type Anvil = Awaited<ReturnType<typeof startAnvil>>;
type Chains = Record<Network, Anvil>;

const test = base.extend<{ chains: Chains; cashier: TestServer }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures off the pattern
  chains: async ({}, use) => {
    const chains: Chains = { 'usdt-trc20': await startAnvil(), 'usdt-erc20': await startAnvil() };
    await use(chains);
    for (const chain of Object.values(chains)) await chain.stop();
  },
  /** A site whose USDT are on these chains, and whose new wallets wait for a day. */
  cashier: async ({ chains, newSite }, use) => {
    const { 'usdt-trc20': tron, 'usdt-erc20': ethereum } = chains;
    const site = await newSite({
      ...profiles.announced,
      CHAIN_TRC20_RPC: tron.url,
      CHAIN_TRC20_XPUB: sandboxXpub,
      CHAIN_TRC20_FINALITY: 'tag',
      CHAIN_TRC20_TOKENS: showAddress('usdt-trc20', tron.token),
      CHAIN_ERC20_RPC: ethereum.url,
      CHAIN_ERC20_XPUB: sandboxXpub,
      CHAIN_ERC20_TOKENS: showAddress('usdt-erc20', ethereum.token),
      CHAIN_POLL_SECONDS: '1',
      WITHDRAW_TWO_ABOVE: '50',
      PAYOUT_COOLING_HOURS: '24',
      WITHDRAW_PASSWORD_ABOVE: '40',
    });
    await use(site);
    // Before its chains: it asks them all the time.
    await site.stop();
  },
});

/** Lets the day pass in which a new wallet waits. @returns what puts back its time, which is in the public log */
const ripen = async ({ database: { owner } }: TestServer): Promise<() => Promise<unknown>> => {
  const { rows } = await owner.query<{ id: string; usable_from: Date }>(
    'select id, usable_from from payout_method',
  );
  await owner.query('update payout_method set usable_from = created_at');
  return () =>
    Promise.all(
      rows.map((row) =>
        owner.query('update payout_method set usable_from = $1 where id = $2', [row.usable_from, row.id]),
      ),
    );
};

test('a member recharges by each channel, bets, withdraws and is paid, and the books agree', async ({
  cashier: site,
  chains,
  newPhone,
}) => {
  test.slow();
  const { page, faults } = await newPhone();
  const app = await memberApp(page, 'en');
  const { t, money } = app;
  const api = memberApi(site.url);
  await signIn(page, await api.register('cass'), 'en');
  const screen = async (name: string) => {
    expect({ screen: name, wrong: await wrongOnScreen(page) }).toEqual({ screen: name, wrong: [] });
  };
  const back = () => page.getByRole('button', { name: t('common.back'), exact: true }).click();
  const main = page.getByRole('main');
  await page.goto(site.url);

  /** Chooses a channel and an amount, up to the page of the payment. */
  const begin = async (channel: Network | 'cash-card' | 'scan-code', digits: string) => {
    await app.openTab('home');
    await main.getByRole('link', { name: t('nav.recharge'), exact: true }).click();
    const name = t(`cashier.channel.${channel}`);
    await main.getByRole('button', { name: new RegExp(escape(name)) }).click();
    const sheet = page.getByRole('dialog', { name });
    await expect(sheet).toBeVisible();
    for (const digit of digits) await page.keyboard.press(digit);
    await screen(`amount for ${channel}`);
    await sheet.getByRole('button', { name: startOf(t('cashier.continueWith', { amount: '§' })) }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(main.getByText(t('cashier.now'), { exact: true })).toBeVisible();
    await screen(`payment by ${channel}`);
    const [recharge] = (await api.call('rechargeList', { page: 1, limit: 1 })).list;
    if (recharge === undefined) throw new Error('no recharge was made');
    return recharge;
  };
  const succeeded = () =>
    expect(main.getByText(t('cashier.success'), { exact: true })).toBeVisible({ timeout: 60_000 });
  const arrived = async (credited: string) => {
    await succeeded();
    await expect(main.getByText(money(credited)).first()).toBeVisible();
    await screen('recharge successful');
    for (let left = 2; left > 0; left -= 1) await back();
  };

  for (const network of ['usdt-trc20', 'usdt-erc20'] as const) {
    await test.step(`${network} over a real chain: seen, then final`, async () => {
      const chain = chains[network];
      const { address, usdtAmount, testNetwork } = await begin(network, '30');
      // A node of a test chain: its name is shown next to the amount, and a warning above it.
      expect(testNetwork).toBe('Testnet 31337');
      await expect(main.getByText(t('cashier.testTitle'), { exact: true })).toBeVisible();
      await expect(main.getByText(`USDT (${testNetwork})`, { exact: true })).toBeVisible();
      const scanned = await scanQr(main.getByRole('button', { name: t('cashier.qrLabel') }));
      expect(scanned).toBe(address);
      expect(usdtAmount).toBe('30.00');
      await chain.transfer(bytesOf(network, scanned), 30_000_000n);
      await chain.mine();
      await expect(main.getByText(t('cashier.payment.seen'), { exact: true })).toBeVisible();
      await screen('payment seen');
      await chain.mine(3);
      await arrived('30.00');
    });
  }

  await test.step('a card on the page of its provider', async () => {
    await begin('cash-card', '20');
    await expect(main.getByText(t('cashier.testTitle'), { exact: true })).toBeVisible();
    await main.getByRole('link', { name: t('cashier.payTest') }).click();
    await page.locator('a[href*="use=pays"]').click();
    await page.locator('button.main').click();
    await succeeded();
    await page.goto(site.url);
  });

  await test.step('a code that another phone scans and pays', async () => {
    await begin('scan-code', '20');
    await main.getByText(t('cashier.realLook'), { exact: true }).click();
    const code = await scanQr(main.getByRole('img', { name: t('cashier.exampleQr') }));
    const other = await newPhone();
    await other.page.goto(code);
    await other.page.locator('button.main').click();
    await arrived('20.00');
    expect(other.faults).toEqual([]);
  });

  const before = await api.call('userInfo', {});
  expect([before.balance, before.turnoverLeft]).toEqual(['1099.70', '99.70']);

  await test.step('a bet that meets the turnover', async () => {
    const feed = await openFeed(site.database);
    const match = await feed.announce('Rovers', 'United', new Date(Date.now() + 3 * 3_600_000));
    const { markets } = await api.call('eventDetail', { id: match.id });
    const odds = markets.find(({ market }) => market === '1x2')?.selections[0]?.odds ?? '';
    await api.call('orderAdd', {
      key: 'cass-bets-1',
      type: 'single',
      stake: '100.00',
      accept: 'none',
      legs: [{ event: match.id, market: '1x2', selection: '1', odds }],
    });
    const over = { ht: { home: 0, away: 1 }, ft: { home: 0, away: 1 } };
    await match.move({ state: 'finished', score: over.ft, ht: over.ht });
    await match.result(over);
    await expect.poll(async () => (await api.call('userInfo', {})).turnoverLeft).toBe('0.00');
  });

  await test.step('a wallet to be paid to, which waits first', async () => {
    await app.openTab('mine');
    await page.getByRole('link', { name: t('nav.bank') }).click();
    await page.getByRole('button', { name: t('cashier.addPayout') }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('radio', { name: 'USDT TRC\u201120', exact: true }).click();
    await sheet.getByRole('textbox', { name: t('cashier.field.address') }).fill(payoutAddress);
    // A new destination asks for the password, and its error is next to the field.
    const proof = sheet.getByLabel(t('form.password'), { exact: true });
    await proof.fill('not the password');
    await sheet.getByRole('button', { name: t('cashier.save') }).click();
    await expect(proof).toHaveAttribute('aria-invalid', 'true');
    await proof.fill(password);
    await screen('a new wallet');
    await sheet.getByRole('button', { name: t('cashier.save') }).click();
    await expect(sheet).toBeHidden();
    await expect(main.getByText(startOf(t('cashier.usableFrom', { when: '§' })))).toBeVisible();
    await screen('a wallet that waits');
    const [wallet] = (await api.call('walletList', {})).list;
    const early = { key: 'too-early', wallet: wallet?.id ?? '', amount: '20.00' };
    const refused = await api.answer('createWithdraw', early);
    expect(refused.data).toMatchObject({ reason: 'address_cooling' });
  });

  const putBack = await ripen(site);
  await test.step('the withdrawal, which two operators approve; its page moves without a reload', async () => {
    await page.goto(`${site.url}/#/pages/information/withdraw`);
    await page.reload();
    await main.getByText(payoutAddress.slice(-4)).first().click();
    const form = page.getByRole('dialog');
    await expect(form).toBeVisible();
    for (const digit of '60') await page.keyboard.press(digit);
    await screen('amount of a withdrawal');
    await form.getByRole('button', { name: t('cashier.check') }).click();
    await form.getByLabel(t('form.password'), { exact: true }).fill(password);
    await screen('withdrawal to confirm');
    await form.getByRole('button', { name: t('cashier.withdrawNow') }).click();
    await expect(form.getByText(t('cashier.withdrawAsked'), { exact: true })).toBeVisible();
    await screen('withdrawal asked for');
    const [asked] = (await api.call('withdrawList', {})).list;
    expect(asked).toMatchObject({ amount: '60.00', fee: '1.00', receive: '59.00', stage: 'in_review' });
    expect(await api.call('userInfo', {})).toMatchObject({ balance: '939.70', held: '60.00' });
    await form.getByRole('button', { name: t('slip.done') }).click();

    const of = { member: before.id, id: asked?.id ?? '' };
    for (const [version, name] of ['cashier1', 'cashier2'].entries()) {
      const office = await officeApi(site.url, site.dataDir, name);
      await office.call('officeWithdrawDecide', { ...of, version, decision: 'approve' });
    }
    await expect(main.getByText(t('cashier.withdrawal.success'), { exact: true })).toBeVisible();
    await expect(main.getByText(t('cashier.withdrawal.finished'), { exact: true })).toBeVisible();
    await screen('withdrawal finished');
    expect(await api.call('userInfo', {})).toMatchObject({ balance: '939.70', held: '0.00' });
    expect(faults).toEqual([]);
  });

  await test.step('a clean ledger, and rails that agree with it', async () => {
    const office = await officeApi(site.url, site.dataDir, 'auditor');
    const { list } = await office.call('officeRailList', {});
    expect(list.length).toBe(4);
    expect(list.filter(({ agrees }) => !agrees)).toEqual([]);
    await putBack();
    await site.stop();
    const { code, log } = await verifyLedger(site.settings);
    expect(log).toMatch(/4 recharges, 4 payments, 1 withdrawals, 4 rails, 0 differences/);
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
