import type { AppMessages } from '@touchline/locales/gen/app-messages.gen';
import { formatMoney } from '@touchline/locales/format';
import { loadAppCatalogue } from '@touchline/locales/load-app';
import { lans, localeOf } from '@touchline/locales/locales';
import { createTranslator, type Translate } from '@touchline/locales/translator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFeed } from './feed.ts';
import { keyboardOf, plain, type Focused, type Keyboard } from './keyboard.ts';
import { memberApi, password, type MemberApi } from './member-api.ts';
import { officeApi } from './office-api.ts';
import { openPhone, type Phone } from './phone.ts';
import { openSite, type Site } from './site-under-test.ts';

const account = 'keys';
const money = (amount: string) => formatMoney(amount, { lan: 'en' });
/** The smallest picture there is. */
const voucher = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Opens a sheet again before the browser has reported that it closed. @returns whether it stays open */
const openCloseOpen = `(async () => {
  const opener = document.activeElement;
  const press = async (element) => {
    element.click();
    for (let turn = 0; turn < 20; turn += 1) await undefined;
  };
  await press(opener);
  const sheet = document.querySelector('dialog[open]');
  const closed = new Promise((done) => sheet.addEventListener('close', () => setTimeout(done), { once: true }));
  await press(sheet);
  await press(opener);
  await closed;
  return sheet.open;
})()`;

const exactly = (text: string): RegExp =>
  new RegExp(`^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}$`);

