import { lans, locales } from '@touchline/locales/locales';
import { expect, test } from '../fixtures/kept/test.ts';
import { excessOf, wrongOnScreen } from '../fixtures/screen-check.ts';
import { memberScreen } from '../screens/member.ts';
import { altered, open } from '../screens/stage.ts';
import { seeTestPayment } from '../fixtures/test-payment.ts';

for (const [nth, lan] of lans.entries()) {
  const name = ['payment-usdt', 'payment-card', 'payment-scan'][nth % 3] ?? '';
  test(`a payment in play money is laid out in ${lan} (${name})`, async ({ newWindow }) => {
    const stage = await newWindow({ as: 'member', lan, width: 320, height: 640 });
    const { page } = stage;
    await altered(page, 'systemConfig', (config) => ({
      ...config,
      language: { ...config.language, list: [...locales] },
    }));
    await open(stage, memberScreen(name));
    await expect(page.locator('html')).toHaveAttribute('lang', lan);
    await seeTestPayment(stage, { isCoin: name === 'payment-usdt' });
    expect(await excessOf(page)).toBe(0);
    // The languages have the same parts, in two directions, and the same colours.
    if (lan === 'en') expect(await wrongOnScreen(page)).toEqual([]);
    if (lan === 'ar') expect(await wrongOnScreen(page, { without: ['color-contrast'] })).toEqual([]);
  });
}
