import { formatCount, formatMoney, formatPercent } from '@touchline/locales/format';
import type { Page } from '@playwright/test';
import { openFeed } from '../fixtures/feed.ts';
import { memberApi } from '../fixtures/member-api.ts';
import { memberApp, showIn } from '../fixtures/member-app.ts';
import { wrongOnScreen } from '../fixtures/screen-check.ts';
import { settle } from '../screens/stage.ts';
import { expect, test, type SharedSite } from '../fixtures/test.ts';

const path = '/#/pages/house/house';
const sizes = [320, 375, 768, 1440];

/** Whether the ticks of the chart's axis go from left to right. */
const ticksAscend = async (page: Page): Promise<boolean> => {
  const ticks = page.locator('[class*="xAxis"] > span');
  const [first, last] = [await ticks.first().boundingBox(), await ticks.last().boundingBox()];
  if (first === null || last === null) throw new Error('the axis has no ticks');
  return first.x < last.x;
};

/** Bets of members on each result of a match, which ends and is paid. Fewer than five would not be published by market. */
const bettors = ['vera', 'otto'];
const playMatch = async (site: SharedSite): Promise<void> => {
  const feed = await openFeed(site.database);
  const match = await feed.announce('Rovers', 'United', new Date(Date.now() + 3 * 3_600_000));
  for (const account of bettors) {
    const api = memberApi(site.url);
    await api.register(account);
    const { main } = await api.call('eventDetail', { id: match.id });
    if (main === undefined) throw new Error('the match has no market');
    for (const { selection, odds } of main.selections) {
      if (odds === null) throw new Error('the market has no prices');
      const leg = { event: match.id, market: main.market, selection, odds };
      const key = `house-${account}-${selection}-bet`;
      await api.call('orderAdd', { key, type: 'single', stake: '10.00', accept: 'any', legs: [leg] });
    }
  }
  // Prices before kick-off are those that the chances are taken from.
  await match.move({ state: 'live', clockMinute: 1, score: { home: 0, away: 0 } });
  const over = { ht: { home: 0, away: 0 }, ft: { home: 2, away: 1 } };
  await match.move({ state: 'finished', score: over.ft, ht: over.ht });
  await match.result(over);
};

test('visitors see what the house promised next to what it did, without signing in', async ({
  newSite,
  newPhone,
}) => {
  const site = await newSite();
  const api = memberApi(site.url);
  const { page, faults } = await newPhone();
  const { t } = await memberApp(page, 'en');

  await test.step('a house that has done nothing yet', async () => {
    await page.goto(site.url);
    await page.getByRole('link', { name: t('nav.house') }).click();
    await expect(page.getByRole('heading', { level: 1, name: t('nav.house') })).toBeVisible();
    for (const none of ['noWitness', 'noMargins', 'noCalibration', 'noPayouts'] as const) {
      await expect(page.getByText(t(`house.${none}`))).toBeVisible();
    }
    expect(await wrongOnScreen(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  await playMatch(site);
  const bets = 3 * bettors.length;
  const figures = async () => (await api.call('housePage', {})).figures;
  await expect
    .poll(async () => (await figures()).margins.reduce((all, { bets }) => all + bets, 0), { timeout: 90_000 })
    .toBe(bets);
  const { margins, calibration, months, payouts } = await figures();
  const [margin] = margins;
  const [month] = months;
  const bands = calibration.filter(({ selections }) => selections > 0);
  if (margin === undefined || month === undefined) throw new Error('there is no margin');
  expect(payouts).toMatchObject({ bets, matches: 1 });
  expect(bands.length).toBeGreaterThan(0);

  await test.step('the figures of a match, and the tables behind the charts', async () => {
    await page.goto(site.url + path);
    await page.reload();
    const part = page.getByRole('region', { name: t('house.margins'), exact: true });
    const kept = (Number(margin.kept) / Number(margin.stake)) * 100;
    const row = part.getByRole('listitem').filter({ hasText: t('market.1x2') });
    await expect(row.getByText(formatPercent(kept.toFixed(1), { lan: 'en' }))).toBeVisible();
    await expect(row.getByText(t('house.few'))).toBeVisible();
    await part.getByRole('combobox').selectOption(month);
    await expect(row).toBeVisible();

    await part.getByText(t('house.table')).click();
    const cells = part.getByRole('row').filter({ hasText: t('market.1x2') });
    await expect(cells.getByText(formatMoney(margin.stake, { lan: 'en' }))).toBeVisible();
    const chances = page.getByRole('region', { name: t('house.calibration'), exact: true });
    await expect(chances.getByText(t('house.allFew'))).toBeVisible();
    await chances.getByText(t('house.table')).click();
    await expect(chances.getByRole('row')).toHaveCount(bands.length + 1);
    const count = formatCount(bands[0]?.selections ?? 0, { lan: 'en' });
    await expect(chances.getByRole('row').nth(1).getByText(count, { exact: true }).first()).toBeVisible();
    expect(await ticksAscend(page)).toBe(true);
    for (const width of sizes) {
      await page.setViewportSize({ width, height: 900 });
      expect(await wrongOnScreen(page)).toEqual([]);
    }

    // The checkpoint that the page leads to is the log's own.
    const href =
      (await page.getByRole('link', { name: t('house.checkpointLink') }).getAttribute('href')) ?? '';
    const note = await (await fetch(href)).text();
    const { log } = await api.call('housePage', {});
    expect(note.startsWith(`${log.origin}\n`)).toBe(true);
    expect(faults).toEqual([]);
  });

  await test.step('from right to left the axis begins at the right, and its numbers read from left to right', async () => {
    const arabic = await newPhone();
    const { t: ar } = await memberApp(arabic.page, 'ar');
    await showIn(arabic.page, 'ar');
    await arabic.page.goto(site.url + path);
    await expect(arabic.page.getByRole('heading', { level: 1, name: ar('nav.house') })).toBeVisible();
    await settle(arabic.page);
    expect(await ticksAscend(arabic.page)).toBe(false);
    await expect(arabic.page.locator('[class*="xAxis"] bdi').first()).toHaveCSS('direction', 'ltr');
    await expect(arabic.page.getByText(ar('house.allFew'))).toBeVisible();
    expect(await wrongOnScreen(arabic.page)).toEqual([]);
    expect(arabic.faults).toEqual([]);
  });
});
