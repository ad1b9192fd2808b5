import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Lan } from '@touchline/locales/locales';
import { serverTranslator } from '@touchline/locales/server-catalogues';
import type { Page } from 'playwright-core';
import { memberApp } from './member-app.ts';
import { withPhone } from './phone.ts';
import { wrongOnScreen } from './screen-check.ts';
import { openSite, type Site } from './site-under-test.ts';

const clipboard = (page: Page): Promise<string> => page.evaluate<string>('navigator.clipboard.readText()');

describe('a call that fails in the server, at 320×640', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite({ REPLAY: 'false' });
  });
  afterAll(() => site?.close());

  /** Takes a table away while `work` runs: calls that read it fail as those do that meet a fault. */
  const without = async (table: string, work: () => Promise<void>): Promise<void> => {
    await site.database.owner.query(`alter table ${table} rename to ${table}_away`);
    try {
      await work();
    } finally {
      await site.database.owner.query(`alter table ${table}_away rename to ${table}`);
    }
  };

  it.each<[Lan, string]>([
    ['de', 'greta'],
    ['ar', 'ghada'],
  ])(
    'shows its reference, which is copied with a tap and found in the log of the server (%s)',
    (lan, account) =>
      withPhone(site.browser, async ({ page }) => {
        const app = await memberApp(page, lan);
        const { t } = app;
        await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
        await page.setViewportSize({ width: 320, height: 640 });
        await page.goto(site.url);
        await app.chooseLanguage();
        await page.getByRole('button', { name: t('common.back'), exact: true }).click();
        await app.register(account);
        await page.getByText(app.money('1000.00'), { exact: true }).first().waitFor();

        await without('notice_mark', async () => {
          const failed = page.waitForResponse((response) => response.status() === 500);
          await page.goto(`${site.url}/#/pages/notify/notify`);
          await failed;
          const alert = page.getByRole('alert').filter({ hasText: t('common.retry') });
          await alert.getByText(serverTranslator(lan)('error.fault')).waitFor();
          const copy = alert.getByRole('button', { name: t('cashier.copy') });
          // A page that tries again by itself shows the reference of the newest call.
          const shown = async (): Promise<boolean> => {
            await copy.click();
            const reference = t('client.reference', { id: `\u2066${await clipboard(page)}\u2069` });
            return alert.getByText(reference, { exact: true }).first().isVisible();
          };
          await expect.poll(shown).toBe(true);
          const id = await clipboard(page);
          expect(id).toMatch(/^[2-9a-z]{6}-[0-9a-z]+$/);
          await page.getByText(t('copy.content')).first().waitFor();
          await expect.poll(() => site.log()).toContain(id);
          expect(await wrongOnScreen(page)).toEqual([]);
        });
      }),
  );

  it('shows the reference of what was tapped in a short message, which has a button that copies it', () =>
    withPhone(site.browser, async ({ page }) => {
      const app = await memberApp(page, 'en');
      const { t } = app;
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.setViewportSize({ width: 320, height: 640 });
      await page.goto(site.url);
      await app.register('carla');
      const checkIn = page.getByRole('button', { name: new RegExp(t('rewards.checkInNow')) });
      await checkIn.waitFor();

      await without('check_in', async () => {
        await checkIn.click();
        const message = page.locator('[popover]', { hasText: serverTranslator('en')('error.fault') });
        await message.waitFor();
        expect(await wrongOnScreen(page)).toEqual([]);
        const shown = await message.innerText();
        await message.getByRole('button', { name: t('cashier.copy') }).click();
        await page.getByText(t('cashier.copied')).first().waitFor();
        const id = await clipboard(page);
        expect(id).toMatch(/^[2-9a-z]{6}-[0-9a-z]+$/);
        expect(shown).toContain(t('client.reference', { id: `\u2066${id}\u2069` }));
        await expect.poll(() => site.log()).toContain(id);
      });
      // Nothing was booked, and the same tap works once the fault is gone.
      await checkIn.click();
      await page.getByText(app.money('1001.00'), { exact: true }).first().waitFor();
    }));
});
