import { formatDecimal } from '@touchline/locales/format';
import type { Page } from '@playwright/test';
import { password, type MemberApi } from '../fixtures/member-api.ts';
import { officeApi } from '../fixtures/office-api.ts';
import { enterOffice } from '../fixtures/office-window.ts';
import { violations } from '../fixtures/screen-check.ts';
import { expect, profiles, test, type SharedSite } from '../fixtures/test.ts';

// The queues of a site are empty before each of these tests, and after it.
test.use({ settings: { ...profiles.announced, WITHDRAW_TWO_ABOVE: '50' } });
test.describe.configure({ mode: 'default' });

const address = 'THVmXun9u721tBiYcT3VfLQKcwYBmoY1xX';
const rows = (page: Page) => page.locator('[data-row]');

const askForMoney = async (api: MemberApi, ...amounts: string[]): Promise<void> => {
  const { id: wallet } = await api.call('walletSave', { type: 'usdt-trc20', address, password });
  for (const amount of amounts) {
    await api.call('createWithdraw', { key: `withdraw-${amount.slice(0, 2)}`, wallet, amount, password });
  }
};

/** Refuses what waits for review. */
const emptyQueue = async (site: SharedSite): Promise<void> => {
  const office = await officeApi(site.url, site.dataDir, 'cashier1');
  const { list } = await office.call('officeWithdrawList', { queue: 'in_review' });
  for (const { member, withdrawal, version } of list) {
    await office.call('officeWithdrawDecide', {
      member: member.id,
      id: withdrawal.id,
      version,
      decision: 'refuse',
      reason: 'suspicious',
    });
  }
};

for (const [lan, colorScheme] of [
  ['en', 'dark'],
  ['zh-CN', 'light'],
] as const) {
  test(`an operator signs in by keys alone in ${lan}`, async ({ site, browser }) => {
    const { page, close } = await enterOffice(
      { ...site, browser },
      { account: 'cashier1', lan, colorScheme },
      async (page) => expect(await violations(page)).toEqual([]),
    );
    expect(await violations(page)).toEqual([]);
    await close();
  });
}

test('a payment in review is credited, by keys', async ({ site, newMember, newOperatorWindow }) => {
  const { account, api } = await newMember();
  const channel = (await api.call('channelList', {})).list.find(({ id }) => id === 'scan-code');
  if (channel === undefined) throw new Error('there is no scan-code');
  const asked = { key: 'recharge-1', channel: channel.id, amount: channel.max };
  const money = (amount: string): string => `${formatDecimal(amount, 'en')} PLAY`;
  const { qr = '' } = await api.call('createRecharge', asked);
  // More than the channel takes: a person looks at it.
  const paid = await fetch(new URL(qr, site.url), {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: site.url },
    body: new URLSearchParams({ act: 'more', once: 'ab'.repeat(16) }),
  });
  expect(paid.status).toBe(303);

  const { page, faults, t, seeHeading, press } = await newOperatorWindow(site, 'cashier1', {
    colorScheme: 'dark',
  });
  await press('g', 'r');
  await seeHeading(t('place.recharges'));
  await expect(rows(page)).toHaveCount(1);
  await press('j', 'Enter');
  await seeHeading(t('recharge.title'));
  await expect(page.getByRole('button', { name: t('recharge.credit') })).toBeVisible();
  const detail = page.getByRole('region', { name: t('recharge.title') });
  await expect(detail.getByText(t('paymentState.in_review'), { exact: true })).toHaveCount(2);
  await expect(detail.getByText(t('channel.scan-code'), { exact: true })).toBeVisible();
  // Only what the payment brings is shown, not what the recharge would have brought.
  const receives = detail
    .locator('dt', { hasText: t('recharge.receive') })
    .locator('xpath=following-sibling::dd[1]');
  await expect(receives).toHaveCount(1);
  const credits = (await receives.innerText()).replaceAll(',', '');
  expect(await violations(page)).toEqual([]);
  const before = await api.call('userInfo', {});
  await press('a');
  const sure = t('recharge.creditSure', {
    member: account,
    paid: money((Number(asked.amount) * 1.1).toFixed(2)),
    credits: money(credits),
    amount: money(asked.amount),
  });
  await expect(page.getByText(sure)).toBeVisible();
  expect(await api.call('userInfo', {})).toMatchObject({ balance: before.balance });
  // Enter alone decides nothing: a key pressed by mistake must not move money.
  await press('Enter');
  await expect(page.getByRole('button', { name: t('decision.back') })).toBeVisible();
  await press('Tab', 'Enter');
  await expect(page.getByText(t('queue.empty'))).toBeVisible();
  expect((await api.call('rechargeList', {})).list[0]).toMatchObject({
    state: 'credited',
    credited: credits,
  });
  expect(faults).toEqual([]);
});

