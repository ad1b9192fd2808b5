import { loadOfficeCatalogue } from '@touchline/locales/load-office';
import type { OfficeMessages } from '@touchline/locales/gen/office-messages.gen';
import { createTranslator, type Translate } from '@touchline/locales/translator';
import { TOTP, URI } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPhone, type Phone } from './phone.ts';
import { scanQr } from './qr.ts';
import { violations } from './screen-check.ts';
import { openSite, type Site } from './site-under-test.ts';

describe('the first owner of a site', () => {
  let site: Site;
  let opened: Phone;
  let t: Translate<OfficeMessages>;
  beforeAll(async () => {
    site = await openSite({ REPLAY: 'false', OFFICE_DEMO: 'false', OFFICE_FACTOR_NEEDED: 'true' });
    opened = await openPhone(site.browser, { width: 1440, height: 900 });
    t = createTranslator<OfficeMessages>('en', await loadOfficeCatalogue('en'));
  });
  afterAll(() => site?.close());

  it('is made by the link of the start, sets up a second factor and signs in with it', async () => {
    const { page, faults } = opened;
    const link = /\S+\/office\/#\/first\?code=\S+/.exec(site.log())?.[0];
    if (link === undefined) throw new Error(`no link was logged:\n${site.log()}`);
    const submit = () => page.locator('form').first().getByRole('button').last().click();
    await page.goto(link);
    const password = 'granite-74-hill';
    const newPassword = page.getByLabel(t('account.newPassword'), { exact: true });
    await page.getByLabel(t('signIn.account')).fill('the.owner');
    await newPassword.fill('the.owner1234');
    expect(await violations(page)).toEqual([]);
    await submit();
    // A password that is made of the account is none.
    await page.getByRole('alert').waitFor();
    await newPassword.fill(password);
    await submit();
    await page.getByText(t('first.made', { account: 'the.owner' })).waitFor();
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
    // Nothing else may be done: the way leads there by itself.
    await page.getByText(t('factor.mustSetUp')).waitFor();
    const factor = page.locator('form').filter({ hasText: t('factor.mustSetUp') });
    await factor.getByLabel(t('signIn.password'), { exact: true }).fill(password);
    await factor.getByRole('button', { name: t('factor.begin') }).click();
    const totp = URI.parse(await scanQr(page.getByRole('img', { name: t('factor.qr') })));
    if (!(totp instanceof TOTP)) throw new Error('the code is for no authenticator app');
    expect(await violations(page)).toEqual([]);
    await page.getByLabel(t('factor.code'), { exact: true }).fill(totp.generate());
    await page.getByRole('button', { name: t('factor.confirm') }).click();
    await page.getByText(t('factor.recoveryHint')).waitFor();
    const codes = ((await page.locator('code').first().textContent()) ?? '').split('\n');
    expect(codes).toHaveLength(10);

    // Signed out by another hand: the password alone opens nothing any more.
    await site.database.pool.query('delete from operator_session');
    await page.reload();
    await signIn();
    const code = page.getByLabel(t('factor.code'), { exact: true });
    await code.fill('not-a-code');
    await page.getByRole('button', { name: t('signIn.submit'), exact: true }).click();
    // What was wrong is gone, the password stays.
    await expect.poll(() => code.inputValue()).toBe('');
    await code.fill(codes[0] ?? '');
    await page.getByRole('button', { name: t('signIn.submit'), exact: true }).click();
    await page.getByRole('heading', { name: t('account.title') }).waitFor();
    await page.getByText(t('recovery.left', { count: 9 })).waitFor();

    // The link counts once.
    await page.goto('about:blank');
    await page.goto(link);
    await page.getByLabel(t('signIn.account')).fill('another');
    await newPassword.fill(password);
    await submit();
    await page.getByRole('alert').waitFor();
    expect(faults).toEqual([]);
  });
});
