import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFeed, type Match } from './feed.ts';
import { memberApi, type MemberApi } from './member-api.ts';
import { memberApp, type MemberApp } from './member-app.ts';
import { openPhone, type Phone } from './phone.ts';
import { wrongOnScreen } from './screen-check.ts';
import { openSite, type Site } from './site-under-test.ts';

/** What a member sees of open bets and of their end, without asking. Each step finds what the one before left. */
describe('open bets and what they come to, at 375×812', () => {
  let site: Site;
  let phone: Phone;
  let app: MemberApp;
  let api: MemberApi;
  let match: Match;
  let other: Match;
  const bets: string[] = [];

  const place = async (key: string, event: string, selection: string, stake: string): Promise<string> => {
    const { markets } = await api.call('eventDetail', { id: event });
    const market = markets.find((one) => one.market === '1x2');
    const odds = market?.selections.find((one) => one.selection === selection)?.odds ?? '';
    const bet = await api.call('orderAdd', {
      key,
      type: 'single',
      stake,
      accept: 'any',
      legs: [{ event, market: '1x2', selection, odds }],
    });
    return bet.id;
  };
  const sound = async (): Promise<void> => {
    expect(await wrongOnScreen(phone.page)).toEqual([]);
  };
  const offerOf = async (bet: string): Promise<string> => {
    const { list } = await api.call('cashOutOffers', {});
    return list.find((one) => one.bet === bet)?.offer ?? '';
  };
  const records = () =>
    phone.page
      .getByRole('navigation', { name: app.t('shell.mainPages') })
      .getByRole('link', { name: new RegExp(`^${app.t('tab.records')}`) });

  beforeAll(async () => {
    site = await openSite({ REPLAY: 'false', LIVE_DELAY_MS: '0' });
    phone = await openPhone(site.browser);
    app = await memberApp(phone.page, 'en');
    api = memberApi(site.url);
    const feed = await openFeed(site.database);
    match = await feed.announce('Rovers', 'United', new Date(Date.now() + 3_600_000));
    other = await feed.announce('Albion', 'Wanderers', new Date(Date.now() + 7_200_000));
    await phone.page.goto(site.url);
    await app.register('nell');
    await phone.page.getByText(app.money('1000.00'), { exact: true }).waitFor();
    await api.login('nell');
  });
  afterAll(async () => {
    await phone?.close();
    await site?.close();
  });

  it('shows what is offered for each open bet in the list, and follows the match', async () => {
    const { page } = phone;
    await expect
      .poll(async () => (await api.call('eventDetail', { id: match.id })).markets.length)
      .toBeGreaterThan(0);
    bets.push(await place('bet-news-0001', match.id, '1', '40.00'));
    bets.push(await place('bet-news-0002', other.id, 'X', '30.00'));
    await app.openTab('records');
    const [first = ''] = bets;
    const button = (amount: string) =>
      page.getByRole('button', {
        name: app.t('cashOut.confirm', { amount: app.money(amount) }),
        exact: true,
      });
    const before = await offerOf(first);
    await button(before).waitFor();
    await sound();
    // The home side scores: what is offered rises by itself, without a reload.
    await match.move({ state: 'live', minute: '20', clockMinute: 20, score: { home: 1, away: 0 } });
    await expect
      .poll(async () => Number(await offerOf(first)), { timeout: 10_000 })
      .toBeGreaterThan(Number(before));
    await button(await offerOf(first)).waitFor();
  });

  it('has them on home with their score, and no strip where there is no open bet', async () => {
    const { page } = phone;
    await app.openTab('home');
    const strip = page.getByRole('heading', { name: app.t('nav.investment'), exact: true });
    await strip.waitFor();
    const card = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Rovers – United' });
    await card.getByText('1–0').waitFor();
    const amount = app.money(await offerOf(bets[0] ?? ''));
    await card.getByText(app.t('cashOut.confirm', { amount })).waitFor();
    await sound();
    await card.getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: app.t('nav.records') }).waitFor();
    await page.getByRole('heading', { name: app.t('record.details') }).waitFor();
  });

  it('cashes out by itself at an amount: set in the app, sold by the server, told everywhere', async () => {
    const { page } = phone;
    const [, bet = ''] = bets;
    await page.goto(`${site.url}/#/pages/gamerecord/gamerecord?bet=${bet}`);
    const offer = await offerOf(bet);
    await page
      .getByRole('button', { name: app.t('cashOut.confirm', { amount: app.money(offer) }), exact: true })
      .first()
      .click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('button', { name: new RegExp(app.t('cashOut.auto.title')) }).click();
    await sheet.getByText(app.t('cashOut.auto.limits')).waitFor();
    for (const digit of '60') await sheet.getByRole('button', { name: digit, exact: true }).click();
    await sound();
    await sheet
      .getByRole('button', { name: app.t('cashOut.auto.set', { amount: app.money('60.00') }) })
      .click();
    await page
      .getByText(app.t('cashOut.auto.saved', { amount: app.money('60.00') }))
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    await page
      .getByText(app.t('cashOut.auto.at', { amount: app.money('60.00') }))
      .first()
      .waitFor();

    // Level late in the match a draw is worth most of what it pays.
    await app.openTab('home');
    await other.move({
      state: 'live',
      minute: '88',
      clockMinute: 88,
      score: { home: 0, away: 0 },
      ht: { home: 0, away: 0 },
    });
    const sold = async () => (await api.call('orderDetail', { id: bet })).cashOut ?? '';
    await expect.poll(sold, { timeout: 20_000 }).not.toBe('');
    const amount = app.money(await sold());
    expect(Number(await sold())).toBeGreaterThanOrEqual(60);
    await page
      .getByText(`${app.t('betNews.sold', { amount })} Albion – Wanderers`)
      .first()
      .waitFor();
    const { timeline } = await api.call('orderDetail', { id: bet });
    expect(timeline.map(({ what }) => what)).toContain('auto_set');
    expect(timeline.at(-1)).toMatchObject({ what: 'cash_out', auto: '60.00' });
  });

  it('tells a win: a toast that leads to the bet, the inbox, the badge and the wallet', async () => {
    const { page } = phone;
    const [bet = ''] = bets;
    await app.openTab('home');
    const { unread } = await api.call('home', {});
    await match.move({ state: 'finished', score: { home: 2, away: 0 }, ht: { home: 1, away: 0 } });
    await match.result({ ht: { home: 1, away: 0 }, ft: { home: 2, away: 0 } });
    const payout = async () => (await api.call('orderDetail', { id: bet })).payout ?? '';
    await expect.poll(payout, { timeout: 30_000 }).not.toBe('');
    const won = app.t('betNews.one', { state: 'win', amount: app.money(await payout()) });
    await page.getByText(`${won} Rovers – United`).first().waitFor();
    // Two messages were not seen: the cash-out and the win.
    await records().filter({ hasText: '2' }).waitFor();
    await page
      .getByText(app.money((await api.call('userInfo', {})).balance))
      .first()
      .waitFor();
    await page
      .getByRole('link', { name: `${app.t('nav.notify')}, ${app.t('home.unread', { count: unread + 1 })}` })
      .waitFor();
    await sound();
    await page.getByRole('button', { name: app.t('betNews.see') }).click();
    await page.getByRole('heading', { name: app.t('record.details') }).waitFor();
    await page
      .getByText(app.money(await payout()))
      .first()
      .waitFor();
    // Seen at the records it is read in the inbox, which opens on the letters.
    await expect.poll(async () => (await api.call('home', {})).unread).toBe(unread - 1);
    await app.openTab('home');
    await page
      .getByRole('link', { name: new RegExp(`^${app.t('nav.notify')}`) })
      .first()
      .click();
    await page.getByText('Rovers – United: won', { exact: false }).first().waitFor();
    await sound();
    expect(phone.faults).toEqual([]);
  });
});
