import { expect, type Locator } from '@playwright/test';
import type { Stage } from './screens/stage.ts';

/**
 * Checks that the open page of a payment says that it is a test before it offers its one way to pay, and opens its example where
 * the channel has one.
 * @returns the code of the example
 */
export const seeTestPayment = async (
  { page, t }: Pick<Stage, 'page' | 't'>,
  { isCoin }: { isCoin: boolean },
): Promise<Locator> => {
  const main = page.getByRole('main');
  const pay = main.getByRole('link', { name: t('cashier.payTest'), exact: true });
  await expect(pay).toBeVisible();
  await expect(main.getByText(t('cashier.testTitle'), { exact: true })).toBeVisible();
  await expect(async () => {
    const [note, button] = [await main.getByRole('note').boundingBox(), await pay.boundingBox()];
    expect(note?.width).toBeGreaterThan(280);
    expect(note?.y ?? Infinity).toBeLessThan(button?.y ?? 0);
  }).toPass();
  // Neither code nor address is on the page before it is asked for.
  const code = main.getByRole('img', { name: t('cashier.exampleQr') });
  await expect(code).toBeHidden();
  const example = main.getByText(t('cashier.realLook'), { exact: true });
  if ((await example.count()) > 0) {
    await example.click();
    await expect(code).toBeVisible();
    const marks = isCoin ? [t('cashier.example'), t('cashier.testCoin')] : [t('cashier.example')];
    for (const mark of marks) await expect(main.getByText(mark, { exact: true }).first()).toBeVisible();
  }
  return code;
};
