import { formatCount, formatMoney, formatPercent } from '@touchline/locales/format';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openFeed } from './feed.ts';
import { memberApi } from './member-api.ts';
import { memberApp } from './member-app.ts';
import { withPhone } from './phone.ts';
import { wrongOnScreen } from './screen-check.ts';
import { settle } from './screens/look.ts';
import { openSite, type Site } from './site-under-test.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite({ REPLAY: 'false' });
});
afterAll(() => site?.close());

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
const playMatch = async (home: string, away: string): Promise<void> => {
  const feed = await openFeed(site.database);
  const match = await feed.announce(home, away, new Date(Date.now() + 3 * 3_600_000));
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

test('everybody sees what the house promised beside what it did, without signing in', async () => {
  await withPhone(site.browser, async ({ page, faults }) => {
    const { t } = await memberApp(page, 'en');
    await page.goto(site.url);
    await page.getByRole('link', { name: t('nav.house') }).click();
    await page.getByRole('heading', { level: 1, name: t('nav.house') }).waitFor();
    await page.getByText(t('house.noWitness')).waitFor();
    await page.getByText(t('house.noMargins')).waitFor();
    await page.getByText(t('house.noCalibration')).waitFor();
    await page.getByText(t('house.noPayouts')).waitFor();
    expect(await wrongOnScreen(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  await playMatch('Rovers', 'United');
  const bets = 3 * bettors.length;
  const api = memberApi(site.url);
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

  await withPhone(site.browser, async ({ page, faults }) => {
    const { t } = await memberApp(page, 'en');
    await page.goto(site.url + path);
    const part = page.getByRole('region', { name: t('house.margins'), exact: true });
    const kept = (Number(margin.kept) / Number(margin.stake)) * 100;
    const row = part.getByRole('listitem').filter({ hasText: t('market.1x2') });
    await row.getByText(formatPercent(kept.toFixed(1), { lan: 'en' })).waitFor();
    await row.getByText(t('house.few')).waitFor();
    await part.getByRole('combobox').selectOption(month);
    await row.waitFor();

    // What the charts show is in the tables behind them.
    await part.getByText(t('house.table')).click();
    const cells = part.getByRole('row').filter({ hasText: t('market.1x2') });
    await cells.getByText(formatMoney(margin.stake, { lan: 'en' })).waitFor();
    const chances = page.getByRole('region', { name: t('house.calibration'), exact: true });
    await chances.getByText(t('house.allFew')).waitFor();
    await chances.getByText(t('house.table')).click();
    expect(await chances.getByRole('row').count()).toBe(bands.length + 1);
    const [first] = bands;
    await chances
      .getByRole('row')
      .nth(1)
      .getByText(formatCount(first?.selections ?? 0, { lan: 'en' }), { exact: true })
      .first()
      .waitFor();
    expect(await ticksAscend(page)).toBe(true);
    for (const width of sizes) {
      await page.setViewportSize({ width, height: 900 });
      expect(await wrongOnScreen(page)).toEqual([]);
    }

    // The checkpoint that the page leads to is the log's own.
    const link = page.getByRole('link', { name: t('house.checkpointLink') });
    const note = await (await fetch((await link.getAttribute('href')) ?? '')).text();
    const { log } = await api.call('housePage', {});
    expect(note.startsWith(`${log.origin}\n`)).toBe(true);
    expect(faults).toEqual([]);
  });

  await withPhone(site.browser, async ({ page, faults }) => {
    const app = await memberApp(page, 'ar');
    const { t } = app;
    await page.goto(site.url);
    await app.chooseLanguage();
    await page.goto(site.url + path);
    await page.getByRole('heading', { level: 1, name: t('nav.house') }).waitFor();
    await settle(page);
    // The axis begins at the right, and its numbers still read from left to right.
    expect(await ticksAscend(page)).toBe(false);
    const order = await page.evaluate(
      `getComputedStyle(document.querySelector('[class*="xAxis"] bdi')).direction`,
    );
    expect(order).toBe('ltr');
    await page.getByText(t('house.allFew')).waitFor();
    expect(await wrongOnScreen(page)).toEqual([]);
    expect(faults).toEqual([]);
  });
});
