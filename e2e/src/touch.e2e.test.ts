import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memberApp } from './member-app.ts';
import { withPhone } from './phone.ts';
import { textOfPng } from './qr.ts';
import { wrongOnScreen } from './screen-check.ts';
import { openSite, type Site } from './site-under-test.ts';

describe('what fingers do', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite({ REPLAY_SPEED: '1' });
  });
  afterAll(() => site?.close());

  it('a finger that rests on a QR code opens what can be done with it; one that slips or taps does not', () =>
    withPhone(site.browser, async ({ page }) => {
      const app = await memberApp(page, 'en');
      const { t } = app;
      await page.goto(site.url);
      await app.register('quentin');
      await page.locator('main section button[aria-pressed]').first().waitFor();
      await page.getByRole('link', { name: t('home.go.invite'), exact: true }).click();
      const code = page.getByRole('button', { name: t('team.qrLabel') });
      await code.waitFor();
      const sheet = page.getByRole('dialog', { name: t('image.actions') });
      const box = await code.boundingBox();
      if (box === null) throw new Error('the code is not on the screen');
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];

      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.waitForTimeout(150);
      await page.mouse.up();
      await page.mouse.down();
      await page.mouse.move(x + 14, y);
      await page.waitForTimeout(500);
      await page.mouse.up();
      expect(await sheet.count()).toBe(0);

      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + 6, y + 6);
      await sheet.waitFor();
      await page.mouse.up();
      expect(await wrongOnScreen(page)).toEqual([]);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        sheet.getByRole('button', { name: t('image.save') }).click(),
      ]);
      const text = await textOfPng(page, await readFile(await download.path()));
      expect(text).toContain('icode=');
      await sheet.waitFor({ state: 'hidden' });

      // The keyboard gets there as well.
      await code.focus();
      await page.keyboard.press('Enter');
      await sheet.waitFor();
    }));

  it('what was removed can be put back for a moment', () =>
    withPhone(site.browser, async ({ page }) => {
      const app = await memberApp(page, 'en');
      const { t } = app;
      await page.goto(site.url);
      await app.register('una');
      const prices = page.locator('main section button[aria-pressed]');
      await prices.first().waitFor();
      const slip = page.getByRole('dialog', { name: t('slip.title') });
      await prices.first().click();
      await slip.waitFor();
      await page.keyboard.press('Escape');
      // A price of another match: the second row of three.
      await prices.nth(4).click();
      await page.getByRole('button', { name: new RegExp(`^${t('slip.open')}`) }).click();
      const legs = slip.getByRole('list', { name: t('slip.selections') }).getByRole('listitem');
      await expect.poll(() => legs.count()).toBe(2);
      const undo = page.getByRole('button', { name: t('common.undo') });

      const kept = await legs.last().innerText();
      await legs
        .last()
        .getByRole('button', { name: /^Remove / })
        .click();
      await expect.poll(() => legs.count()).toBe(0);
      await undo.click();
      await expect.poll(() => legs.count()).toBe(2);
      expect(await legs.last().innerText()).toBe(kept);
      await page.keyboard.press('Escape');

      await page.goto(`${site.url}/#/pages/invest/invest`);
      await page
        .getByRole('article')
        .first()
        .getByRole('link')
        .click({ position: { x: 120, y: 20 } });
      await page.getByRole('button', { name: t('event.favour'), exact: true }).click();
      await page.getByRole('button', { name: t('event.unfavour'), exact: true }).click();
      await undo.click();
      await page.getByRole('button', { name: t('event.unfavour'), exact: true }).waitFor();
    }));
});
