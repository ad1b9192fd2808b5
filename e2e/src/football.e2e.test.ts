import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Locator } from 'playwright-core';
import { memberApp } from './member-app.ts';
import { withPhone } from './phone.ts';
import { excessOf, violations, wrongOnScreen } from './screen-check.ts';
import { openSite, type Site } from './site-under-test.ts';

describe('pages of football', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite({ REPLAY_SPEED: '1' });
  });
  afterAll(() => site?.close());

  it('a match leads to its competition and teams, and says what helps to decide', () =>
    withPhone(site.browser, async ({ page }) => {
      const { t } = await memberApp(page, 'en');
      await page.goto(`${site.url}/#/pages/invest/invest`);
      const card = page.getByRole('article').last();
      await card.getByRole('link').click({ position: { x: 24, y: 20 } });
      await page.getByRole('heading', { name: t('football.decide') }).waitFor();
      const insight = page.locator('section', {
        has: page.getByRole('heading', { name: t('football.decide') }),
      });
      expect(await insight.first().innerText()).toMatch(/\d\.\d\d – \d\.\d\d/);
      await insight.locator('summary').first().click();
      await insight.getByRole('heading', { name: t('football.meetings') }).waitFor();
      await insight.getByRole('heading', { name: t('football.chances') }).waitFor();
      expect(await insight.first().innerText()).toContain('CC0 1.0');
      expect(await wrongOnScreen(page)).toEqual([]);

      await page
        .getByRole('link', { name: /^World Cup 2026/ })
        .first()
        .click();
      await page.getByRole('heading', { level: 1, name: 'World Cup 2026' }).waitFor();
      await page.getByRole('heading', { name: 'Group L' }).waitFor();
      expect(await page.getByRole('table').count()).toBe(13);
      expect(await wrongOnScreen(page)).toEqual([]);
      // Only what was played here is counted: at the start of a run no team has three matches behind it.
      const [played = ''] = await page.locator('table tbody td:nth-child(3)').allInnerTexts();
      expect(Number(played)).toBeLessThan(3);

      await page.getByRole('table').first().getByRole('link').first().click();
      await page.getByRole('heading', { name: t('football.lastMatches'), exact: true }).waitFor();
      await page.getByRole('heading', { name: /^Last (\d+ matches|match) in figures$/ }).waitFor();
      expect(await wrongOnScreen(page)).toEqual([]);
    }));

  it('on the smallest phone the whole score grid is in sight at once, and the search opens in the row of the groups', () =>
    withPhone(site.browser, async ({ page }) => {
      const { t } = await memberApp(page, 'en');
      await page.setViewportSize({ width: 320, height: 640 });
      await page.goto(`${site.url}/#/pages/invest/invest`);
      await page
        .getByRole('article')
        .last()
        .getByRole('link')
        .click({ position: { x: 24, y: 20 } });
      const result = page.getByRole('heading', { name: t('market.1x2') });
      await result.waitFor();
      // Prices come first, then the builder, and further down what helps to decide.
      const top = async (locator: Locator) => (await locator.boundingBox())?.y ?? Number.NaN;
      const builder = page.getByRole('switch', { name: t('builder.build') });
      expect(await top(result)).toBeLessThan(await top(builder));
      expect(await top(builder)).toBeLessThan(640);
      const decide = page.getByRole('heading', { name: t('football.decide') });
      expect(await top(builder)).toBeLessThan(await top(decide));

      await page.getByRole('button', { name: new RegExp(`^${t('event.group.score')} `) }).click();
      const last = page.getByRole('grid').getByRole('button').last();
      await last.waitFor();
      const box = await last.boundingBox();
      expect((box?.y ?? Number.NaN) + (box?.height ?? 0)).toBeLessThanOrEqual(640);

      await page.getByRole('button', { name: t('event.search'), exact: true }).click();
      await page.keyboard.type('both');
      await page.getByRole('heading', { name: t('market.btts'), exact: true }).waitFor();
      await page.getByRole('button', { name: t('common.close'), exact: true }).click();
      await page.getByRole('grid').waitFor();
      expect(await wrongOnScreen(page)).toEqual([]);
    }));

  it('earlier seasons are chosen, and the bracket of a cup leads to its final', () =>
    withPhone(site.browser, async ({ page }) => {
      const { t } = await memberApp(page, 'en');
      await page.goto(`${site.url}/#/pages/football/competition?id=en.1`);
      await page.getByRole('combobox', { name: t('football.season') }).selectOption('2023-24');
      const everton = page.getByRole('row', { name: /Everton/ });
      await expect.poll(() => everton.innerText()).toMatch(/^15\s/);
      await page.getByText('Points taken away: Everton −8').waitFor();
      await page.goto(`${site.url}/#/pages/football/competition?id=wc2022`);
      const bracket = page.getByRole('region', { name: t('football.bracket') });
      await bracket.getByText('penalties 4–2').last().waitFor();
      // Its tables scroll by themselves.
      expect(await excessOf(page)).toBe(0);
      await page.setViewportSize({ width: 1440, height: 900 });
      const headings = ['Final', 'Third place'].map((name) =>
        bracket.getByRole('heading', { name, exact: true }),
      );
      const [final, third] = await Promise.all(headings.map((heading) => heading.boundingBox()));
      expect(third?.x).toBe(final?.x);
      expect(third?.y).toBeGreaterThan(final?.y ?? Infinity);
      await expect.poll(() => bracket.evaluate((region) => region.scrollWidth - region.clientWidth)).toBe(0);
      await page.goto(`${site.url}/#/pages/football/team?id=nobody`);
      await page.getByText(t('football.unknown')).waitFor();
    }));

  it.each(['en', 'ar'] as const)('fit every width, and can be read by everybody (%s)', (lan) =>
    withPhone(site.browser, async ({ page }) => {
      await page.addInitScript(
        `if (location.protocol !== 'about:') localStorage.setItem('config', JSON.stringify({ language: { chosen: '${lan}' } }))`,
      );
      for (const path of ['competition?id=es.1&season=2021-22', 'competition?id=wc2018', 'team?id=ger']) {
        // Without it, the previous page would be checked while this one loads.
        await page.goto('about:blank');
        await page.goto(`${site.url}/#/pages/football/${path}`);
        await page.locator('main h2').first().waitFor();
        for (const width of [320, 375, 768, 1440]) {
          await page.setViewportSize({ width, height: 812 });
          expect(await excessOf(page), `${path} at ${width}`).toBe(0);
        }
        expect(await violations(page)).toEqual([]);
      }
    }),
  );

  it('one field finds teams by both names, competitions, matches, own bets, pages and answers', () =>
    withPhone(site.browser, async ({ page }) => {
      const app = await memberApp(page, 'de');
      const { t } = app;
      await page.goto(site.url);
      await app.chooseLanguage();
      await page.goto(`${site.url}/#/pages/login/login`);
      await app.register('sucher');
      await page.locator('main section button[aria-pressed]').first().click();
      const slip = page.getByRole('dialog', { name: t('slip.title') });
      await app.placeBet(slip, '5');
      await page.getByRole('dialog', { name: t('slip.placed') }).waitFor();
      await page.keyboard.press('Escape');
      const picked = page
        .getByRole('article')
        .filter({ has: page.locator('button[aria-pressed]') })
        .first();
      const match = (await picked.getByRole('link').getAttribute('aria-label')) ?? '';
      const [team = ''] = match.split(/\s–\s/);

      await page.getByRole('link', { name: t('common.search') }).click();
      const field = page.getByRole('searchbox');
      const section = (title: string) =>
        page.locator('section', { has: page.getByRole('heading', { name: title, exact: true }) });
      const links = (title: string) => section(title).getByRole('link').allInnerTexts();
      for (const name of ['DEUTSCH', 'german']) {
        await field.fill(name);
        await expect.poll(() => links(t('search.teams'))).toEqual(['Deutschland']);
      }
      await field.fill('curacao');
      await expect.poll(() => links(t('search.teams'))).toEqual(['Curaçao']);
      await field.fill('premier');
      await expect.poll(() => links(t('search.competitions'))).toEqual(['Premier League']);
      await field.fill('withdraw');
      await expect.poll(() => links(t('search.pages'))).toEqual([t('nav.withdraw')]);
      await field.fill('Auszahlung');
      await expect.poll(async () => (await links(t('nav.help'))).length).toBeGreaterThan(0);
      await field.fill('xyzxyz');
      await page.getByText(t('search.none')).waitFor();
      await field.fill(team);
      await section(t('search.bets')).getByText(team).first().waitFor();
      expect(await violations(page)).toEqual([]);
      await section(t('search.matches')).getByRole('link').first().click();
      await page.getByRole('heading', { level: 1, name: / – / }).waitFor();
      // Back, the search is as it was left.
      await page.getByRole('button', { name: t('common.back'), exact: true }).click();
      await expect.poll(() => field.inputValue()).toBe(team);
    }));
});