test('two operators approve a withdrawal, and one not twice', async ({
  site,
  newMember,
  newOperatorWindow,
}) => {
  const { api } = await newMember();
  await askForMoney(api, '60.00', '70.00');
  const first = await newOperatorWindow(site, 'cashier1');
  await first.press('g', 'w');
  await expect(rows(first.page)).toHaveCount(2);
  await first.press('j', 'Enter');
  const approve = first.page.getByRole('button', { name: first.t('withdrawal.approve') });
  await expect(approve).toBeVisible();
  // What moved the wallet amounts to what is in it.
  const story = first.page.getByRole('table', { name: first.t('withdrawal.story') });
  await expect(story.getByRole('row')).toHaveText([/./, /\+1,000\.00/, /1,000\.00$/]);
  expect(await violations(first.page)).toEqual([]);
  await first.press('a', 'Tab', 'Enter');
  // The queue has turned to the other one.
  const open = (page: Page) => page.locator('tr[data-open="true"]');
  await expect(open(first.page).getByText('70.00')).toBeVisible();
  await rows(first.page).first().click();
  await expect(first.page.getByText(first.t('withdrawal.own'))).toBeVisible();
  await expect(approve).toBeDisabled();
  expect(await violations(first.page)).toEqual([]);

  const second = await newOperatorWindow(site, 'cashier2', { lan: 'zh-CN', colorScheme: 'dark' });
  await second.press('g', 'w');
  await expect(rows(second.page)).toHaveCount(2);
  await second.press('j', 'Enter');
  await expect(second.page.getByText('cashier1')).toBeVisible();
  expect(await violations(second.page)).toEqual([]);
  await second.press('a', 'Tab', 'Enter');
  await expect(open(second.page).getByText('70.00')).toBeVisible();
  await expect
    .poll(async () => (await api.call('withdrawList', {})).list.map(({ state }) => state).toSorted())
    .toEqual(['finished', 'in_progress']);
  expect([...first.faults, ...second.faults]).toEqual([]);
  await emptyQueue(site);
});

test('it is shown in place that another operator was quicker', async ({
  site,
  newMember,
  newOperatorWindow,
}) => {
  await askForMoney((await newMember()).api, '70.00');
  const one = await newOperatorWindow(site, 'cashier1', { colorScheme: 'dark' });
  const other = await newOperatorWindow(site, 'cashier2', { colorScheme: 'dark' });
  for (const { page, press, t } of [one, other]) {
    await press('g', 'w');
    await expect(rows(page)).toHaveCount(1);
    await press('j', 'Enter');
    await expect(page.getByRole('button', { name: t('withdrawal.refuse') })).toBeVisible();
    await press('r');
    await page.getByRole('combobox', { name: t('decision.reason') }).selectOption('suspicious');
  }
  // The other page does not hear of it by asking again, as it does every few seconds.
  const decided = Promise.withResolvers<void>();
  await other.page.route(/\/api\/office\/withdraw(List|Detail)/, async (route) => {
    await decided.promise;
    await route.continue();
  });
  await one.page.keyboard.press('Tab');
  const confirm = (page: Page) => page.locator('form button[type="submit"]');
  await confirm(one.page).click();
  await expect(one.page.getByText(one.t('queue.empty'))).toBeVisible();
  await confirm(other.page).click();
  decided.resolve();
  // It names who did what, and shows the withdrawal as it is now.
  const alert = other.page.getByRole('alert');
  await expect(alert.filter({ hasText: 'cashier1' })).toBeVisible();
  await expect(alert.filter({ hasText: one.t('auditAction.withdrawal_refused') })).toBeVisible();
  await expect(other.page.getByText(one.t('withdrawalState.refused'), { exact: true })).toBeVisible();
  expect([...one.faults, ...other.faults]).toEqual([]);
});

test('an auditor sees everything and can change nothing', async ({ site, newMember, newOperatorWindow }) => {
  const { account, api } = await newMember();
  await askForMoney(api, '70.00');
  await emptyQueue(site);
  const { page, faults, t, press, seeHeading } = await newOperatorWindow(site, 'auditor');
  await press('g', 'w');
  await seeHeading(t('place.withdrawals'));
  await page.getByRole('combobox', { name: t('column.state') }).selectOption('ended');
  const row = page.getByRole('row').filter({ hasText: account });
  await expect(row).toContainText(t('withdrawalState.refused'));
  await rows(page).filter({ hasText: account }).click();
  await seeHeading(t('withdrawal.money'));
  const panel = page.getByRole('region', { name: t('withdrawal.title') });
  await expect(panel.getByRole('button')).toHaveText(['']);
  await press('g', 'c');
  await seeHeading(t('place.corrections'));
  await expect(page.getByRole('button', { name: t('correction.new') })).toHaveCount(0);
  await press('?');
  await expect(page.getByRole('dialog', { name: t('keys.title') })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  expect(faults).toEqual([]);
});

test('who is signed out is sent to sign in, reads why, and is led back', async ({
  site,
  newOperatorWindow,
}) => {
  const { page, t, press } = await newOperatorWindow(site, 'cashier2', { colorScheme: 'dark' });
  await press('g', 'n');
  await expect(page.getByText(t('queue.empty'))).toBeVisible();
  await site.database.pool.query('delete from operator_session');
  await page.reload();
  await expect(page.getByText(t('signIn.ended'))).toBeVisible();
  await expect(page).toHaveURL(/to=%2Fnames/);
});
