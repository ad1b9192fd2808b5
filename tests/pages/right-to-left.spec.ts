import { expect, test } from '../fixtures/kept/test.ts';
import { wrongOnScreen } from '../fixtures/screen-check.ts';
import { memberScreens } from '../screens/member.ts';
import { open } from '../screens/stage.ts';

// What an account, money and the inbox open beyond their pages, whose layout `access` checks.
for (const screen of memberScreens.filter(({ mirrored }) => mirrored)) {
  test(`${screen.name} is laid out from right to left`, async ({ newWindow }) => {
    const as = screen.as === 'visitor' ? 'visitor' : 'member';
    const stage = await newWindow({ as, lan: 'ar' });
    await open(stage, screen);
    await expect(stage.page.locator('html')).toHaveAttribute('dir', 'rtl');
    // The stories look at the colours, which are the same in every language.
    expect(await wrongOnScreen(stage.page, { without: ['color-contrast'] })).toEqual([]);
  });
}
