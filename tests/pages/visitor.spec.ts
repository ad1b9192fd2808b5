import { memberApp } from '../fixtures/member-app.ts';
import { wrongOnScreen } from '../fixtures/screen-check.ts';
import { expect, profiles, test } from '../fixtures/test.ts';

test.use({ settings: profiles.replay });

test('a visitor looks at matches, fills the slip, opens an account and finds the slip as it was', async ({
  site,
  phone: { page },
  unique,
}) => {
  const app = await memberApp(page, 'en');
  const { t } = app;
  const streams = new Set<string>();
  page.on('request', (request) => {
    if (/\/(visitorTicket|liveTicket)$/.test(request.url()))
      streams.add(request.url().split('/').at(-1) ?? '');
  });

  await page.goto(site.url);
  // Home is the members'; the matches are one tap from the sign-in.
  await page.getByRole('link', { name: t('login.seeMatches') }).click();
  await expect(page.getByRole('heading', { level: 1, name: t('nav.invest') })).toBeVisible();
  const pages = page.getByRole('navigation', { name: t('shell.mainPages') });
  await expect(pages.getByRole('link', { name: t('login.submit') })).toBeVisible();
  await expect(pages.getByRole('link', { name: t('tab.records') })).toHaveCount(0);
  await expect.poll(() => [...streams]).toEqual(['visitorTicket']);
  expect(await wrongOnScreen(page)).toEqual([]);

  await page
    .getByRole('article')
    .last()
    .getByRole('link')
    .click({ position: { x: 24, y: 20 } });
  await expect(page.getByRole('heading', { level: 1, name: / – / })).toBeVisible();
  const match = page.url();
  await page.locator('main section button[aria-pressed]').first().click();
  const slip = page.getByRole('dialog', { name: t('slip.title') });
  await slip.getByRole('button', { name: '2', exact: true }).click();
  await expect(slip.getByText(t('slip.kept'))).toBeVisible();
  expect(await wrongOnScreen(page)).toEqual([]);

  await slip.getByRole('link', { name: t('slip.signIn') }).click();
  await expect(page.getByRole('heading', { level: 1, name: t('nav.login') })).toBeVisible();
  await app.register(unique('vera'));
  await expect(slip).toBeVisible();
  await expect(page).toHaveURL(match);
  await expect.poll(() => [...streams]).toEqual(['visitorTicket', 'liveTicket']);
  await slip.getByRole('button', { name: app.money('2.00') }).click();
  await expect(page.getByRole('dialog', { name: t('slip.placed') })).toBeVisible();
});

test('a team whose flag does not arrive has its initials on the shield', async ({
  site,
  phone: { page },
}) => {
  await page.route('**/flags/*', (route) => route.abort());
  await page.goto(`${site.url}/#/pages/invest/invest`);
  const shields = page.getByRole('article').first().locator('svg:has(clipPath)');
  await expect(shields.first().locator('text')).toHaveText(/^[A-Z]{3}$/);
  await expect(shields.locator('image')).toHaveCount(0);
});

test('what belongs to members asks for the sign-in, and leads there', async ({ site, phone: { page } }) => {
  const { t } = await memberApp(page, 'en');
  await page.goto(`${site.url}/#/pages/gamerecord/gamerecord`);
  await expect(page.getByRole('heading', { level: 1, name: t('nav.login') })).toBeVisible();
  await expect(page).toHaveURL(/to=%2Fpages%2Fgamerecord%2Fgamerecord/);
  // A match opened by its address has the matches behind it, not the sign-in.
  await page.goto(`${site.url}/#/pages/invest/invest`);
  const path = await page.getByRole('article').first().getByRole('link').getAttribute('href');
  await page.goto('about:blank');
  await page.goto(`${site.url}${path ?? ''}`);
  await page.getByRole('button', { name: t('common.back') }).click();
  await expect(page.getByRole('heading', { level: 1, name: t('nav.invest') })).toBeVisible();
});
