import type { Input } from '@touchline/contract/routes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFeed, type Match } from './feed.ts';
import { memberApi, password, type MemberApi } from './member-api.ts';
import { memberApp } from './member-app.ts';
import { officeApi } from './office-api.ts';
import { withPhone } from './phone.ts';
import { wrongOnScreen } from './screen-check.ts';
import { verifyLedger } from './server.ts';
import { openSite, type Site } from './site-under-test.ts';

/** A member excludes herself on her phone; every door is closed then but that to her money. */
describe('an exclusion at 375×812', () => {
  let site: Site;
  let match: Match;
  /** The same member in another place. */
  let elsewhere: MemberApi;
  beforeAll(async () => {
    site = await openSite({
      OFFICE_DEMO: 'true',
      REPLAY: 'false',
      WITHDRAW_DAYS: '1,2,3,4,5,6,7',
      PAYOUT_COOLING_HOURS: '0',
      PAYOUT_RAIL: 'manual',
    });
    const feed = await openFeed(site.database);
    match = await feed.announce('Rovers', 'United', new Date(Date.now() + 3 * 3_600_000));
  });
  afterAll(() => site?.close());

  const bet = async (key: string): Promise<Input<'orderAdd'>> => {
    const { markets } = await elsewhere.call('eventDetail', { id: match.id });
    const { selection = '', odds } = markets.find(({ market }) => market === '1x2')?.selections[0] ?? {};
    return {
      key,
      type: 'single',
      stake: '40.00',
      accept: 'none',
      legs: [{ event: match.id, market: '1x2', selection, odds: odds ?? '' }],
    };
  };
  const reasonOf = ({ data }: { data: unknown }): unknown =>
    typeof data === 'object' && data !== null && 'reason' in data ? data.reason : undefined;

  it('is made on the phone: stakes come back, and every other session ends', () =>
    withPhone(site.browser, async ({ page, faults }) => {
      const app = await memberApp(page, 'en');
      const { t, money } = app;
      const dialog = page.getByRole('dialog');
      await page.goto(site.url);
      await app.register('renate');
      await page.getByText(money('1000.00'), { exact: true }).first().waitFor();
      elsewhere = memberApi(site.url);
      await elsewhere.login('renate');
      await elsewhere.call('orderAdd', await bet('renate-bets-1'));

      await app.openTab('mine');
      await page.getByRole('link', { name: t('nav.play') }).click();
      await page.getByRole('button', { name: t('play.exclude') }).click();
      await dialog.getByText(t('play.runningBets')).waitFor();
      await dialog.getByRole('radio', { name: new RegExp(`^${t('play.length.6m')}`) }).click();
      await dialog.getByRole('button', { name: t('play.next') }).click();
      await dialog.getByLabel(t('form.password'), { exact: true }).fill(password);
      expect(await wrongOnScreen(page)).toEqual([]);
      await dialog.getByRole('button', { name: t('play.excludeMe') }).click();
      await page.getByRole('complementary', { name: t('nav.play') }).waitFor();
      expect(await wrongOnScreen(page)).toEqual([]);
      expect(faults).toEqual([]);
    }));

  it('closes every door but withdrawing', async () => {
    expect(await elsewhere.answer('userInfo', {})).toMatchObject({ code: 303 });
    await elsewhere.login('renate');
    const user = await elsewhere.call('userInfo', {});
    expect(user).toMatchObject({ balance: '1000.00', held: '0.00', restriction: { kind: 'excluded' } });
    const [returned] = (await elsewhere.call('orderList', { tab: 'refund' })).list;
    expect(returned).toMatchObject({ stake: '40.00', payout: '40.00', state: 'refund' });

    expect(reasonOf(await elsewhere.answer('orderAdd', await bet('renate-bets-2')))).toBe('excluded');
    const recharge = { key: 'renate-recharges', channel: 'scan-code', amount: '20' };
    expect(reasonOf(await elsewhere.answer('createRecharge', recharge))).toBe('excluded');
    expect(reasonOf(await elsewhere.answer('checkIn', { key: 'renate-checks-in' }))).toBe('excluded');
    expect(await elsewhere.call('inviteInfo', {})).toMatchObject({ open: false });
    // No way back, and no shorter one.
    expect(reasonOf(await elsewhere.answer('playReturn', {}))).toBe('excluded');
    expect(reasonOf(await elsewhere.answer('playTimeOut', { length: '24h' }))).toBe('excluded');

    // No notices and no banners; what is of her own account still arrives.
    const office = await officeApi(site.url, site.dataDir, 'host');
    const texts = { en: { title: 'Double prices on Sunday', body: 'Come and bet.' } };
    await office.call('officeContentSave', { kind: 'notice', texts });
    await office.call('officeContentSave', { kind: 'banner', texts });
    const home = await elsewhere.call('home', {});
    expect(home).toMatchObject({ banners: [], notices: [], checkIn: { open: false } });
    expect((await elsewhere.call('noticeList', { box: 'system' })).list).toEqual([]);
    const letters = (await elsewhere.call('noticeList', { box: 'letter' })).list;
    expect(letters.map(({ title }) => title)).not.toContain(texts.en.title);
    expect(letters.length).toBeGreaterThan(0);
  });

  it('leaves the way to her money open, to the end', async () => {
    const wallet = await elsewhere.call('walletSave', {
      type: 'usdt-trc20',
      address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
      password,
    });
    const asked = await elsewhere.call('createWithdraw', {
      key: 'renate-withdraws',
      wallet: wallet.id,
      amount: '200.00',
    });
    const { id: member } = await elsewhere.call('userInfo', {});
    const cashier = await officeApi(site.url, site.dataDir, 'cashier1');
    await cashier.call('officeWithdrawDecide', { member, id: asked.id, version: 0, decision: 'approve' });
    await cashier.call('officeWithdrawPaid', {
      member,
      id: asked.id,
      version: 1,
      reference: 'ab'.repeat(32),
    });
    const { list } = await elsewhere.call('withdrawList', {});
    expect(list[0]).toMatchObject({ state: 'success', amount: '200.00', receive: '198.00' });
    expect(await elsewhere.call('userInfo', {})).toMatchObject({ balance: '800.00', held: '0.00' });
    const { code, log } = await verifyLedger(site.settings);
    expect({ code, log: code === 0 ? '' : log }).toEqual({ code: 0, log: '' });
  });
});
