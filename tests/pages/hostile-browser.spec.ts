import type { Page } from '@playwright/test';
import { memberApp } from '../fixtures/member-app.ts';
import { password } from '../fixtures/member-api.ts';
import { demoOperator } from '../fixtures/office-api.ts';
import { officeSize } from '../fixtures/office-window.ts';
import { expect, test } from '../fixtures/test.ts';

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
    await page.evaluate("void (location.hash = '#/pages/lang/lang')");
    await page.getByRole('button', { name: 'Français' }).click();
    await expect(page.locator('html[lang="fr"]')).toBeAttached();
    await page.evaluate("void (location.hash = '#/pages/information/information')");
    await expect(page.getByText(account).first()).toBeVisible();
    await expect(page.locator('html[lang="fr"]')).toBeAttached();
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
    await desk.page.getByRole('button', { name: operator.account, exact: true }).click();
    await desk.page.getByRole('menuitem', { name: '简体中文' }).click();
    await expect(desk.page.locator('html[lang="zh-CN"]')).toBeAttached();
    await expect(desk.page.getByRole('navigation').first()).toBeVisible();
    expect(desk.faults).toEqual([]);
  });
}

/** Replaces each text by elements, as the translation of a browser does, and does so again whenever a text comes. */
const translate = (page: Page): Promise<void> =>
  page.evaluate(`{
    const isDone = (text) => text.parentElement === null || text.parentElement.closest('font, script, style') !== null;
    const wrap = (root) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts = root.nodeType === Node.TEXT_NODE ? [root] : [];
      for (let text = walker.nextNode(); text !== null; text = walker.nextNode()) texts.push(text);
      for (const text of texts) {
        if (text.data.trim() === '' || isDone(text)) continue;
        const [outer, inner] = [document.createElement('font'), document.createElement('font')];
        inner.append(text.data);
        outer.append(inner);
        text.parentNode.replaceChild(outer, text);
      }
    };
    wrap(document.body);
    new MutationObserver((records) => {
      for (const { type, target, addedNodes } of records) {
        if (type === 'characterData') wrap(target);
        for (const node of addedNodes) wrap(node);
      }
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  }`);

const isFailure = (fault: string): boolean => fault.startsWith('uncaught') || fault.startsWith('console');

test('pages that a browser translates follow the matches and do not fail', async ({
  site,
  newMatch,
  newMemberPhone,
}) => {
  const match = await newMatch({ isNext: true });
  const { page, app, faults } = await newMemberPhone();
  const { t } = app;
  const main = page.getByRole('main');
  // Each state of a match that pages show in another way.
  const story = [
    { state: 'live', minute: '10', clockMinute: 10, score: { home: 0, away: 0 } },
    { minute: '12', clockMinute: 12, isSuspended: true },
    { minute: '14', clockMinute: 14, isSuspended: false, score: { home: 1, away: 0 } },
    { state: 'half_time', minute: 'HT', clockMinute: 45, ht: { home: 1, away: 0 } },
    { state: 'live', minute: '60', clockMinute: 60, score: { home: 2, away: 0 } },
  ] as const;
  const open = async (path: string, title: string | RegExp): Promise<void> => {
    await page.goto('about:blank');
    const streams = page.waitForRequest((request) => request.url().includes('/api/live?'));
    await page.goto(`${site.url}/#${path}`);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await streams;
    await translate(page);
  };

  await open(`/pages/invest/eventsinfo?id=${match.id}`, new RegExp(match.home));
  for (const change of story) await match.move(change);
  await expect(main.getByText('2–0', { exact: true }).first()).toBeVisible();
  await expect(main.getByText('1–0', { exact: true }).and(page.locator('h1 *'))).toHaveCount(0);

  await open('/', /./);
  await match.move({ score: { home: 3, away: 0 }, minute: '70', clockMinute: 70 });
  await expect(main.getByText(/^3$|^3–0$/).first()).toBeVisible();
  await match.move({ state: 'finished', minute: 'FT', clockMinute: 90 });
  await match.result({ ht: { home: 1, away: 0 }, ft: { home: 3, away: 0 } });
  await expect(main.getByRole('link', { name: new RegExp(match.home) })).toHaveCount(0);

  await open('/pages/checkin/checkin', t('rewards.checkIn'));
  await main.getByRole('button', { name: /^Check in/ }).click();
  await expect(main.getByText(t('rewards.taken'))).toBeVisible();
  await open('/pages/gamerecord/gamerecord', t('nav.records'));
  expect(faults.filter(isFailure)).toEqual([]);
  await expect(page.getByText(t('shell.pageFailed'))).toHaveCount(0);
});

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
  // The page to which a pause in typing leads.
  const address = `${site.url}/#/pages/invest/invest`;
  await page.goto(address);
  const search = page.locator('[data-search]').getByRole('searchbox');
  await search.fill('ger');
  await search.focus();
  await endComposition(page);
  await expect(search).toHaveValue('ger');
  await expect(page).toHaveURL(address);
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
