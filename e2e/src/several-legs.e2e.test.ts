import { readFile } from 'node:fs/promises';
import type { Bet } from '@touchline/contract/shapes/bet';
import type { Event } from '@touchline/contract/shapes/football';
import type { Lan } from '@touchline/locales/locales';
import { formatAmount, parseAmount } from '@touchline/money/amount';
import { parseOdds } from '@touchline/money/odds';
import { combine, fullReturn } from '@touchline/money/system';
import { afterAll, beforeAll, describe, it, type ExpectStatic } from 'vitest';
import { openFeed, type Match } from './feed.ts';
import { memberApi } from './member-api.ts';
import { memberApp, type MemberApp } from './member-app.ts';
import { withPhone, type Phone } from './phone.ts';
import { wrongOnScreen } from './screen-check.ts';
import { openSite, type Site } from './site-under-test.ts';

type Story = { lan: Lan; account: string; teams: readonly (readonly [string, string])[] };
const stories: Story[] = [
  {
    lan: 'de',
    account: 'dora',
    teams: [
      ['Rovers', 'United'],
      ['Albion', 'Wanderers'],
      ['Athletic', 'Rangers'],
    ],
  },
  {
    lan: 'zh-CN',
    account: 'zhen',
    teams: [
      ['Harbour', 'Castle'],
      ['Valley', 'Forest'],
      ['Bridge', 'Orient'],
    ],
  },
];
/** The first two homes win; the third does not. */
const results = [
  { ht: { home: 1, away: 0 }, ft: { home: 2, away: 0 } },
  { ht: { home: 0, away: 0 }, ft: { home: 1, away: 0 } },
  { ht: { home: 0, away: 1 }, ft: { home: 0, away: 1 } },
];

const minor = (amount: string | undefined): bigint => parseAmount(amount ?? '', 2) ?? -1n;
const oddsOf = (bet: Bet | undefined): number[] => bet?.legs.map(({ odds }) => parseOdds(odds) ?? 0) ?? [];

