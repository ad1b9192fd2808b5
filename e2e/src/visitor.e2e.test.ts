import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memberApp } from './member-app.ts';
import { withPhone } from './phone.ts';
import { wrongOnScreen } from './screen-check.ts';
import { openSite, type Site } from './site-under-test.ts';

describe('before signing in', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite({ REPLAY_SPEED: '1' });
  });
  afterAll(() => site?.close());

  it('a visitor looks at matches, fills the slip, opens an account and finds the slip as it was', () =>
    withPhone(site.browser, async ({ page }) => {
      const app = await memberApp(page, 'en');
      const { t } = app;
      const streams: string[] = [];
      page.on('request', (request) => {
        if (/\/(visitorTicket|liveTicket)$/.test(request.url()))
          streams.push(request.url().split('/').at(-1) ?? '');
      });

      await page.goto(site.url);
      // Home is the members'; the matches are one tap from the sign-in.
      await page.getByRole('link', { name: t('login.seeMatches') }).click();
      await page.getByRole('heading', { level: 1, name: t('nav.invest') }).waitFor();
      const pages = page.getByRole('navigation', { name: t('shell.mainPages') });
      await pages.getByRole('link', { name: t('login.submit') }).waitFor();
      expect(await pages.getByRole('link', { name: t('tab.records') }).count()).toBe(0);
      await expect.poll(() => streams).toEqual(['visitorTicket']);
      expect(await wrongOnScreen(page)).toEqual([]);

      await page
        .getByRole('article')
        .last()
        .getByRole('link')
        .click({ position: { x: 24, y: 20 } });
      await page.getByRole('heading', { level: 1, name: / – / }).waitFor();
      const match = page.url();
      const price = page.locator('main section button[aria-pressed]').first();
      await price.click();
      const slip = page.getByRole('dialog', { name: t('slip.title') });
      await slip.waitFor();
      await slip.getByRole('button', { name: '2', exact: true }).click();
      await slip.getByText(t('slip.kept')).waitFor();
      expect(await wrongOnScreen(page)).toEqual([]);

      await slip.getByRole('link', { name: t('slip.signIn') }).click();
      await page.getByRole('heading', { level: 1, name: t('nav.login') }).waitFor();
      await app.register('vera');
      await slip.waitFor();
      expect(page.url()).toBe(match);
      await expect.poll(() => streams).toEqual(['visitorTicket', 'liveTicket']);
      await slip.getByRole('button', { name: app.money('2.00') }).click();
      await page.getByRole('dialog', { name: t('slip.placed') }).waitFor();
    }));

  it('a team whose flag does not arrive has its initials on the shield', () =>
    withPhone(site.browser, async ({ page }) => {
      await page.route('**/flags/*', (route) => route.abort());
      await page.goto(`${site.url}/#/pages/invest/invest`);
      const shields = page.getByRole('article').first().locator('svg:has(clipPath)');
      await expect.poll(() => shields.first().locator('text').textContent()).toMatch(/^[A-Z]{3}$/);
      expect(await shields.locator('image').count()).toBe(0);
    }));

  it('what belongs to members asks for the sign-in, and leads there', () =>
    withPhone(site.browser, async ({ page }) => {
      const { t } = await memberApp(page, 'en');
      await page.goto(`${site.url}/#/pages/gamerecord/gamerecord`);
      await page.getByRole('heading', { level: 1, name: t('nav.login') }).waitFor();
      expect(page.url()).toContain('to=%2Fpages%2Fgamerecord%2Fgamerecord');
      // A match opened by its address has the matches behind it, not the sign-in.
      await page.goto(`${site.url}/#/pages/invest/invest`);
      const path = await page.getByRole('article').first().getByRole('link').getAttribute('href');
      await page.goto('about:blank');
      await page.goto(`${site.url}${path ?? ''}`);
      await page.getByRole('button', { name: t('common.back') }).click();
      await page.getByRole('heading', { level: 1, name: t('nav.invest') }).waitFor();
    }));
});
