import type { Locator } from '@playwright/test';
import { placeBet } from '../fixtures/feed.ts';
import { memberApp } from '../fixtures/member-app.ts';
import { excessOf, violations, wrongOnScreen } from '../fixtures/screen-check.ts';
import { expect, profiles, test } from '../fixtures/test.ts';

test.use({ settings: profiles.replay });

test('a match leads to its competition and teams, and shows what helps to decide', async ({
  site,
  phone: { page },
}) => {
  const { t } = await memberApp(page, 'en');
  await page.goto(`${site.url}/#/pages/invest/invest`);
  const card = page.getByRole('article').last();
  await card.getByRole('link').click({ position: { x: 24, y: 20 } });
  const insight = page
    .locator('section', { has: page.getByRole('heading', { name: t('football.decide') }) })
    .first();
  await expect(insight).toContainText(/\d\.\d\d – \d\.\d\d/);
  await insight.locator('summary').first().click();
  await expect(insight.getByRole('heading', { name: t('football.meetings') })).toBeVisible();
  await expect(insight.getByRole('heading', { name: t('football.chances') })).toBeVisible();
  await expect(insight).toContainText('CC0 1.0');
  expect(await wrongOnScreen(page)).toEqual([]);

  await page
    .getByRole('link', { name: /^Replay · World Cup 2026|^World Cup 2026/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'World Cup 2026' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Group L' })).toBeVisible();
  const star = page.getByRole('banner').getByRole('button', { name: t('event.favour'), exact: true });
  const starred = page.getByRole('banner').getByRole('button', { name: t('event.unfavour'), exact: true });
  await star.click();
  await expect(starred).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('table')).toHaveCount(13);
  expect(await wrongOnScreen(page)).toEqual([]);
  // Only what was played here is counted: at the start of a run no team has three matches behind it.
  await expect(page.locator('table tbody td:nth-child(3)').first()).toHaveText(/^[012]$/);

  await page.getByRole('table').first().getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: t('football.lastMatches'), exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Last (\d+ matches|match) in figures$/ })).toBeVisible();
  // A team has a star of its own.
  await star.click();
  await expect(starred).toHaveAttribute('aria-pressed', 'true');
  expect(await wrongOnScreen(page)).toEqual([]);
});

test('on the smallest phone the whole score grid is in sight at once, and the search opens in the row of the groups', async ({
  site,
  newPhone,
}) => {
  const { page } = await newPhone({ width: 320, height: 640 });
  const { t } = await memberApp(page, 'en');
  await page.goto(`${site.url}/#/pages/invest/invest`);
  await page
    .getByRole('article')
    .last()
    .getByRole('link')
    .click({ position: { x: 24, y: 20 } });
  const result = page.getByRole('heading', { name: t('market.1x2') });
  const builder = page.getByRole('switch', { name: t('builder.build') });
  const decide = page.getByRole('heading', { name: t('football.decide') });
  await expect(result).toBeVisible();
  await expect(decide).toBeVisible();
  // Prices come first, then the builder, and further down what helps to decide.
  const top = async (locator: Locator) => (await locator.boundingBox())?.y ?? Number.NaN;
  await expect(async () => {
    expect(await top(result)).toBeLessThan(await top(builder));
    expect(await top(builder)).toBeLessThan(640);
    expect(await top(builder)).toBeLessThan(await top(decide));
  }).toPass();

  await page.getByRole('button', { name: new RegExp(`^${t('event.group.score')} `) }).click();
  await expect(page.getByRole('grid').getByRole('button').last()).toBeInViewport({ ratio: 1 });

  await page.getByRole('button', { name: t('event.search'), exact: true }).click();
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('both');
  await expect(page.getByRole('heading', { name: t('market.btts'), exact: true })).toBeVisible();
  await page.getByRole('button', { name: t('common.close'), exact: true }).click();
  await expect(page.getByRole('grid')).toBeVisible();
  expect(await wrongOnScreen(page)).toEqual([]);
});

test('earlier seasons are chosen, and the bracket of a cup leads to its final', async ({
  site,
  phone: { page },
}) => {
  const { t } = await memberApp(page, 'en');
  await page.goto(`${site.url}/#/pages/football/competition?id=en.1`);
  await page.getByRole('combobox', { name: t('football.season') }).selectOption('2023-24');
  await expect(
    page
      .getByRole('row', { name: /Everton/ })
      .getByRole('cell')
      .first(),
  ).toHaveText('15');
  await expect(page.getByText('Points taken away: Everton −8')).toBeVisible();
  expect(await excessOf(page)).toBe(0);
  await page.goto(`${site.url}/#/pages/football/competition?id=wc2022`);
  const bracket = page.getByRole('region', { name: t('football.bracket') });
  await expect(bracket.getByText('penalties 4–2').last()).toBeVisible();
  // Each of its tables scrolls in its own box.
  expect(await excessOf(page)).toBe(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  const boxOf = (name: string) => bracket.getByRole('heading', { name, exact: true }).boundingBox();
  await expect(async () => {
    const [final, third] = [await boxOf('Final'), await boxOf('Third place')];
    expect(third?.x).toBe(final?.x);
    expect(third?.y).toBeGreaterThan(final?.y ?? Infinity);
  }).toPass();
  await expect.poll(() => bracket.evaluate((region) => region.scrollWidth - region.clientWidth)).toBe(0);
  await page.goto(`${site.url}/#/pages/football/team?id=unknown`);
  await expect(page.getByText(t('football.unknown'))).toBeVisible();
});

test('one field finds teams by both names, competitions, matches, own bets, pages and answers', async ({
  site,
  newMatch,
  newMemberPhone,
}) => {
  const match = await newMatch();
  const { page, app, api } = await newMemberPhone({ lan: 'de' });
  const { t } = app;
  await placeBet(api, match);
  await page.goto(site.url);
  await page.getByRole('link', { name: t('common.search') }).click();
  const field = page.getByRole('searchbox');
  const section = (title: string) =>
    page.locator('section', { has: page.getByRole('heading', { name: title, exact: true }) });
  const links = (title: string) => section(title).getByRole('link');
  for (const name of ['DEUTSCH', 'german']) {
    await field.fill(name);
    await expect(links(t('search.teams'))).toHaveText(['Deutschland']);
  }
  await field.fill('curacao');
  await expect(links(t('search.teams'))).toHaveText(['Curaçao']);
  await field.fill('premier');
  await expect(links(t('search.competitions'))).toHaveText(['Premier League']);
  await field.fill('withdraw');
  await expect(links(t('search.pages'))).toHaveText([t('nav.withdraw')]);
  await field.fill('Auszahlung');
  await expect(links(t('nav.help')).first()).toBeVisible();
  await field.fill('xyzxyz');
  await expect(page.getByText(t('search.none'))).toBeVisible();
  await field.fill(match.home);
  await expect(section(t('search.bets')).getByText(match.home).first()).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await links(t('search.matches')).first().click();
  await expect(page.getByRole('heading', { level: 1, name: / – / })).toBeVisible();
  // Back, the search is as it was left.
  await page.getByRole('button', { name: t('common.back'), exact: true }).click();
  await expect(field).toHaveValue(match.home);
});
