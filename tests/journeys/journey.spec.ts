import { memberApi, password } from '../fixtures/member-api.ts';
import { memberApp } from '../fixtures/member-app.ts';
import { officeApi } from '../fixtures/office-api.ts';
import { payoutByTheRule } from '../fixtures/rule.ts';
import { wrongOnScreen } from '../fixtures/screen-check.ts';
import { expect, test } from '../fixtures/test.ts';

const payoutAddress = 'THVmXun9u721tBiYcT3VfLQKcwYBmoY1xX';
const score = { ht: { home: 1, away: 0 }, ft: { home: 2, away: 1 } };

// In Arabic, which mirrors every screen; most other stories are in English.
test('a visitor opens an account, bets on a score, wins, is paid out and signs out', async ({
  site,
  newPhone,
  newMatch,
  unique,
}) => {
  // With its worker, as on members' phones.
  const { page, faults } = await newPhone({ serviceWorkers: 'allow' });
  const match = await newMatch({ isNext: true });
  const account = unique('amal');
  const app = await memberApp(page, 'ar');
  const api = memberApi(site.url);
  const { t, money } = app;
  const main = page.getByRole('main');
  const screen = async (name: string) => {
    expect({ screen: name, wrong: await wrongOnScreen(page) }).toEqual({ screen: name, wrong: [] });
  };
  const heading = (name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

  await test.step('a visitor is sent to the sign-in page, chooses a language and opens an account', async () => {
    await page.goto(site.url);
    await expect(page).toHaveURL(/#\/pages\/login\/login$/);
    await app.chooseLanguage();
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    await screen('language');
    await page.getByRole('button', { name: t('common.back') }).click();
    await heading(t('nav.login'));
    await screen('sign in');

    await app.register(account);
    await expect(page.getByText(money('1000.00'), { exact: true })).toBeVisible();
    await expect(page.getByRole('article').first()).toBeVisible();
    await screen('home');
    await api.login(account);
  });

  const placed = await test.step('the member bets on a score of the grid', async () => {
    await app.openMatch(await api.call('eventDetail', { id: match.id }));
    await screen('match');
    const slip = await app.pickScore(score.ft);
    await slip.getByLabel(t('slip.ifMoved')).selectOption('any');
    await screen('slip over the score grid');
    await app.placeBet(slip, '10');
    const toRecords = page.getByRole('dialog').getByRole('link', { name: t('slip.records') });
    await expect(toRecords).toBeVisible();
    await screen('receipt');

    const [bet] = (await api.call('orderList', { tab: 'all' })).list;
    if (bet === undefined) throw new Error('no bet was placed');
    expect(bet).toMatchObject({ stake: '10.00', state: 'waiting', type: 'single' });
    expect(bet.legs).toMatchObject([{ event: match.id, market: 'correct_score', selection: '2-1' }]);
    expect((await api.call('userInfo', {})).balance).toBe('990.00');
    await toRecords.click();
    return bet;
  });

  const record = page.getByRole('article');
  const expected =
    await test.step('the record follows the match and is won, without a reload or a tap', async () => {
      await heading(t('nav.records'));
      const shows = (state: 'waiting' | 'in_progress' | 'win') =>
        expect(record.getByText(t(`record.state.${state}`), { exact: true })).toBeVisible();
      await shows('waiting');
      await record.getByRole('button').first().click();
      await screen('record');
      await match.move({ state: 'live', minute: '30', clockMinute: 30, score: score.ht });
      await shows('in_progress');
      await match.move({ state: 'finished', score: score.ft, ht: score.ht });
      await match.result(score);
      await shows('win');

      const { result } = await api.call('eventDetail', { id: match.id });
      const expected = payoutByTheRule(placed, result);
      expect(expected.state).toBe('win');
      expect(await api.call('orderDetail', { id: placed.id })).toMatchObject({
        state: 'win',
        payout: expected.payout,
      });
      await expect(record.locator('dl').getByText(money(expected.payout), { exact: true })).toBeVisible();
      await screen('settled record');
      expect((await api.call('userInfo', {})).balance).toBe(expected.balance('990.00'));
      return expected;
    });

  await test.step('home and the page of the member have the new balance', async () => {
    const balance = expected.balance('990.00');
    await app.openTab('home');
    await expect(page.getByText(money(balance), { exact: true })).toBeVisible();
    await app.openTab('bet');
    await heading(t('nav.invest'));
    await screen('all matches');
    await app.openTab('mine');
    await heading(t('nav.mine'));
    await expect(page.getByText(money(balance), { exact: true })).toBeVisible();
    await screen('mine');
  });

  await test.step('a withdrawal is asked for, approved and paid', async () => {
    await api.call('walletSave', { type: 'usdt-trc20', address: payoutAddress, password });
    await page.getByRole('link', { name: t('nav.withdraw') }).click();
    await main.getByText(payoutAddress.slice(-4)).first().click();
    const form = page.getByRole('dialog');
    await expect(form).toBeVisible();
    for (const digit of '60') await page.keyboard.press(digit);
    await form.getByRole('button', { name: t('cashier.check') }).click();
    await form.getByLabel(t('form.password'), { exact: true }).fill(password);
    await form.getByRole('button', { name: t('cashier.withdrawNow') }).click();
    await expect(form.getByText(t('cashier.withdrawAsked'), { exact: true })).toBeVisible();
    await form.getByRole('button', { name: t('slip.done') }).click();

    const [asked] = (await api.call('withdrawList', {})).list;
    const { id: member } = await api.call('userInfo', {});
    const office = await officeApi(site.url, site.dataDir, 'cashier1');
    const decision = { member, id: asked?.id ?? '', version: 0, decision: 'approve' } as const;
    await office.call('officeWithdrawDecide', decision);
    await expect(main.getByText(t('cashier.withdrawal.finished'), { exact: true })).toBeVisible();
    await screen('withdrawal paid');
    expect(await api.call('userInfo', {})).toMatchObject({
      balance: expected.balance('930.00'),
      held: '0.00',
    });
    await page.getByRole('button', { name: t('common.back'), exact: true }).click();
  });

  await test.step('the member signs out', async () => {
    await page.getByRole('button', { name: t('mine.signOut') }).click();
    const confirm = page.getByRole('dialog', { name: t('mine.signOutTitle') });
    await expect(confirm).toBeVisible();
    await screen('confirmation');
    await confirm.getByRole('button', { name: t('mine.signOut') }).click();
    await heading(t('nav.login'));
  });
  expect(faults).toEqual([]);
});
