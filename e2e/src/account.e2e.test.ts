import type { Lan } from '@touchline/locales/locales';
import { TOTP, URI } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { password } from './member-api.ts';
import { memberApp } from './member-app.ts';
import { type Phone, withPhone } from './phone.ts';
import { scanQr } from './qr.ts';
import { wrongOnScreen } from './screen-check.ts';
import { openSite, type Site } from './site-under-test.ts';
import { setTimeout as wait } from 'node:timers/promises';
import { maskRecipient } from '../../apps/server/src/platform/mask.ts';

const patienceMs = 30_000;

/** The codes of a site that sends nothing, as it prints them for its operator. */
const outbox = (site: Pick<Site, 'log'>) => {
  const seen = new Set<number>();
  return {
    /** The newest code for an address that was not asked for before; waits until there is one. */
    async code(to: string): Promise<string> {
      const begin = `Code for ${maskRecipient(to)}: `;
      for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += 100) {
        const lines = site.log().split('\n');
        const at = lines.findLastIndex((line, nth) => line.startsWith(begin) && !seen.has(nth));
        if (at >= 0) {
          seen.add(at);
          return lines[at]?.slice(begin.length, begin.length + 6) ?? '';
        }
        await wait(100);
      }
      throw new Error(`no code went to ${to}`);
    },
  };
};

const stories: { lan: Lan; email: string }[] = [
  { lan: 'en', email: 'paula@example.org' },
  { lan: 'ar', email: 'yusuf@example.org' },
];
const [second, third] = ['Kreide-1911', 'Pfosten-1974'];
const stepMs = 30_000;

describe('an account at 375×812', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite({
      REPLAY: 'false',
      REGISTER_CODE: 'true',
      SIGNIN_LIMIT_PER_MINUTE: '1000',
      RATE_LIMIT_PER_MINUTE: '10000',
    });
  });
  afterAll(() => site?.close());

  const tell = async ({ lan, email }: (typeof stories)[number], { page, faults }: Phone) => {
    const mail = outbox(site);
    const app = await memberApp(page, lan);
    const { t, money } = app;
    const main = page.getByRole('main');
    const dialog = page.getByRole('dialog');
    const screen = async (name: string) => {
      expect({ screen: name, wrong: await wrongOnScreen(page) }).toEqual({ screen: name, wrong: [] });
    };
    const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
    const press = (name: string) => main.getByRole('button', { name, exact: true }).click();
    const passwordIs = (label: string, value: string) => page.getByLabel(label, { exact: true }).fill(value);
    const code = async () => {
      // The minute that must be between two codes is over.
      await site.database.pool.query('delete from contact_flow');
      await page.getByRole('button', { name: t('account.sendCode') }).click();
      await page.getByLabel(t('account.code')).fill(await mail.code(email));
    };
    const home = () => page.getByText(money('1000.00'), { exact: true }).first().waitFor();
    const signOut = async () => {
      await app.openTab('mine');
      await press(t('mine.signOut'));
      await dialog.getByRole('button', { name: t('mine.signOut') }).click();
      await heading(t('nav.login'));
    };

    // Passkeys belong to a name, not to an address.
    await page.goto(site.url.replace('127.0.0.1', 'localhost'));
    await app.chooseLanguage();
    await page.getByRole('button', { name: t('common.back'), exact: true }).click();

    // Registering by e-mail, with the code that went there.
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

    // By a code, without the password.
    await signOut();
    await page.getByRole('link', { name: t('login.byCode') }).click();
    await heading(t('nav.loginCode'));
    await page.getByLabel(t('account.address')).fill(email);
    await code();
    await screen('sign-in by code');
    await press(t('login.submit'));
    await home();

    // Forgotten: a new password by a code.
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
    const signIn = async (secret: string) => {
      await page.getByLabel(t('login.account')).fill(email);
      await passwordIs(t('form.password'), secret);
      await press(t('login.submit'));
    };
    await signIn(second);
    await home();

    // A nickname, and one that nobody may have.
    await app.openTab('mine');
    await main.getByRole('link', { name: t('nav.editinfo') }).click();
    await heading(t('nav.editinfo'));
    await screen('personal details');
    await main.getByRole('button', { name: new RegExp(`^${t('account.nickname')}`) }).click();
    await page.getByRole('textbox', { name: t('account.nickname') }).fill('Support');
    await dialog.getByRole('button', { name: t('cashier.save') }).click();
    await dialog.locator('[data-error="true"]').waitFor();
    await page.getByRole('textbox', { name: t('account.nickname') }).fill('Kurvenkönig');
    await dialog.getByRole('button', { name: t('cashier.save') }).click();
    await main.getByText('Kurvenkönig').waitFor();

    // Another password; the other device is signed out.
    await main.getByRole('link', { name: t('nav.security') }).click();
    await heading(t('nav.security'));
    await main.getByRole('button', { name: new RegExp(`^${t('account.changePassword')}`) }).click();
    await passwordIs(t('account.oldPassword'), second);
    await passwordIs(t('account.newPassword'), third);
    await passwordIs(t('form.confirmPassword'), third);
    await screen('changing the password');
    await dialog.getByRole('button', { name: t('account.setPassword') }).click();
    await dialog.waitFor({ state: 'hidden' });

    // A second factor: the QR code is read off the screen.
    await main.getByRole('button', { name: new RegExp(`^${t('account.otpTitle')}`) }).click();
    await passwordIs(t('form.password'), third);
    await dialog.getByRole('button', { name: t('account.next') }).click();
    const totp = URI.parse(await scanQr(dialog.getByRole('img', { name: t('account.otpQr') })));
    if (!(totp instanceof TOTP)) throw new Error('the code is for no authenticator app');
    await dialog.getByLabel(t('account.otp')).fill(totp.generate());
    await screen('second factor');
    await dialog.getByRole('button', { name: t('account.turnOn') }).click();
    const recovery = dialog.getByRole('listitem');
    await recovery.first().waitFor();
    await expect.poll(() => recovery.count()).toBe(10);
    const [spare = '', another = ''] = await recovery.allInnerTexts();
    await screen('recovery codes');
    await dialog.getByRole('button', { name: t('account.recoveryKept') }).click();
    await main.getByText(t('account.on'), { exact: true }).waitFor();
    await screen('security');

    // Signing in asks for it; a code counts once, so the next one of the app is given.
    await page.goBack();
    await heading(t('nav.editinfo'));
    await page.goBack();
    await heading(t('nav.mine'));
    await signOut();
    await signIn(third);
    await page.getByLabel(t('account.otp')).fill('000000');
    await press(t('login.submit'));
    await main.locator('[data-error="true"]').waitFor();
    await screen('sign-in with a second factor');
    await page.getByLabel(t('account.otp')).fill(totp.generate({ timestamp: Date.now() + stepMs }));
    await press(t('login.submit'));
    await home();
    await signOut();
    await signIn(third);
    await page.getByLabel(t('account.otp')).fill(spare.toUpperCase());
    await press(t('login.submit'));
    await home();

    // A passkey of this device, which is both.
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
    await main.getByText('Phone', { exact: true }).first().waitFor();
    await screen('a passkey');
    await page.goBack();
    await heading(t('nav.mine'));
    await signOut();
    await page.getByRole('button', { name: t('login.byPasskey') }).click();
    await home();

    expect(faults).toEqual([]);
  };

  it.each(stories)('in $lan', { timeout: 240_000 }, (story) =>
    withPhone(site.browser, (phone) => tell(story, phone)),
  );
});
