import { expect, test } from '../fixtures/kept/test.ts';
import { altered, refuse } from '../screens/stage.ts';

test('the codes of an invitation are there until the visitor signs up, with other pages in between', async ({
  newWindow,
}) => {
  const { page, url, t } = await newWindow({ as: 'visitor', lan: 'en' });
  const code = page.getByRole('textbox', { name: t('form.invitationCode') });
  await page.goto(`${url}/?icode=N9CG996T&acode=ag1#/pages/login/signup`);
  await expect(code).toHaveValue('N9CG996T');
  await page.goto(`${url}/icon.svg`);
  await page.goto(`${url}/#/pages/lang/lang`);
  await expect(page.getByRole('heading', { level: 1, name: t('nav.lang') })).toBeVisible();
  await page.goto(`${url}/#/pages/login/signup`);
  await expect(code).toHaveValue('N9CG996T');
  expect(await page.evaluate(`JSON.parse(localStorage.getItem('config')).acode`)).toBe('ag1');
});

test('a site that takes invited members alone asks for the code before anything is sent', async ({
  newWindow,
}) => {
  const { page, url, t } = await newWindow({ as: 'visitor', lan: 'en' });
  await altered(page, 'systemConfig', (config) => ({
    ...config,
    site: { ...config.site, invitationNeeded: true },
  }));
  await page.goto(`${url}/#/pages/login/signup`);
  const code = page.getByRole('textbox', { name: t('nav.invitation'), exact: true });
  await expect(code).toHaveAttribute('required');
  await page.getByRole('button', { name: t('signup.submit') }).click();
  await expect(code).toHaveAttribute('aria-invalid', 'true');
});

test('a page that is open follows the query of its address', async ({ newWindow }) => {
  const { page, url, t } = await newWindow({ as: 'member', lan: 'en' });
  const level = (n: number) => page.getByRole('radio', { name: t('team.generation', { level: n }) });
  await page.goto(`${url}/#/pages/team/myteam?level=2`);
  await expect(level(2)).toBeChecked();
  await page.goto(`${url}/#/pages/team/myteam?level=3`);
  await expect(level(3)).toBeChecked();
  await page.goBack();
  await expect(level(2)).toBeChecked();

  const box = (name: 'system' | 'letter') =>
    page.getByRole('radio', { name: new RegExp(t(`inbox.${name}`)) });
  await page.goto(`${url}/#/pages/notify/notify?box=system`);
  await expect(box('system')).toBeChecked();
  await page.goto(`${url}/#/pages/notify/notify?box=letter`);
  await expect(box('letter')).toBeChecked();

  const search = page.getByRole('searchbox');
  await page.goto(`${url}/#/pages/help/help`);
  await expect(search).toHaveValue('');
  await page.goto(`${url}/#/pages/help/help?q=turnover`);
  await expect(search).toHaveValue('turnover');
});

test('links that were bent on their way open, also in a page that is open', async ({ newWindow }) => {
  const { page, url, t } = await newWindow({ as: 'visitor', lan: 'en' });
  const heading = (name: string) => page.getByRole('heading', { level: 1, name });
  const [help, rules] = [t('nav.help'), t('nav.rules')];
  for (const [hash, title] of [
    ['#/pages/help/help%3Fq=turnover', help],
    ['#%2Fpages%2Frules%2Frules', rules],
    ['#/pages/help/help).', help],
    ['#/%23/pages/rules/rules”', rules],
    ['#/PAGES/HELP/HELP?Q=turnover', help],
    ['#/pages/rules/rules&utm_source=mail', rules],
  ] as const) {
    await page.goto(`${url}/${hash}`);
    await expect(heading(title)).toBeVisible();
  }
  await page.goto('about:blank');
  await page.goto(`${url}/?utm_source=mail#/pages/help/help%3Fq=turnover.`);
  await expect(heading(help)).toBeVisible();
  expect(new URL(page.url()).hash).toBe('#/pages/help/help?utm_source=mail&q=turnover.');
  await expect(page.getByRole('searchbox')).toHaveValue('turnover.');
});

test('a link that is still being straightened does not take back a later one', async ({ newWindow }) => {
  const { page, url, t } = await newWindow({ as: 'visitor', lan: 'en' });
  const heading = (name: string) => page.getByRole('heading', { level: 1, name });
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/straight-entry-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${url}/#/pages/terms/terms`);
  await expect(heading(t('nav.terms'))).toBeVisible();
  const asked = page.waitForRequest('**/straight-entry-*.js');
  await page.goto(`${url}/#%2Fpages%2Frules%2Frules`);
  await asked;
  await page.goto(`${url}/#/pages/help/help`);
  await expect(heading(t('nav.help'))).toBeVisible();
  const answered = page.waitForResponse('**/straight-entry-*.js');
  release();
  await (await answered).finished();
  await page.goto(`${url}/#/pages/terms/terms`);
  await expect(heading(t('nav.terms'))).toBeVisible();
  await page.goBack();
  await expect(heading(t('nav.help'))).toBeVisible();
});

test('a language that was chosen reaches the server', async ({ newWindow }) => {
  const { page, url } = await newWindow({ as: 'member', lan: 'fr' });
  await altered(page, 'userInfo', (user) => ({ ...user, language: 'en' }));
  const saved = page.waitForRequest('**/api/user/profileSave');
  await page.goto(`${url}/#/`);
  expect((await saved).postDataJSON()).toEqual({ language: 'fr' });
});

test('a session that ends in the middle keeps the slip, says why, and leads back to the page', async ({
  newWindow,
}) => {
  const { page, url, t } = await newWindow({ as: 'member', lan: 'en' });
  await page.goto(`${url}/#/pages/invest/invest`);
  await page.locator('main section button[aria-pressed]:not([disabled])').first().click();
  const slip = page.getByRole('dialog', { name: t('slip.title') });
  await expect(slip).toBeVisible();
  await page.keyboard.press('5');
  await expect(slip.getByRole('button', { name: t('slip.place', { amount: '5.00' }) })).toBeVisible();
  await page.keyboard.press('Escape');

  await refuse(page, 'orderList', 'sign_in');
  await page.goto(`${url}/#/pages/gamerecord/gamerecord`);
  await expect(page.getByText(t('login.ended'))).toBeVisible();
  await expect(page).toHaveURL(/to=%2Fpages%2Fgamerecord%2Fgamerecord/);
  const bar = page.getByRole('button', { name: new RegExp(`^${t('slip.open')}`) });
  await expect(bar).toBeVisible();
  await page.reload();
  await expect(page.getByText(t('login.ended'))).toBeVisible();
  await bar.click();
  await expect(slip.getByText('5', { exact: true }).first()).toBeVisible();
});
