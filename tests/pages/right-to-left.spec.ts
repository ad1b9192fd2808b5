import { expect, test } from '../fixtures/kept/test.ts';
import { wrongOnScreen } from '../fixtures/screen-check.ts';
import { screens } from '../screens/member/screen-list.ts';

/** What the stories of an account, of money and of the inbox open beyond their pages, whose layout `access` checks. */
const sheets = [
  'sign-out',
  'nickname',
  'contact',
  'security-many',
  'change-password',
  'otp-secret',
  'otp-recovery',
  'login-otp',
  'login-code-sent',
  'recharge-amount',
  'recharge-list',
  'payment-usdt',
  'payment-testnet',
  'payment-card',
  'withdraw-amount',
  'withdraw-confirm',
  'withdraw-cancel',
  'bank',
  'bank-wallet',
  'bank-delete',
  'home-full',
  'notify-open',
  'notify-delete',
  'notify-none',
  'help-search',
  'company',
  'terms',
];

for (const name of sheets) {
  test(`${name} is laid out from right to left`, async ({ newWindow }) => {
    const screen = screens.find((one) => one.name === name);
    if (screen === undefined) throw new Error(`there is no screen ${name}`);
    const as = screen.as === 'visitor' ? 'visitor' : 'member';
    const stage = await newWindow({ as, lan: 'ar' });
    await screen.open(stage);
    await expect(stage.page.locator('html')).toHaveAttribute('dir', 'rtl');
    // The stories look at the colours, which are the same in every language.
    expect(await wrongOnScreen(stage.page, { without: ['color-contrast'] })).toEqual([]);
  });
}
