import { TOTP, URI } from 'otpauth';
import { maskRecipient } from '../../apps/server/src/core/logging/log.ts';
import { password } from '../fixtures/member-api.ts';
import { memberApp } from '../fixtures/member-app.ts';
import { scanQr } from '../fixtures/qr.ts';
import { wrongOnScreen } from '../fixtures/screen-check.ts';
import { expect, test, type SharedSite } from '../fixtures/test.ts';

/** Reads the codes of a site that sends nothing, as it prints them for its operator. */
const codesTo = (site: SharedSite, to: string) => {
  const begin = `Code for ${maskRecipient(to)}: `;
  const printed = (): string[] =>
    site
      .log()
      .split('\n')
      .filter((line) => line.startsWith(begin))
      .map((line) => line.slice(begin.length, begin.length + 6));
  // Masked addresses may be alike.
  let seen = printed().length;
  return {
    /** The newest code; waits until there is one that was not read before. */
    next: async (): Promise<string> => {
      await expect.poll(() => printed().length).toBeGreaterThan(seen);
      seen = printed().length;
      return printed().at(-1) ?? '';
    },
  };
};

const [second, third] = ['Kreide-1911', 'Pfosten-1974'];
const stepMs = 30_000;

test('an account is opened by e-mail, loses its password, and is made safe by a second factor and a passkey', async ({
  site,
  phone,
  unique,
}) => {
  test.slow();
  const { page, faults } = phone;
  const email = `${unique('paula')}@example.org`;
  const codes = codesTo(site, email);
  const app = await memberApp(page, 'en');
  const { t, money } = app;
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog');
  const screen = async (name: string) => {
    expect({ screen: name, wrong: await wrongOnScreen(page) }).toEqual({ screen: name, wrong: [] });
  };
  const heading = (name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  const press = (name: string) => main.getByRole('button', { name, exact: true }).click();
  const passwordIs = (label: string, value: string) => page.getByLabel(label, { exact: true }).fill(value);
  const code = async () => {
    // The minute that must be between two codes is over.
    await site.database.pool.query('delete from contact_flow');
    await page.getByRole('button', { name: t('account.sendCode') }).click();
    await page.getByLabel(t('account.code')).fill(await codes.next());
  };
  const home = () => expect(page.getByText(money('1000.00'), { exact: true }).first()).toBeVisible();
  const signOut = async () => {
    await app.openTab('mine');
    await press(t('mine.signOut'));
    await dialog.getByRole('button', { name: t('mine.signOut') }).click();
    await heading(t('nav.login'));
  };
  const signIn = async (secret: string) => {
    await page.getByLabel(t('login.account')).fill(email);
    await passwordIs(t('form.password'), secret);
    await press(t('login.submit'));
  };

  await test.step('registering by e-mail, with the code that went there', async () => {
    // Passkeys belong to a name, not to an address.
    await page.goto(site.url.replace('127.0.0.1', 'localhost'));
    await page.getByRole('link', { name: t('login.toSignup') }).click();
    await heading(t('nav.signup'));
    await page.getByRole('radio', { name: t('signup.byEmail') }).click();
    await page.getByRole('textbox', { name: t('form.emailLabel') }).fill(email);
    await code();
    await passwordIs(t('form.password'), password);
    await passwordIs(t('form.confirmPassword'), password);
    await page.getByLabel(t('form.birthDateLabel')).fill('1990-05-31');
    await screen('registration by e-mail');
    await press(t('signup.submit'));
    await home();
  });

  await test.step('signing in by a code, without the password', async () => {
    await signOut();
    await page.getByRole('link', { name: t('login.byCode') }).click();
    await heading(t('nav.loginCode'));
    await page.getByLabel(t('account.address')).fill(email);
    await code();
    await screen('sign-in by code');
    await press(t('login.submit'));
    await home();
  });

  await test.step('a new password by a code, where the old one is forgotten', async () => {
    await signOut();
    await page.getByRole('link', { name: t('login.forgot') }).click();
    await heading(t('nav.reset'));
    await page.getByLabel(t('account.address')).fill(email);
    await code();
    await passwordIs(t('account.newPassword'), second);
    await passwordIs(t('form.confirmPassword'), second);
    await screen('forgotten password');
    await press(t('account.setPassword'));
    await heading(t('nav.login'));
    await signIn(second);
    await home();
  });

  await test.step('a nickname, and one that no member may have', async () => {
    await app.openTab('mine');
    await main.getByRole('link', { name: t('nav.editinfo') }).click();
    await heading(t('nav.editinfo'));
    await screen('personal details');
    await main.getByRole('button', { name: new RegExp(`^${t('account.nickname')}`) }).click();
    await page.getByRole('textbox', { name: t('account.nickname') }).fill('Support');
    await dialog.getByRole('button', { name: t('cashier.save') }).click();
    await expect(dialog.locator('[data-error="true"]')).toBeVisible();
    await page.getByRole('textbox', { name: t('account.nickname') }).fill(unique('Kurvenkönig'));
    await dialog.getByRole('button', { name: t('cashier.save') }).click();
    await expect(main.getByText('Kurvenkönig')).toBeVisible();
  });

  await test.step('another password', async () => {
    await main.getByRole('link', { name: t('nav.security') }).click();
    await heading(t('nav.security'));
    await main.getByRole('button', { name: new RegExp(`^${t('account.changePassword')}`) }).click();
    await passwordIs(t('account.oldPassword'), second);
    await passwordIs(t('account.newPassword'), third);
    await passwordIs(t('form.confirmPassword'), third);
    await screen('changing the password');
    await dialog.getByRole('button', { name: t('account.setPassword') }).click();
    await expect(dialog).toBeHidden();
  });

  const [totp, spare, another] =
    await test.step('a second factor: its QR code is read off the screen', async () => {
      await main.getByRole('button', { name: new RegExp(`^${t('account.otpTitle')}`) }).click();
      await passwordIs(t('form.password'), third);
      await dialog.getByRole('button', { name: t('account.next') }).click();
      const totp = URI.parse(await scanQr(dialog.getByRole('img', { name: t('account.otpQr') })));
      if (!(totp instanceof TOTP)) throw new Error('the code is for no authenticator app');
      await dialog.getByLabel(t('account.otp')).fill(totp.generate());
      await screen('second factor');
      await dialog.getByRole('button', { name: t('account.turnOn') }).click();
      const recovery = dialog.getByRole('listitem');
      await expect(recovery).toHaveCount(10);
      const [spare = '', another = ''] = await recovery.allInnerTexts();
      await screen('recovery codes');
      await dialog.getByRole('button', { name: t('account.recoveryKept') }).click();
      await expect(main.getByText(t('account.on'), { exact: true })).toBeVisible();
      await screen('security');
      await page.goBack();
      await heading(t('nav.editinfo'));
      await page.goBack();
      await heading(t('nav.mine'));
      return [totp, spare, another] as const;
    });

  await test.step('signing in asks for it, and takes a recovery code', async () => {
    await signOut();
    await signIn(third);
    await page.getByLabel(t('account.otp')).fill('000000');
    await press(t('login.submit'));
    await expect(main.locator('[data-error="true"]')).toBeVisible();
    await screen('sign-in with a second factor');
    // A code counts once, so the next one of the app is given.
    await page.getByLabel(t('account.otp')).fill(totp.generate({ timestamp: Date.now() + stepMs }));
    await press(t('login.submit'));
    await home();
    await signOut();
    await signIn(third);
    await page.getByLabel(t('account.otp')).fill(spare.toUpperCase());
    await press(t('login.submit'));
    await home();
  });

  await test.step('a passkey of this device, which is both', async () => {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await app.openTab('mine');
    await main.getByRole('link', { name: t('nav.security') }).click();
    await press(t('account.addPasskey'));
    await dialog.getByLabel(t('account.passkeyName')).fill('Phone');
    await passwordIs(t('form.password'), third);
    await dialog.getByLabel(t('account.otp')).fill(another);
    await dialog.getByRole('button', { name: t('account.addPasskey') }).click();
    await expect(main.getByText('Phone', { exact: true }).first()).toBeVisible();
    await screen('a passkey');
    await page.goBack();
    await heading(t('nav.mine'));
    await signOut();
    await page.getByRole('button', { name: t('login.byPasskey') }).click();
    await home();
  });
  expect(faults).toEqual([]);
});
