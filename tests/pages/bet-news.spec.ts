import { keepMessages } from '../fixtures/phone.ts';
import { wrongOnScreen } from '../fixtures/screen-check.ts';
import { expect, test } from '../fixtures/test.ts';

// One story: what an open bet is worth, its sale at an amount that was set, and a win that is announced.
test('a member sees what open bets are worth, and what they result in, without asking', async ({
  site,
  newMatch,
  newMemberPhone,
}) => {
  const { page, app, api, faults } = await newMemberPhone();
  const { t, money } = app;
  const match = await newMatch({ kickOff: new Date(Date.now() + 3_600_000) });
  const other = await newMatch({ home: 'Albion', away: 'Wanderers' });
  const name = `${match.home} – ${match.away}`;
  const otherName = `${other.home} – ${other.away}`;

  const place = async (event: string, selection: string, stake: string): Promise<string> => {
    const { markets } = await api.call('eventDetail', { id: event });
    const market = markets.find((one) => one.market === '1x2');
    const odds = market?.selections.find((one) => one.selection === selection)?.odds ?? '';
    const { id } = await api.call('orderAdd', {
      key: crypto.randomUUID(),
      type: 'single',
      stake,
      accept: 'any',
      legs: [{ event, market: '1x2', selection, odds }],
    });
    return id;
  };
  const offerOf = async (bet: string): Promise<string> => {
    const { list } = await api.call('cashOutOffers', {});
    return list.find((one) => one.bet === bet)?.offer ?? '';
  };
  const cashOut = (amount: string) =>
    page.getByRole('button', { name: t('cashOut.confirm', { amount: money(amount) }), exact: true });
  const sound = async (): Promise<void> => expect(await wrongOnScreen(page)).toEqual([]);

  const bet = await place(match.id, '1', '40.00');
  const otherBet = await place(other.id, 'X', '30.00');
  await keepMessages(page);
  await page.goto(site.url);

  await test.step('the list shows what is offered for each open bet, and follows the match', async () => {
    await app.openTab('records');
    const before = await offerOf(bet);
    await expect(cashOut(before)).toBeVisible();
    await sound();
    // The home side scores: what is offered rises without a reload.
    await match.move({ state: 'live', minute: '20', clockMinute: 20, score: { home: 1, away: 0 } });
    await expect.poll(async () => Number(await offerOf(bet))).toBeGreaterThan(Number(before));
    await expect(cashOut(await offerOf(bet))).toBeVisible();
  });

  await test.step('home has them with their score', async () => {
    await app.openTab('home');
    await expect(page.getByRole('heading', { name: t('nav.investment'), exact: true })).toBeVisible();
    const card = page.getByRole('main').getByRole('listitem').filter({ hasText: name });
    await expect(card.getByText('1–0')).toBeVisible();
    const amount = money(await offerOf(bet));
    await expect(card.getByText(t('cashOut.confirm', { amount }))).toBeVisible();
    await sound();
    await card.getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1, name: t('nav.records') })).toBeVisible();
    await expect(page.getByRole('heading', { name: t('record.details') })).toBeVisible();
  });

  await test.step('a bet is sold at an amount: set in the app, sold by the server, announced', async () => {
    await page.goto(`${site.url}/#/pages/gamerecord/gamerecord?bet=${otherBet}`);
    await cashOut(await offerOf(otherBet))
      .first()
      .click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('button', { name: new RegExp(t('cashOut.auto.title')) }).click();
    await expect(sheet.getByText(t('cashOut.auto.limits'))).toBeVisible();
    for (const digit of '60') await sheet.getByRole('button', { name: digit, exact: true }).click();
    await sound();
    const amount = money('60.00');
    await sheet.getByRole('button', { name: t('cashOut.auto.set', { amount }) }).click();
    await expect(page.getByText(t('cashOut.auto.saved', { amount })).first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByText(t('cashOut.auto.at', { amount })).first()).toBeVisible();

    // Level late in the match a draw is worth most of what it pays.
    await app.openTab('home');
    await other.move({
      state: 'live',
      minute: '88',
      clockMinute: 88,
      score: { home: 0, away: 0 },
      ht: { home: 0, away: 0 },
    });
    const sold = async () => (await api.call('orderDetail', { id: otherBet })).cashOut ?? '';
    await expect.poll(sold).not.toBe('');
    const soldFor = await sold();
    expect(Number(soldFor)).toBeGreaterThanOrEqual(60);
    const message = `${t('betNews.sold', { amount: money(soldFor) })} ${otherName}`;
    await expect(page.getByText(message).first()).toBeVisible();
    const { timeline } = await api.call('orderDetail', { id: otherBet });
    expect(timeline.map(({ what }) => what)).toContain('auto_set');
    expect(timeline.at(-1)).toMatchObject({ what: 'cash_out', auto: '60.00' });
  });

  await test.step('a win is announced by a message that leads to the bet, the inbox, the badge and the wallet', async () => {
    const { unread } = await api.call('home', {});
    await match.move({ state: 'finished', score: { home: 2, away: 0 }, ht: { home: 1, away: 0 } });
    await match.result({ ht: { home: 1, away: 0 }, ft: { home: 2, away: 0 } });
    const payout = async () => (await api.call('orderDetail', { id: bet })).payout ?? '';
    await expect.poll(payout).not.toBe('');
    const paid = money(await payout());
    await expect(
      page.getByText(`${t('betNews.one', { state: 'win', amount: paid })} ${name}`).first(),
    ).toBeVisible();
    // Two messages were not seen: the cash-out and the win.
    const records = page
      .getByRole('navigation', { name: t('shell.mainPages') })
      .getByRole('link', { name: new RegExp(`^${t('tab.records')}`) });
    await expect(records).toContainText('2');
    await expect(page.getByText(money((await api.call('userInfo', {})).balance)).first()).toBeVisible();
    const inbox = page.getByRole('link', { name: new RegExp(`^${t('nav.notify')}`) }).first();
    await expect(inbox).toHaveAccessibleName(
      `${t('nav.notify')}, ${t('home.unread', { count: unread + 1 })}`,
    );
    await sound();
    await page.getByRole('button', { name: t('betNews.see') }).click();
    await expect(page.getByRole('heading', { name: t('record.details') })).toBeVisible();
    await expect(page.getByText(paid).first()).toBeVisible();
    // Seen at the records it is read in the inbox, which opens on the letters.
    await expect.poll(async () => (await api.call('home', {})).unread).toBe(unread - 1);
    await app.openTab('home');
    await inbox.click();
    await expect(page.getByText(`${name}: won`, { exact: false }).first()).toBeVisible();
    await sound();
  });
  expect(faults).toEqual([]);
});
