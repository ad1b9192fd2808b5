import type { Page } from '@playwright/test';
import { memberApp } from './member-app.ts';
import { password } from './member-api.ts';
import { demoOperator } from './office-api.ts';
import { officeSize } from './office-window.ts';
import { expect, test } from './test.ts';

/** What a browser refuses, as scripts that run before each page. */
const refusals = {
  'all storage': `
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
      Object.defineProperty(globalThis, name, { get() { throw new DOMException('no', 'SecurityError') } });`,
  'storage that is null': `
    for (const name of ['localStorage', 'indexedDB'])
      Object.defineProperty(globalThis, name, { value: null });`,
  'writing to a full storage': `
    Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') };
    IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError') };`,
  'locks and channels': `
    navigator.locks.request = () => Promise.reject(new DOMException('no', 'SecurityError'));
    globalThis.BroadcastChannel = class { constructor() { throw new DOMException('no', 'SecurityError') } };`,
} as const;

for (const [what, script] of Object.entries(refusals)) {
  test(`where a browser refuses ${what}, members and operators sign in and stay so`, async ({
    site,
    newPhone,
    newMember,
  }) => {
    const { account } = await newMember();
    const { page, faults } = await newPhone();
    const app = await memberApp(page, 'en');
    await page.addInitScript(script);
    await page.goto(site.url);
    await page.getByLabel(app.t('login.account')).fill(account);
    await page.getByLabel(app.t('form.password'), { exact: true }).fill(password);
    await page.getByRole('button', { name: app.t('login.submit'), exact: true }).click();
    await expect(page.getByText(app.money('1000.00'), { exact: true }).first()).toBeVisible();
    await app.openTab('records');
    await app.openTab('mine');
    await expect(page.getByText(account).first()).toBeVisible();
    expect(faults).toEqual([]);

    const desk = await newPhone(officeSize);
    const operator = await demoOperator(site.dataDir, 'auditor');
    await desk.page.addInitScript(script);
    await desk.page.goto(`${site.url}/office/`);
    await desk.page.getByLabel('Account', { exact: true }).fill(operator.account);
    await desk.page.getByLabel('Password', { exact: true }).fill(operator.password);
    await desk.page.keyboard.press('Enter');
    await expect(desk.page.getByRole('navigation').first()).toBeVisible();
    await desk.page.evaluate("void (location.hash = '#/matches')");
    await expect(desk.page.locator('[data-search]').first()).toBeVisible();
    expect(desk.faults).toEqual([]);
  });
}

/** Presses Enter as an input method does that ends a composition with it, and as Safari does afterwards. */
const endComposition = (page: Page): Promise<void> =>
  page.evaluate(`
    for (const init of [{ isComposing: true, keyCode: 13 }, { isComposing: false, keyCode: 229 }])
      for (const kind of ['keydown', 'keyup'])
        document.activeElement.dispatchEvent(
          new KeyboardEvent(kind, { key: 'Enter', bubbles: true, cancelable: true, ...init }),
        );
  `);

test('Enter that ends a composition sends nothing, in both apps', async ({
  site,
  newMemberPhone,
  newOperatorWindow,
}) => {
  const { page } = await newMemberPhone({ width: 1440, height: 900 });
  await page.goto(site.url);
  const search = page.locator('[data-search]').getByRole('searchbox');
  await search.fill('ger');
  await search.focus();
  const address = page.url();
  await endComposition(page);
  await expect(search).toHaveValue('ger');
  expect(page.url()).toBe(address);
  await search.press('Enter');
  await expect(page).not.toHaveURL(address);

  const desk = await newOperatorWindow(site, 'auditor');
  await desk.page.evaluate("void (location.hash = '#/matches')");
  const field = desk.page.locator('[data-search]').first();
  await field.fill('ger');
  await endComposition(desk.page);
  await expect(field).toBeFocused();
  await field.press('Enter');
  await expect(field).not.toBeFocused();
});
