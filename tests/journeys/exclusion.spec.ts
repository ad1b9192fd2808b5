import type { Input } from '@touchline/contract/routes';
import { memberApi, password, type MemberApi } from '../fixtures/member-api.ts';
import { officeApi } from '../fixtures/office-api.ts';
import { wrongOnScreen } from '../fixtures/screen-check.ts';
import { verifyLedger } from '../fixtures/server.ts';
import { expect, test, type TestMatch } from '../fixtures/test.ts';

const betOn = async (api: MemberApi, match: TestMatch, key: string): Promise<Input<'orderAdd'>> => {
  const { markets } = await api.call('eventDetail', { id: match.id });
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

test('a member excludes herself on her phone, which closes every door but that to her money', async ({
  site,
  newMatch,
  newMemberPhone,
}) => {
  const match = await newMatch();
  const { page, app, account, faults } = await newMemberPhone();
  const { t, money } = app;
  /** The same member in another place. */
  const elsewhere = memberApi(site.url);
  await elsewhere.login(account);
  await elsewhere.call('orderAdd', await betOn(elsewhere, match, 'excluded-bet-1'));

  await test.step('on the phone', async () => {
    const dialog = page.getByRole('dialog');
    await page.goto(site.url);
    await expect(page.getByText(money('960.00'), { exact: true }).first()).toBeVisible();
    await app.openTab('mine');
    await page.getByRole('link', { name: t('nav.play') }).click();
    await page.getByRole('button', { name: t('play.exclude') }).click();
    await expect(dialog.getByText(t('play.runningBets'))).toBeVisible();
    await dialog.getByRole('radio', { name: new RegExp(`^${t('play.length.6m')}`) }).click();
    await dialog.getByRole('button', { name: t('play.next') }).click();
    await dialog.getByLabel(t('form.password'), { exact: true }).fill(password);
    expect(await wrongOnScreen(page)).toEqual([]);
    await dialog.getByRole('button', { name: t('play.excludeMe') }).click();
    await expect(page.getByRole('complementary', { name: t('nav.play') })).toBeVisible();
    expect(await wrongOnScreen(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  await test.step('stakes come back, and every other session ends', async () => {
    expect(await elsewhere.answer('userInfo', {})).toMatchObject({ code: 303 });
    await elsewhere.login(account);
    const user = await elsewhere.call('userInfo', {});
    expect(user).toMatchObject({ balance: '1000.00', held: '0.00', restriction: { kind: 'excluded' } });
    const [returned] = (await elsewhere.call('orderList', { tab: 'refund' })).list;
    expect(returned).toMatchObject({ stake: '40.00', payout: '40.00', state: 'refund' });
  });

  await test.step('no bet, no recharge, no reward, no invitation and no way back', async () => {
    const again = await betOn(elsewhere, match, 'excluded-bet-2');
    expect(reasonOf(await elsewhere.answer('orderAdd', again))).toBe('excluded');
    const recharge = { key: 'excluded-recharge', channel: 'scan-code', amount: '20' };
    expect(reasonOf(await elsewhere.answer('createRecharge', recharge))).toBe('excluded');
    expect(reasonOf(await elsewhere.answer('checkIn', { key: 'excluded-check-in' }))).toBe('excluded');
    expect(await elsewhere.call('inviteInfo', {})).toMatchObject({ open: false });
    expect(reasonOf(await elsewhere.answer('playReturn', {}))).toBe('excluded');
    // No shorter one either.
    expect(reasonOf(await elsewhere.answer('playTimeOut', { length: '24h' }))).toBe('excluded');
  });

  await test.step('no notices and no banners, but what is of her account still arrives', async () => {
    const office = await officeApi(site.url, site.dataDir, 'host');
    const texts = { en: { title: 'Double prices on Sunday', body: 'Come and bet.' } };
    const published = [
      await office.call('officeContentSave', { kind: 'notice', texts }),
      await office.call('officeContentSave', { kind: 'banner', texts }),
    ];
    const home = await elsewhere.call('home', {});
    expect(home).toMatchObject({ banners: [], notices: [], checkIn: { open: false } });
    expect((await elsewhere.call('noticeList', { box: 'system' })).list).toEqual([]);
    const letters = (await elsewhere.call('noticeList', { box: 'letter' })).list;
    expect(letters.map(({ title }) => title)).not.toContain(texts.en.title);
    expect(letters.length).toBeGreaterThan(0);
    for (const { id, version } of published) await office.call('officeContentDel', { id, seen: version });
  });

  await test.step('the way to her money stays open, to the end', async () => {
    const wallet = await elsewhere.call('walletSave', {
      type: 'usdt-trc20',
      address: 'THVmXun9u721tBiYcT3VfLQKcwYBmoY1xX',
      password,
    });
    const asked = await elsewhere.call('createWithdraw', {
      key: 'excluded-withdrawal',
      wallet: wallet.id,
      amount: '200.00',
      password,
    });
    const { id: member } = await elsewhere.call('userInfo', {});
    const cashier = await officeApi(site.url, site.dataDir, 'cashier1');
    await cashier.call('officeWithdrawDecide', { member, id: asked.id, version: 0, decision: 'approve' });
    await expect
      .poll(async () => (await elsewhere.call('withdrawList', {})).list)
      .toMatchObject([{ state: 'finished', amount: '200.00', receive: '198.00' }]);
    expect(await elsewhere.call('userInfo', {})).toMatchObject({ balance: '800.00', held: '0.00' });
    const { code, log } = await verifyLedger(site.settings);
    expect({ code, log: code === 0 ? '' : log }).toEqual({ code: 0, log: '' });
  });
});
