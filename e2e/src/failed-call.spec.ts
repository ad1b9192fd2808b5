import { serverTranslator } from '@touchline/locales/server-catalogues';
import type { Page } from '@playwright/test';
import { wrongOnScreen } from './screen-check.ts';
import { expect, test, type SharedSite } from './test.ts';

const smallPhone = { width: 320, height: 640 };

const clipboard = (page: Page): Promise<string> => page.evaluate<string>('navigator.clipboard.readText()');

/** Takes a table away while `work` runs: calls that read it fail as those do that meet a fault. */
const without = async (site: SharedSite, table: string, work: () => Promise<void>): Promise<void> => {
  await site.database.owner.query(`alter table ${table} rename to ${table}_away`);
  try {
    await work();
  } finally {
    await site.database.owner.query(`alter table ${table}_away rename to ${table}`);
  }
};

test('a page whose call fails shows its reference, which is copied with a tap and found in the log', async ({
  site,
  newMemberPhone,
}) => {
  const { page, app } = await newMemberPhone({ lan: 'ar', ...smallPhone });
  const { t } = app;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(site.url);
  await expect(page.getByText(app.money('1000.00'), { exact: true }).first()).toBeVisible();

  await without(site, 'notice_mark', async () => {
    const failed = page.waitForResponse((response) => response.status() === 500);
    await page.goto(`${site.url}/#/pages/notify/notify`);
    await failed;
    const alert = page.getByRole('alert').filter({ hasText: t('common.retry') });
    await expect(alert.getByText(serverTranslator('ar')('error.fault'))).toBeVisible();
    // A page that tries again shows the reference of the newest call.
    await expect(async () => {
      await alert.getByRole('button', { name: t('cashier.copy') }).click();
      const reference = t('client.reference', { id: `\u2066${await clipboard(page)}\u2069` });
      await expect(alert.getByText(reference, { exact: true }).first()).toBeVisible({ timeout: 1_000 });
    }).toPass();
    const id = await clipboard(page);
    expect(id).toMatch(/^[2-9a-z]{6}-[0-9a-z]+$/);
    await expect(page.getByText(t('copy.content')).first()).toBeVisible();
    await expect.poll(() => site.log()).toContain(id);
    expect(await wrongOnScreen(page)).toEqual([]);
  });
});

test('a tap that fails shows its reference in a short message, which has a button that copies it', async ({
  site,
  newMemberPhone,
}) => {
  const { page, app } = await newMemberPhone({ lan: 'de', ...smallPhone });
  const { t } = app;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  // The message stays until the test lets time pass.
  await page.clock.install();
  await page.goto(site.url);
  const checkIn = page.getByRole('button', { name: new RegExp(t('rewards.checkInNow')) });
  await expect(checkIn).toBeVisible();
  await page.clock.pauseAt(Date.now() + 1_000);

  await without(site, 'check_in', async () => {
    await checkIn.click();
    const message = page.locator('[popover]', { hasText: serverTranslator('de')('error.fault') });
    await expect(message).toBeVisible();
    const shown = await message.innerText();
    await message.getByRole('button', { name: t('cashier.copy') }).click();
    await expect(page.getByText(t('cashier.copied')).first()).toBeVisible();
    const id = await clipboard(page);
    expect(id).toMatch(/^[2-9a-z]{6}-[0-9a-z]+$/);
    expect(shown).toContain(t('client.reference', { id: `\u2066${id}\u2069` }));
    await expect.poll(() => site.log()).toContain(id);
    // The check takes time.
    await page.clock.resume();
    await checkIn.click();
    await expect(message).toBeVisible();
    expect(await wrongOnScreen(page)).toEqual([]);
  });
  // Nothing was booked, and the same tap works once the fault is gone.
  await checkIn.click();
  await expect(page.getByText(app.money('1001.00'), { exact: true }).first()).toBeVisible();
});
