import { readFile } from 'node:fs/promises';
import type { Bet } from '@touchline/contract/shapes/bet';
import { formatAmount, parseAmount } from '@touchline/money/amount';
import { parseOdds } from '@touchline/money/odds';
import { combine, fullReturn } from '@touchline/money/system';
import { wrongOnScreen } from '../fixtures/screen-check.ts';
import { expect, test, type MemberPhone, type TestMatch, type SharedSite } from '../fixtures/test.ts';

/** The first two homes win; the third does not. */
const results = [
  { ht: { home: 1, away: 0 }, ft: { home: 2, away: 0 } },
  { ht: { home: 0, away: 0 }, ft: { home: 1, away: 0 } },
  { ht: { home: 0, away: 1 }, ft: { home: 0, away: 1 } },
];

const minor = (amount: string | undefined): bigint => parseAmount(amount ?? '', 2) ?? -1n;
const oddsOf = (bet: Bet): number[] => bet.legs.map(({ odds }) => parseOdds(odds) ?? 0);

/** Puts the home side of each match in the slip, from the page of each, and opens the slip. */
const pickHomes = async ({ page, app }: MemberPhone, site: SharedSite, matches: readonly TestMatch[]) => {
  const slip = page.getByRole('dialog', { name: app.t('slip.title') });
  for (const [at, match] of matches.entries()) {
    await page.goto(`${site.url}/#/pages/invest/eventsinfo?id=${match.id}`);
    await expect(page.getByRole('heading', { level: 1, name: match.home })).toBeVisible();
    await page.locator('main section button[aria-pressed="false"]:not([disabled])').first().click();
    // The first opens the slip, the others join it.
    if (at > 0) continue;
    await expect(slip).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(slip).toBeHidden();
  }
  await page.getByRole('button', { name: new RegExp(app.t('slip.open')) }).click();
  await expect(slip).toBeVisible();
};

test('a slip of three matches is an accumulator and a system, half sold and settled', async ({
  site,
  newMatch,
  newMemberPhone,
}) => {
  const matches = [
    await newMatch(),
    await newMatch({ home: 'Albion', away: 'Wanderers' }),
    await newMatch({ home: 'Athletic', away: 'Rangers' }),
  ];
  const phone = await newMemberPhone({ lan: 'de' });
  const { page, app, api, faults } = phone;
  const { t, money } = app;
  const screen = async (name: string) => {
    expect({ screen: name, wrong: await wrongOnScreen(page) }).toEqual({ screen: name, wrong: [] });
  };
  const onRecord = async ({ id }: Bet): Promise<Bet> => api.call('orderDetail', { id });
  const choose = (name: string) => page.getByRole('dialog').getByRole('radio', { name, exact: true }).click();
  const placed = async (stake: string): Promise<Bet> => {
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: money(stake) }).click();
    await expect(dialog.getByRole('link', { name: t('slip.records') })).toBeVisible();
    const [bet] = (await api.call('orderList', { tab: 'all' })).list;
    if (bet === undefined) throw new Error('no bet was placed');
    await expect(dialog.getByText(bet.id, { exact: true })).toBeVisible();
    await screen(`receipt of ${bet.type}`);
    await dialog.getByRole('button', { name: t('slip.done') }).click();
    await expect(dialog).toBeHidden();
    return bet;
  };

  const accumulator = await test.step('all three together', async () => {
    await pickHomes(phone, site, matches);
    await choose(t('slip.tab.accumulator'));
    for (const digit of '10') await page.keyboard.press(digit);
    await screen('slip of an accumulator');
    const bet = await placed('10.00');
    expect(bet).toMatchObject({ type: 'accumulator', stake: '10.00', lines: 1, state: 'waiting' });
    expect(bet.legs.map(({ event, selection }) => [event, selection])).toEqual(
      matches.map(({ id }) => [id, '1']),
    );
    expect(minor(bet.potential)).toBe(fullReturn(1_000n, combine(3, oddsOf(bet))));
    return bet;
  });

  const system = await test.step('every two of them', async () => {
    await pickHomes(phone, site, matches);
    await choose(t('slip.tab.system'));
    await page.keyboard.press('2');
    await screen('slip of a system');
    const bet = await placed('6.00');
    expect(bet).toMatchObject({ type: 'system', k: 2, lines: 3, unit: '2.00', stake: '6.00' });
    expect(minor(bet.potential)).toBe(fullReturn(200n, combine(2, oddsOf(bet))));
    expect((await api.call('userInfo', {})).balance).toBe('984.00');
    return bet;
  });

  const record = page.getByRole('article').filter({ has: page.getByText(money('10.00'), { exact: true }) });
  const soldMinor = await test.step('half of the accumulator is sold', async () => {
    await page.goto(`${site.url}/#/pages/gamerecord/gamerecord`);
    await record.getByRole('button', { name: t('cashOut.title') }).click();
    const sheet = page.getByRole('dialog', { name: t('cashOut.title') });
    await sheet.getByRole('radio', { name: /^50/ }).click();
    await screen('cash-out');
    await sheet.getByRole('button', { name: /\d[.,]\d\d/ }).click();
    const done = sheet.getByRole('button', { name: t('slip.done') });
    await expect(done).toBeVisible();
    await screen('sold');
    await done.click();
    const half = await onRecord(accumulator);
    expect(half).toMatchObject({ openStake: '5.00', state: 'waiting' });
    const sold = minor(half.cashOut);
    expect(sold).toBeGreaterThan(0n);
    await expect(record.getByText(money(half.cashOut ?? ''), { exact: true })).toBeVisible();
    expect(minor((await api.call('userInfo', {})).balance)).toBe(98_400n + sold);
    return sold;
  });

  const [first = 0, second = 0] = oddsOf(system);
  const paysMinor = fullReturn(200n, combine(2, [first, second]));
  const balance = formatAmount(98_400n + soldMinor + paysMinor, 2);
  await test.step('the matches end: both are settled on the page, which is neither reloaded nor tapped', async () => {
    for (const [at, match] of matches.entries()) {
      const { ht, ft } = results[at] ?? { ht: { home: 0, away: 0 }, ft: { home: 0, away: 0 } };
      await match.move({ state: 'finished', score: ft, ht });
      await match.result({ ht, ft });
    }
    await expect(page.getByText(money(formatAmount(paysMinor, 2)), { exact: true })).toBeVisible();
    await expect(record.getByText(t('record.state.lose'), { exact: true }).first()).toBeVisible();
    expect(await onRecord(system)).toMatchObject({ state: 'win', payout: formatAmount(paysMinor, 2) });
    expect(await onRecord(accumulator)).toMatchObject({ state: 'lose', payout: '0.00' });
    expect((await api.call('userInfo', {})).balance).toBe(balance);
    await page.getByRole('article').first().getByRole('button').first().click();
    await screen('settled records');
    await app.openTab('home');
    await expect(page.getByText(money(balance), { exact: true })).toBeVisible();
  });

  await test.step('the transactions show every step, and as a table too', async () => {
    await app.openTab('mine');
    await page.getByRole('link', { name: t('nav.traderecord') }).click();
    const entries = page.getByRole('main').getByRole('listitem');
    await expect(entries).toHaveCount(5);
    await expect(entries.first().getByText(money(balance))).toBeVisible();
    await screen('wallet record');
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: t('money.download') }).click();
    const table = await readFile(await (await file).path(), 'utf8');
    expect(table.trim().split('\r\n')).toHaveLength(6);
    expect(table).toContain(`,${formatAmount(paysMinor, 2)},${balance},`);
  });
  expect(faults).toEqual([]);
});
