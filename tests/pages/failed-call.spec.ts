import { serverTranslator } from '@touchline/locales/server-catalogues';
import { paths, type RouteName } from '@touchline/contract/paths';
import type { Locator, Page } from '@playwright/test';
import { memberApi } from '../fixtures/member-api.ts';
import { memberApp } from '../fixtures/member-app.ts';
import { keepMessages } from '../fixtures/phone.ts';
import { wrongOnScreen } from '../fixtures/screen-check.ts';
import { expect, test, type SharedSite } from '../fixtures/test.ts';

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
  await keepMessages(page);
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
  await keepMessages(page);
  await page.goto(site.url);
  const checkIn = page.getByRole('button', { name: new RegExp(t('rewards.checkInNow')) });
  await expect(checkIn).toBeVisible();

  await without(site, 'check_in', async () => {
    await checkIn.click();
    const message = page.locator('[popover]', { hasText: serverTranslator('de')('error.fault') });
    await expect(message).toBeVisible();
    expect(await wrongOnScreen(page)).toEqual([]);
    const shown = await message.innerText();
    await message.getByRole('button', { name: t('cashier.copy') }).click();
    await expect(page.getByText(t('cashier.copied')).first()).toBeVisible();
    const id = await clipboard(page);
    expect(id).toMatch(/^[2-9a-z]{6}-[0-9a-z]+$/);
    expect(shown).toContain(t('client.reference', { id: `\u2066${id}\u2069` }));
    await expect.poll(() => site.log()).toContain(id);
  });
  // Nothing was booked, and the same tap works once the fault is gone.
  await checkIn.click();
  await expect(page.getByText(app.money('1001.00'), { exact: true }).first()).toBeVisible();
});

test('why a form or a sheet failed stays in it until the next try', async ({
  site,
  newPhone,
  newMemberPhone,
}) => {
  const refusal = serverTranslator('en')('error.fault');
  const fails = (page: Page, name: RouteName) =>
    page.route(`**${paths[name][1]}*`, (route) =>
      route.fulfill({ status: 500, json: { code: 0, msg: refusal, data: { reason: 'fault' } } }),
    );
  /** Waits longer than any message over the page stays. */
  const stays = async (page: Page, place: Locator): Promise<void> => {
    await expect(place.getByRole('alert').filter({ hasText: refusal })).toBeVisible();
    await page.clock.runFor(60_000);
    await expect(place.getByRole('alert').filter({ hasText: refusal })).toBeVisible();
    expect(await wrongOnScreen(page)).toEqual([]);
  };

  const { page, close } = await newPhone(smallPhone);
  const app = await memberApp(page, 'en');
  const { t } = app;
  await page.clock.install();
  await test.step('the sign-in', async () => {
    await fails(page, 'login');
    await page.goto(`${site.url}/#/pages/login/login`);
    await page.getByLabel(t('login.account')).fill('anyone');
    await page.getByLabel(t('form.password'), { exact: true }).fill('stone-74-hill');
    await page.getByRole('button', { name: t('login.submit') }).click();
    await stays(page, page.locator('form'));
  });
  await test.step('the registration', async () => {
    await fails(page, 'register');
    await app.register('anyone');
    await stays(page, page.locator('form'));
  });
  await close();

  const phone = await newMemberPhone(smallPhone);
  const sheet = phone.page.getByRole('dialog');
  await phone.page.clock.install();
  await test.step('a sheet that asks once', async () => {
    await memberApi(site.url).login(phone.account);
    await fails(phone.page, 'sessionEnd');
    await phone.page.goto(`${site.url}/#/pages/information/security`);
    await phone.page.getByRole('button', { name: t('account.endOthers') }).click();
    await sheet.getByRole('button', { name: t('account.endSession') }).click();
    await stays(phone.page, sheet);
    // The next time it asks afresh.
    await sheet.getByRole('button', { name: t('common.cancel') }).click();
    await expect(sheet).toBeHidden();
    await phone.page.getByRole('button', { name: t('account.endOthers') }).click();
    await expect(sheet).toBeVisible();
    await expect(sheet.getByRole('alert')).toHaveCount(0);
  });
});