describe.concurrent('a slip of three matches at 375×812', () => {
  let site: Site;
  let feed: Awaited<ReturnType<typeof openFeed>>;
  beforeAll(async () => {
    site = await openSite({ REPLAY: 'false' });
    feed = await openFeed(site.database);
  });
  afterAll(() => site?.close());

  /** Puts the home side of each match in the slip, from the page of each, and opens the slip. */
  const pickHomes = async ({ page }: Phone, app: MemberApp, events: readonly Event[]) => {
    const slip = page.getByRole('dialog', { name: app.t('slip.title') });
    for (const [at, event] of events.entries()) {
      // A match has no tabs: back to the page that opened it.
      if (page.url().includes('eventsinfo')) {
        await page.getByRole('button', { name: app.t('common.back'), exact: true }).click();
      }
      await app.openMatch(event);
      await page.locator('main section button[aria-pressed="false"]:not([disabled])').first().click();
      // The first opens the slip, the others join it.
      if (at > 0) continue;
      await slip.waitFor();
      await page.keyboard.press('Escape');
      await slip.waitFor({ state: 'hidden' });
    }
    await page.getByRole('button', { name: new RegExp(app.t('slip.open')) }).click();
    await slip.waitFor();
    return slip;
  };

  const tell = async ({ lan, account, teams }: Story, phone: Phone, expect: ExpectStatic) => {
    const { page, faults } = phone;
    const matches: Match[] = [];
    for (const [home, away] of teams) {
      matches.push(await feed.announce(home, away, new Date(Date.now() + 3 * 3_600_000)));
    }
    const app = await memberApp(page, lan);
    const { t, money } = app;
    const api = memberApi(site.url);
    const screen = async (name: string) => {
      expect({ screen: name, wrong: await wrongOnScreen(page) }).toEqual({ screen: name, wrong: [] });
    };
    await page.goto(site.url);
    await app.chooseLanguage();
    await page.getByRole('button', { name: t('common.back'), exact: true }).click();
    await app.register(account);
    await page.getByText(money('1000.00'), { exact: true }).waitFor();
    await api.login(account);
    const events: Event[] = [];
    for (const { id } of matches) events.push(await api.call('eventDetail', { id }));

    const choose = (name: string) =>
      page.getByRole('dialog').getByRole('radio', { name, exact: true }).click();
    const placed = async (stake: string): Promise<Bet | undefined> => {
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: money(stake) }).click();
      await dialog.getByRole('link', { name: t('slip.records') }).waitFor();
      const [bet] = (await api.call('orderList', { tab: 'all' })).list;
      await dialog.getByText(bet?.id ?? 'no bet', { exact: true }).waitFor();
      await screen(`receipt of ${bet?.type}`);
      await dialog.getByRole('button', { name: t('slip.done') }).click();
      await dialog.waitFor({ state: 'hidden' });
      return bet;
    };

    // All three together.
    await pickHomes(phone, app, events);
    await choose(t('slip.tab.accumulator'));
    for (const digit of '10') await page.keyboard.press(digit);
    await screen('slip of an accumulator');
    const accumulator = await placed('10.00');
    expect(accumulator).toMatchObject({ type: 'accumulator', stake: '10.00', lines: 1, state: 'waiting' });
    expect(accumulator?.legs.map(({ event, selection }) => [event, selection])).toEqual(
      matches.map(({ id }) => [id, '1']),
    );
    expect(minor(accumulator?.potential)).toBe(fullReturn(1_000n, combine(3, oddsOf(accumulator))));

    // Every two of them.
    await pickHomes(phone, app, events);
    await choose(t('slip.tab.system'));
    await page.keyboard.press('2');
    await screen('slip of a system');
    const system = await placed('6.00');
    expect(system).toMatchObject({ type: 'system', k: 2, lines: 3, unit: '2.00', stake: '6.00' });
    expect(minor(system?.potential)).toBe(fullReturn(200n, combine(2, oddsOf(system))));
    expect((await api.call('userInfo', {})).balance).toBe('984.00');

    // Half of the accumulator is sold.
    await page.getByRole('button', { name: t('common.back'), exact: true }).click();
    await app.openTab('records');
    const record = page.getByRole('article').filter({ has: page.getByText(money('10.00'), { exact: true }) });
    await record.getByRole('button', { name: t('cashOut.title') }).click();
    const sheet = page.getByRole('dialog', { name: t('cashOut.title') });
    await sheet.getByRole('radio', { name: /^50/ }).click();
    await screen('cash-out');
    await sheet.getByRole('button', { name: /\d[.,]\d\d/ }).click();
    await sheet.getByRole('button', { name: t('slip.done') }).waitFor();
    await screen('sold');
    await sheet.getByRole('button', { name: t('slip.done') }).click();
    const onRecord = async (of: Bet | undefined): Promise<Bet | undefined> =>
      (await api.call('orderList', { tab: 'all' })).list.find(({ id }) => id === of?.id);
    const half = await onRecord(accumulator);
    expect(half).toMatchObject({ openStake: '5.00', state: 'waiting' });
    const soldMinor = minor(half?.cashOut);
    expect(soldMinor).toBeGreaterThan(0n);
    await record.getByText(money(half?.cashOut ?? ''), { exact: true }).waitFor();
    expect(minor((await api.call('userInfo', {})).balance)).toBe(98_400n + soldMinor);

    // The matches end; nothing is reloaded or tapped.
    for (const [at, match] of matches.entries()) {
      const { ht, ft } = results[at] ?? { ht: { home: 0, away: 0 }, ft: { home: 0, away: 0 } };
      await match.move({ state: 'finished', score: ft, ht });
      await match.result({ ht, ft });
    }
    const [first = 0, second = 0] = oddsOf(system);
    const paysMinor = fullReturn(200n, combine(2, [first, second]));
    await page.getByText(money(formatAmount(paysMinor, 2)), { exact: true }).waitFor({ timeout: 60_000 });
    await record.getByText(t('record.state.lose'), { exact: true }).first().waitFor({ timeout: 60_000 });
    expect(await onRecord(system)).toMatchObject({ state: 'win', payout: formatAmount(paysMinor, 2) });
    expect(await onRecord(accumulator)).toMatchObject({ state: 'lose', payout: '0.00' });
    const balance = formatAmount(98_400n + soldMinor + paysMinor, 2);
    expect((await api.call('userInfo', {})).balance).toBe(balance);
    await page.getByRole('article').first().getByRole('button').first().click();
    await screen('settled records');
    await app.openTab('home');
    await page.getByText(money(balance), { exact: true }).waitFor();

    // The transactions show every step, and as a table too.
    await app.openTab('mine');
    await page.getByRole('link', { name: t('nav.traderecord') }).click();
    const entries = page.getByRole('main').getByRole('listitem');
    await entries.first().waitFor();
    await expect.poll(() => entries.count()).toBe(5);
    await entries.first().getByText(money(balance)).waitFor();
    await screen('wallet record');
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: t('money.download') }).click();
    const table = await readFile((await (await file).path()) ?? '', 'utf8');
    expect(table.trim().split('\r\n')).toHaveLength(6);
    expect(table).toContain(`,${formatAmount(paysMinor, 2)},${balance},`);
    expect(faults).toEqual([]);
  };

  it.for(stories)('is an accumulator and a system, half sold and settled, in "$lan"', (story, { expect }) =>
    withPhone(site.browser, (phone) => tell(story, phone, expect)),
  );
});