describe('the app by keyboard alone, and what a screen reader hears', () => {
  let site: Site;
  let phone: Phone;
  let keys: Keyboard;
  let api: MemberApi;
  let t: Translate<AppMessages>;

  beforeAll(async () => {
    site = await openSite({
      OFFICE_DEMO: 'true',
      REPLAY: 'false',
      WITHDRAW_DAYS: '1,2,3,4,5,6,7',
      WITHDRAW_PASSWORD_ABOVE: '40',
      PAYOUT_SANDBOX_SECONDS: '1',
      PAYOUT_COOLING_HOURS: '0',
      CHAIN_POLL_SECONDS: '1',
    });
    const feed = await openFeed(site.database);
    await feed.announce('Rovers', 'United', new Date(Date.now() + 3 * 3_600_000));
    api = memberApi(site.url);
    await api.register(account);
    await api.call('walletSave', {
      type: 'usdt-trc20',
      address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
      password,
    });
    t = createTranslator<AppMessages>('en', await loadAppCatalogue('en'));
    phone = await openPhone(site.browser);
    keys = await keyboardOf(phone.page);
  });
  afterAll(() => site?.close());

  /** Waits until something has the focus: pages and sheets take a moment to come. */
  const focusOn = async (wanted: Partial<Focused>): Promise<void> => {
    await expect.poll(async () => keys.focused(), { timeout: 15_000 }).toMatchObject(wanted);
  };
  /** A page has come: its title has the focus, and the document is called so. */
  const pageOpens = async (name: string | RegExp): Promise<void> => {
    await focusOn({
      role: 'heading',
      name: expect.stringMatching(typeof name === 'string' ? exactly(name) : name),
    });
    await expect
      .poll(async () => plain(await phone.page.title()))
      .toContain(typeof name === 'string' ? name : 'Home');
  };
  const hears = async (text: string | RegExp, timeout = 10_000): Promise<void> => {
    const all: string[] = [];
    await expect
      .poll(
        async () => {
          all.push(...(await keys.heard()));
          return all.join('\n');
        },
        { timeout },
      )
      .toMatch(text);
  };
  /** Goes once round an open sheet. @returns the stops of it */
  const roundTheSheet = async (): Promise<string[]> => {
    const stops: string[] = [];
    for (let stop = 0; stop < 40; stop += 1) {
      await keys.press('Tab');
      const { role, name, isVisible } = await keys.focused();
      const where = await phone.page.evaluate(
        `document.activeElement === document.body ? 'browser' : document.activeElement.closest('dialog[open]') ? 'in' : 'out'`,
      );
      expect({ role, name, where }).not.toMatchObject({ where: 'out' });
      // After its last stop come the browser's own buttons, and the first again.
      if (where === 'browser') continue;
      expect({ role, name, isVisible }).toMatchObject({ isVisible: true });
      if (stops.includes(`${role} ${name}`)) break;
      stops.push(`${role} ${name}`);
    }
    return stops;
  };
  /** Opens home afresh, as its address does. */
  const home = async (): Promise<void> => {
    await phone.page.goto('about:blank');
    await phone.page.goto(site.url);
    await phone.page.getByRole('heading', { level: 1, name: t('tab.home') }).waitFor();
    await keys.heard();
  };

  it('signs in, and hears each error at its field', async () => {
    const { page } = phone;
    await page.goto(site.url);
    await page.getByRole('heading', { level: 1, name: t('nav.login') }).waitFor();

    // Each language is named in itself, and none is chosen before Enter.
    const language = await keys.tabTo('link', /^Language/);
    expect(language.isVisible).toBe(true);
    await keys.press('Enter');
    await pageOpens(t('nav.lang'));
    for (const lan of lans) {
      const { name, dir } = localeOf(lan);
      await keys.tabTo('button', new RegExp(`^${name}`));
      const named = `[document.activeElement.querySelector('[lang]').lang, document.activeElement.querySelector('[lang]').dir]`;
      expect(await page.evaluate(named)).toEqual([lan, dir]);
      await keys.press('ArrowDown');
    }
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
    await keys.tabTo('button', t('common.back'));
    await keys.press('Enter');
    await pageOpens(t('nav.login'));

    // Sent empty: the first wrong field has the focus and its error.
    await keys.tabTo('textbox', t('login.account'));
    await keys.press('Enter');
    await focusOn({ role: 'textbox', name: t('login.account'), description: t('form.accountEmpty') });
    expect((await keys.focused()).states).toMatchObject({ invalid: 'true' });
    await page.getByText(t('form.passwordEmpty')).waitFor();
    await keys.type(account);
    const field = await keys.tabTo('textbox', t('form.password'));
    expect(field.isVisible).toBe(true);
    await focusOn({ role: 'textbox', name: t('form.password'), description: t('form.passwordEmpty') });
    await keys.type('not-the-password');
    const eye = await keys.tabTo('button', t('form.showPassword'));
    expect(eye.states).toMatchObject({ pressed: 'false' });
    await keys.press('Space');
    expect((await keys.focused()).states).toMatchObject({ pressed: 'true' });
    await keys.press('Space', 'Shift+Tab', 'Enter');
    await hears(/password/i);
    await focusOn({ role: 'textbox', name: t('form.password') });
    expect((await keys.focused()).description).toMatch(/password/i);
    await keys.type(password);
    await keys.press('Enter');
    await pageOpens(/Home$/);
  });

  it('picks a score on the grid, sets a stake, places the bet and reads the receipt', async () => {
    const { page } = phone;
    await home();
    await keys.tabTo('link', 'Rovers – United');
    await keys.press('Enter');
    await pageOpens('Rovers – United');
    const score = await keys.tabTo('button', new RegExp(`^${t('event.group.score')} \\d+$`));
    expect(score.states).toMatchObject({ pressed: 'false' });
    await keys.press('Enter');

    // The grid is one stop; arrows move in the visual order, and it is announced as a table.
    await keys.tabTo('button', /^0–0, /);
    await keys.press('ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowUp', 'ArrowLeft', 'ArrowRight');
    const cell = await keys.focused();
    expect(cell).toMatchObject({ role: 'button', name: expect.stringMatching(/^1–1, \d/), isVisible: true });
    const grid = page.getByRole('grid', { name: /Rovers.*United/ });
    await expect.poll(() => grid.getByRole('columnheader').count()).toBe(6);
    await expect.poll(() => grid.getByRole('row').nth(2).getByRole('gridcell').count()).toBe(5);
    await expect.poll(() => grid.getByRole('rowheader', { name: 'Rovers 1' }).count()).toBe(1);

    // The slip: the focus goes in, to the stake; it stays in; Escape gives it back.
    await keys.press('Enter');
    await focusOn({ role: 'textbox', name: t('slip.stake') });
    const stops = await roundTheSheet();
    expect(stops).toEqual(expect.arrayContaining([`textbox ${t('slip.stake')}`, 'button 1']));
    await keys.press('Escape');
    await focusOn({ role: 'button', name: cell.name });
    expect((await keys.focused()).states).toMatchObject({ pressed: 'true' });

    // Its bar opens it again. What is typed and what is wrong are read out.
    const bar = await keys.tabTo('button', new RegExp(`^${t('slip.open')}`));
    await keys.press('Enter');
    await focusOn({ role: 'textbox', name: t('slip.stake') });
    await keys.heard();
    await keys.type('9999');
    await hears(/9,999[\s\S]*maximum stake/i);
    expect((await keys.focused()).states).toMatchObject({ invalid: 'true' });
    await keys.press('Escape');
    await focusOn({ role: 'button', name: bar.name });
    await keys.press('Enter');
    await focusOn({ role: 'textbox', name: t('slip.stake') });
    await keys.press('Delete');

    // The pad is one stop too.
    await keys.press('Tab');
    await focusOn({ role: 'button', name: '1', isVisible: true });
    await keys.press('ArrowRight', 'ArrowDown');
    await focusOn({ role: 'button', name: '5' });
    await keys.press('Enter', 'ArrowRight', 'ArrowRight');
    await focusOn({ role: 'button', name: t('slip.add', { amount: 20 }) });
    await keys.press('Space');
    await hears(/25/);
    await keys.press('Tab');
    await focusOn({ role: 'button', name: t('slip.place', { amount: money('25.00') }), isVisible: true });
    await keys.press('Enter');

    // The receipt has the focus, and its end leads back to the page.
    await focusOn({ role: 'paragraph', text: t('slip.placed') });
    expect(await api.call('orderList', { tab: 'all' })).toMatchObject({ total: 1 });
    await expect.poll(() => page.getByRole('dialog', { name: t('slip.placed') }).count()).toBe(1);
    await keys.tabTo('button', t('slip.done'));
    await keys.press('Enter');
    await focusOn({ role: 'heading', name: 'Rovers – United' });
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  });

  it('withdraws: amount, confirmation with the password, done, and hears it being paid', async () => {
    await home();
    await keys.tabTo('link', t('tab.mine'));
    await keys.press('Enter');
    await pageOpens(t('nav.mine'));
    await keys.tabTo('link', t('nav.withdraw'));
    await keys.press('Enter');
    await pageOpens(t('nav.withdraw'));
    const payout = await keys.tabTo('button', /TR7N/);
    await keys.press('Enter');

    await focusOn({ role: 'textbox', name: t('cashier.amount') });
    await keys.heard();
    await keys.type('60');
    await hears(/60/);
    await roundTheSheet();
    await keys.tabTo('button', t('cashier.check'));
    await keys.press('Enter');
    await focusOn({ role: 'heading', name: t('nav.withdraw') });
    const proof = await keys.tabTo('textbox', t('form.password'));
    expect(proof.description).toBe(t('cashier.passwordWhy', { limit: '40.00' }));
    await keys.tabTo('button', t('cashier.withdrawNow'));
    await keys.press('Enter');
    await focusOn({ role: 'textbox', name: t('form.password'), description: t('form.passwordEmpty') });
    await keys.type(password);
    await keys.press('Enter');
    await focusOn({ role: 'paragraph', text: t('cashier.withdrawAsked') });
    await keys.tabTo('button', t('slip.done'));
    await keys.press('Enter');
    await focusOn({ role: 'button', name: payout.name });

    // It moves by itself, and says so once.
    await keys.heard();
    const [asked] = (await api.call('withdrawList', {})).list;
    const { id: member } = await api.call('userInfo', {});
    const office = await officeApi(site.url, site.dataDir, 'cashier1');
    await office.call('officeWithdrawDecide', {
      member,
      id: asked?.id ?? '',
      version: 0,
      decision: 'approve',
    });
    const all: string[] = [];
    const paid = t('cashier.withdrawal.success');
    await expect
      .poll(async () => all.push(...(await keys.heard())) > 0 && all.includes(paid), { timeout: 30_000 })
      .toBe(true);
    expect(all.filter((text) => text === paid)).toHaveLength(1);
    expect(all.length).toBeLessThanOrEqual(4);
  });

  it('recharges: way, amount, payment page, voucher, and hears it arrive', async () => {
    const { page } = phone;
    await home();
    await keys.tabTo('link', t('nav.recharge'));
    await keys.press('Enter');
    await pageOpens(t('nav.recharge'));
    const way = await keys.tabTo('button', new RegExp(`^${t('cashier.channel.scan-code')}`));
    await keys.press('Enter');
    await focusOn({ role: 'textbox', name: t('cashier.amount') });
    await keys.press('Escape');
    await focusOn({ role: 'button', name: way.name });
    expect(await page.evaluate(openCloseOpen)).toBe(true);
    await focusOn({ role: 'textbox', name: t('cashier.amount') });
    await keys.heard();

    // Too much first: the note says why, and belongs to the amount.
    await keys.type('99999');
    await hears(/5,000/);
    expect(await keys.focused()).toMatchObject({
      description: expect.stringMatching(/5,000/),
      states: { invalid: 'true' },
    });
    await keys.press('Delete', '3', '0');
    await keys.tabTo('button', t('cashier.continueWith', { amount: money('30.00') }));
    await keys.press('Enter');
    await pageOpens(t('cashier.channel.scan-code'));

    await keys.heard();
    await keys.tabTo('button', `${t('cashier.copy')} ${t('cashier.reference')}`);
    await keys.press('Enter');
    await hears(new RegExp(`${t('copy.content')}|${t('copy.manually')}`));

    // The browser hands its question over from now on; asked for later, it may be late for the key.
    const choosing = page.waitForEvent('filechooser');
    const field = await keys.tabTo('button', t('cashier.addVoucher'));
    expect(field.isVisible).toBe(true);
    await keys.press('Enter');
    await (await choosing).setFiles({ name: 'voucher.png', mimeType: 'image/png', buffer: voucher });
    await hears(t('cashier.voucherAdded'));
    await focusOn({ role: 'button', name: t('cashier.replaceVoucher') });

    // Somebody pays on another phone.
    await keys.tabTo('button', t('common.back'));
    const [recharge] = (await api.call('rechargeList', { page: 1, limit: 1 })).list;
    const other = await openPhone(site.browser);
    await other.page.goto(recharge?.qr ?? '');
    await other.page.locator('button.main').press('Enter');
    await hears(t('cashier.success'), 30_000);
    await page.getByText(t('cashier.successText')).waitFor();
    await other.close();
    expect(phone.faults).toEqual([]);
  });
});
