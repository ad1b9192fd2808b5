import type { OfficeLan } from '@touchline/locales/locales';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memberApi, type MemberApi, password } from './member-api.ts';
import { enterOffice, type OfficeWindow } from './office-window.ts';
import { violations } from './screen-check.ts';
import { openSite, type Site } from './site-under-test.ts';

const address = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

describe('the office in a browser', () => {
  let site: Site;
  let ada: MemberApi;
  const windows: OfficeWindow[] = [];
  beforeAll(async () => {
    site = await openSite({
      OFFICE_DEMO: 'true',
      REPLAY: 'false',
      WITHDRAW_DAYS: '1,2,3,4,5,6,7',
      WITHDRAW_TWO_ABOVE: '50',
      PAYOUT_COOLING_HOURS: '0',
      PAYOUT_SANDBOX_SECONDS: '1',
    });
    ada = memberApi(site.url);
    await ada.register('ada');
  });
  afterAll(async () => {
    for (const { close } of windows) await close();
    await site?.close();
  });

  const enter = async (account: string, lan: OfficeLan, colorScheme: 'dark' | 'light') => {
    const opened = await enterOffice(site, { account, lan, colorScheme }, async (page) =>
      expect(await violations(page)).toEqual([]),
    );
    windows.push(opened);
    return opened;
  };
  const rows = (page: Page) => page.locator('[data-row]');

  it('credits a payment in review, by keys', async () => {
    const channel = (await ada.call('channelList', {})).list.find(({ id }) => id === 'scan-code');
    if (channel === undefined) throw new Error('there is no scan-code');
    const asked = { key: 'recharge-1', channel: channel.id, amount: channel.max };
    const { qr = '' } = await ada.call('createRecharge', asked);
    // More than the channel takes: a person looks at it.
    const paid = await fetch(new URL(qr, site.url), {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: site.url },
      body: new URLSearchParams({ act: 'more', once: 'ab'.repeat(16) }),
    });
    expect(paid.status).toBe(303);

    const { page, faults, t, seeHeading, press } = await enter('cashier1', 'en', 'dark');
    await press('g', 'r');
    await seeHeading(t('place.recharges'));
    await rows(page).first().waitFor();
    await press('j', 'Enter');
    await seeHeading(t('recharge.title'));
    await page.getByRole('button', { name: t('recharge.credit') }).waitFor();
    expect(await violations(page)).toEqual([]);
    const before = await ada.call('userInfo', {});
    await press('a');
    await page.getByText('ada', { exact: false }).first().waitFor();
    expect(await ada.call('userInfo', {})).toMatchObject({ balance: before.balance });
    await press('Enter');
    await page.getByText(t('queue.empty')).waitFor();
    expect((await ada.call('rechargeList', {})).list[0]).toMatchObject({ state: 'credited' });
    expect(faults).toEqual([]);
  });

  it('lets two approve a withdrawal, and one not twice', async () => {
    const bob = memberApi(site.url);
    await bob.register('bob');
    const { id: wallet } = await bob.call('walletSave', { type: 'usdt-trc20', address, password });
    for (const amount of ['60.00', '70.00']) {
      await bob.call('createWithdraw', { key: `withdraw-${amount.slice(0, 2)}`, wallet, amount, password });
    }
    const first = await enter('cashier1', 'en', 'light');
    await first.press('g', 'w');
    await rows(first.page).nth(1).waitFor();
    await first.press('j', 'Enter');
    await first.page.getByRole('button', { name: first.t('withdrawal.approve') }).waitFor();
    // What moved the wallet comes to what is in it.
    const story = first.page.getByRole('table', { name: first.t('withdrawal.story') });
    expect(await story.getByRole('row').allTextContents()).toEqual([
      expect.any(String),
      expect.stringContaining('+1,000.00'),
      expect.stringMatching(/1,000\.00$/),
    ]);
    expect(await violations(first.page)).toEqual([]);
    await first.press('a', 'Enter');
    // The queue has gone on to the other one by itself.
    const open = (page: Page) => page.locator('tr[data-open="true"]');
    await open(first.page).getByText('70.00').waitFor();
    await rows(first.page).first().click();
    await first.page.getByText(first.t('withdrawal.own')).waitFor();
    const approve = first.page.getByRole('button', { name: first.t('withdrawal.approve') });
    expect(await approve.isDisabled()).toBe(true);
    expect(await violations(first.page)).toEqual([]);

    const second = await enter('cashier2', 'zh-CN', 'dark');
    await second.press('g', 'w');
    await rows(second.page).nth(1).waitFor();
    await second.press('j', 'Enter');
    await second.page.getByText('cashier1').waitFor();
    expect(await violations(second.page)).toEqual([]);
    await second.press('a', 'Enter');
    await open(second.page).getByText('70.00').waitFor();
    await expect
      .poll(async () => (await bob.call('withdrawList', {})).list.map(({ state }) => state).toSorted(), {
        timeout: 30_000,
      })
      .toEqual(['finished', 'in_progress']);
    expect([...first.faults, ...second.faults]).toEqual([]);
  });

  it('shows in place that another operator was quicker', async () => {
    const one = await enter('cashier1', 'en', 'dark');
    const other = await enter('cashier2', 'en', 'dark');
    for (const { page, press } of [one, other]) {
      await press('g', 'w');
      await rows(page).first().waitFor();
      await press('j', 'Enter');
      await page.getByRole('button', { name: one.t('withdrawal.refuse') }).waitFor();
      await press('r');
      await page.getByRole('combobox', { name: one.t('decision.reason') }).selectOption('suspicious');
    }
    await one.page.keyboard.press('Tab');
    const confirm = (page: Page) => page.locator('form button[type="submit"]');
    await confirm(one.page).click();
    await one.page.getByText(one.t('queue.empty')).waitFor();
    await confirm(other.page).click();
    // It says who did what, and shows the withdrawal as it is now.
    const alert = other.page.getByRole('alert');
    await alert.filter({ hasText: 'cashier1' }).waitFor();
    await alert.filter({ hasText: one.t('auditAction.withdrawal_refused') }).waitFor();
    await other.page.getByText(one.t('withdrawalState.refused'), { exact: true }).waitFor();
    expect([...one.faults, ...other.faults]).toEqual([]);
  });

  it('shows an auditor everything and lets them change nothing', async () => {
    const { page, faults, t, press, seeHeading } = await enter('auditor', 'en', 'light');
    await press('g', 'w');
    await seeHeading(t('place.withdrawals'));
    await page.getByRole('combobox', { name: t('column.state') }).selectOption('ended');
    await page.getByText(t('withdrawalState.refused'), { exact: true }).waitFor();
    await rows(page).first().click();
    await seeHeading(t('withdrawal.money'));
    const panel = page.getByRole('region', { name: t('withdrawal.title') });
    expect(await panel.getByRole('button').allTextContents()).toEqual(['']);
    await press('g', 'c');
    await seeHeading(t('place.corrections'));
    expect(await page.getByRole('button', { name: t('correction.new') }).count()).toBe(0);
    await press('?');
    await page.getByRole('dialog', { name: t('keys.title') }).waitFor();
    expect(await violations(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('sends who is signed out to sign in, says why, and leads back', async () => {
    const { page, t, press } = await enter('cashier2', 'en', 'dark');
    await press('g', 'n');
    await page.getByText(t('queue.empty')).waitFor();
    await site.database.pool.query('delete from operator_session');
    await page.reload();
    await page.getByText(t('signIn.ended')).waitFor();
    expect(page.url()).toContain('to=%2Fnames');
  });
});
