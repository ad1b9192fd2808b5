import { loadOfficeCatalogue } from '@touchline/locales/load-office';
import type { OfficeMessages } from '@touchline/locales/gen/office-messages.gen';
import { createTranslator } from '@touchline/locales/translator';
import { TOTP, URI } from 'otpauth';
import { officeSize } from '../fixtures/office-window.ts';
import { scanQr } from '../fixtures/qr.ts';
import { violations } from '../fixtures/screen-check.ts';
import { expect, test } from '../fixtures/test.ts';

const password = 'granite-74-hill';

test('the first owner of a site comes by the link of the start, sets up a second factor and signs in with it', async ({
  newSite,
  newPhone,
}) => {
  const site = await newSite({ REPLAY: 'false', OFFICE_DEMO: 'false', OFFICE_FACTOR_NEEDED: 'true' });
  const t = createTranslator<OfficeMessages>('en', await loadOfficeCatalogue('en'));
  const { page, faults } = await newPhone(officeSize);
  const logged = () => /\S+\/office\/#\/first\?code=\S+(?=\s)/.exec(site.log())?.[0];
  await expect.poll(logged).toBeDefined();
  const link = logged() ?? '';
  const submit = () => page.locator('form').first().getByRole('button').last().click();
  await page.goto(link);
  const newPassword = page.getByLabel(t('account.newPassword'), { exact: true });
  await page.getByLabel(t('signIn.account')).fill('the.owner');
  await newPassword.fill('the.owner1234');
  expect(await violations(page)).toEqual([]);
  await submit();
  // A password that is made of the account is none.
  await expect(page.getByRole('alert')).toBeVisible();
  await newPassword.fill(password);
  await submit();
  await expect(page.getByText(t('first.made', { account: 'the.owner' }))).toBeVisible();
  // The program itself hashes at full cost, other than rooms that tests put together.
  const { rows } = await site.database.pool.query('select password_hash from operator');
  expect(rows).toEqual([{ password_hash: expect.stringMatching(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/) }]);

  const signIn = async (): Promise<void> => {
    await page.getByLabel(t('signIn.account')).fill('the.owner');
    await page.getByLabel(t('signIn.password'), { exact: true }).fill(password);
    await page.getByRole('button', { name: t('signIn.submit'), exact: true }).click();
  };
  await page.getByRole('link', { name: t('signIn.submit') }).click();
  await signIn();
  // Nothing else may be done: the office leads there.
  await expect(page.getByText(t('factor.mustSetUp'))).toBeVisible();
  const factor = page.locator('form').filter({ hasText: t('factor.mustSetUp') });
  await factor.getByLabel(t('signIn.password'), { exact: true }).fill(password);
  await factor.getByRole('button', { name: t('factor.begin') }).click();
  const totp = URI.parse(await scanQr(page.getByRole('img', { name: t('factor.qr') })));
  if (!(totp instanceof TOTP)) throw new Error('the code is for no authenticator app');
  expect(await violations(page)).toEqual([]);
  await page.getByLabel(t('factor.code'), { exact: true }).fill(totp.generate());
  await page.getByRole('button', { name: t('factor.confirm') }).click();
  await expect(page.getByText(t('factor.recoveryHint'))).toBeVisible();
  const codes = ((await page.locator('code').first().textContent()) ?? '').split('\n');
  expect(codes).toHaveLength(10);

  // Signed out from elsewhere: the password alone opens nothing any more.
  await site.database.pool.query('delete from operator_session');
  await page.reload();
  await signIn();
  const code = page.getByLabel(t('factor.code'), { exact: true });
  await code.fill('not-a-code');
  await page.getByRole('button', { name: t('signIn.submit'), exact: true }).click();
  // What was wrong is gone, the password stays.
  await expect(code).toHaveValue('');
  await code.fill(codes[0] ?? '');
  await page.getByRole('button', { name: t('signIn.submit'), exact: true }).click();
  await expect(page.getByRole('heading', { name: t('account.title') })).toBeVisible();
  await expect(page.getByText(t('recovery.left', { count: 9 }))).toBeVisible();

  // The link counts once.
  await page.goto('about:blank');
  await page.goto(link);
  await page.getByLabel(t('signIn.account')).fill('another');
  await newPassword.fill(password);
  await submit();
  await expect(page.getByRole('alert')).toBeVisible();
  expect(faults).toEqual([]);
});
