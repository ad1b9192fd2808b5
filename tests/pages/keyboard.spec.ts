import { lans, localeOf } from '@touchline/locales/locales';
import { keyboardOf, plain, type FocusedLike } from '../fixtures/keyboard.ts';
import { password } from '../fixtures/member-api.ts';
import { memberApp } from '../fixtures/member-app.ts';
import { officeApi } from '../fixtures/office-api.ts';
import type { Phone } from '../fixtures/phone.ts';
import { expect, test } from '../fixtures/test.ts';

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

/** Where the focus is, as the page sees it. */
const focusPlace = `document.activeElement === document.body ? 'browser' : document.activeElement.closest('dialog[open]') ? 'in' : 'out'`;

/** A phone that is used by its keyboard alone, with the ears of a screen reader, before a page is opened. */
const blindly = async ({ page }: Phone) => {
  const keys = await keyboardOf(page);

  const focusOn = (wanted: FocusedLike): Promise<void> =>
    expect.poll(() => keys.focused()).toMatchObject(wanted);

  return {
    ...keys,
    /** Waits until something has the focus. */
    focusOn,
    /** A page has come: its title has the focus, and the document has its name. */
    pageOpens: async (name: string): Promise<void> => {
      await focusOn({ role: 'heading', name: expect.stringMatching(exactly(name)) });
      await expect.poll(async () => plain(await page.title())).toContain(name);
    },
    hears: async (text: string | RegExp): Promise<void> => {
      const all: string[] = [];
      await expect
        .poll(async () => {
          all.push(...(await keys.heard()));
          return all.join('\n');
        })
        .toMatch(text);
    },
    /** Goes once round an open sheet. @returns the stops of it */
    roundTheSheet: async (): Promise<string[]> => {
      const stops: string[] = [];
      for (let stop = 0; stop < 40; stop += 1) {
        await keys.press('Tab');
        const { role, name, isVisible } = await keys.focused();
        const where = await page.evaluate(focusPlace);
        expect({ role, name, where }).not.toMatchObject({ where: 'out' });
        // After its last stop come the browser's own buttons, and the first again.
        if (where === 'browser') continue;
        expect({ role, name, isVisible }).toMatchObject({ isVisible: true });
        if (stops.includes(`${role} ${name}`)) break;
        stops.push(`${role} ${name}`);
      }
      return stops;
    },
  };
};

test('a member signs in by keys, and hears each error at its field', async ({ site, phone, newMember }) => {
  const { account } = await newMember();
  const { page } = phone;
  const keys = await blindly(phone);
  const { t } = await memberApp(page, 'en');
  await page.goto(site.url);
  await expect(page.getByRole('heading', { level: 1, name: t('nav.login') })).toBeVisible();

  await test.step('each language is named in itself, and none is chosen before Enter', async () => {
    const language = await keys.tabTo('link', /^Language/);
    expect(language.isVisible).toBe(true);
    await keys.press('Enter');
    await keys.pageOpens(t('nav.lang'));
    for (const lan of lans) {
      const { name, dir } = localeOf(lan);
      await keys.tabTo('button', new RegExp(`^${name}`));
      const named = `[document.activeElement.querySelector('[lang]').lang, document.activeElement.querySelector('[lang]').dir]`;
      expect(await page.evaluate(named)).toEqual([lan, dir]);
      await keys.press('ArrowDown');
    }
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await keys.tabTo('button', t('common.back'));
    await keys.press('Enter');
    await keys.pageOpens(t('nav.login'));
  });

  await test.step('sent empty, the first wrong field has the focus and its error', async () => {
    await keys.tabTo('textbox', t('login.account'));
    await keys.press('Enter');
    await keys.focusOn({
      role: 'textbox',
      name: t('login.account'),
      description: t('form.accountEmpty'),
      states: expect.objectContaining({ invalid: 'true' }),
    });
    await expect(page.getByText(t('form.passwordEmpty'))).toBeVisible();
    await keys.type(account);
    const field = await keys.tabTo('textbox', t('form.password'));
    expect(field.isVisible).toBe(true);
    await keys.focusOn({
      role: 'textbox',
      name: t('form.password'),
      description: t('form.passwordEmpty'),
    });
  });

  await test.step('the password is shown and hidden, refused and accepted', async () => {
    await keys.type('not-the-password');
    const eye = await keys.tabTo('button', t('form.showPassword'));
    expect(eye.states).toMatchObject({ pressed: 'false' });
    await keys.press('Space');
    await keys.focusOn({ states: expect.objectContaining({ pressed: 'true' }) });
    await keys.press('Space', 'Shift+Tab', 'Enter');
    await keys.hears(/password/i);
    await keys.focusOn({
      role: 'textbox',
      name: t('form.password'),
      description: expect.stringMatching(/password/i),
    });
    await keys.type(password);
    await keys.press('Enter');
    await keys.focusOn({ role: 'heading', name: expect.stringMatching(/Home$/) });
    await expect.poll(() => page.title()).toContain('Home');
  });
  expect(phone.faults.filter((fault) => !fault.includes('login'))).toEqual([]);
});

test('a member picks a score on the grid by keys, sets a stake, places the bet and hears the receipt', async ({
  site,
  newMemberPhone,
  newMatch,
}) => {
  const { home, away } = await newMatch({ isNext: true });
  const title = `${home} – ${away}`;
  const phone = await newMemberPhone();
  const {
    page,
    app: { t, money },
    api,
  } = phone;
  const keys = await blindly(phone);
  await page.goto(site.url);
  await expect(page.getByRole('heading', { level: 1, name: t('tab.home') })).toBeVisible();

  const cell =
    await test.step('the grid is one stop; arrows move in the visual order, and it is announced as a table', async () => {
      await keys.tabTo('link', title);
      await keys.press('Enter');
      await keys.pageOpens(title);
      const score = await keys.tabTo('button', new RegExp(`^${t('event.group.score')} \\d+$`));
      expect(score.states).toMatchObject({ pressed: 'false' });
      await keys.press('Enter');
      await keys.tabTo('button', /^0–0, /);
      await keys.press('ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowUp', 'ArrowLeft', 'ArrowRight');
      await keys.focusOn({ role: 'button', name: expect.stringMatching(/^1–1, \d/), isVisible: true });
      const grid = page.getByRole('grid', { name: new RegExp(`${home}.*${away}`) });
      await expect(grid.getByRole('columnheader')).toHaveCount(6);
      await expect(grid.getByRole('row').nth(2).getByRole('gridcell')).toHaveCount(5);
      await expect(grid.getByRole('rowheader', { name: `${home} 1` })).toHaveCount(1);
      return keys.focused();
    });

  await test.step('the focus goes into the slip, to the stake, stays in it, and Escape gives it back', async () => {
    await keys.press('Enter');
    await keys.focusOn({ role: 'textbox', name: t('slip.stake') });
    const stops = await keys.roundTheSheet();
    expect(stops).toEqual(expect.arrayContaining([`textbox ${t('slip.stake')}`, 'button 1']));
    await keys.press('Escape');
    await keys.focusOn({
      role: 'button',
      name: cell.name,
      states: expect.objectContaining({ pressed: 'true' }),
    });
  });

  await test.step('its bar opens it again; what is typed and what is wrong are read out', async () => {
    const bar = await keys.tabTo('button', new RegExp(`^${t('slip.open')}`));
    await keys.press('Enter');
    await keys.focusOn({ role: 'textbox', name: t('slip.stake') });
    await keys.heard();
    await keys.type('9999');
    await keys.hears(/9,999[\s\S]*maximum stake/i);
    await keys.focusOn({ states: expect.objectContaining({ invalid: 'true' }) });
    await keys.press('Escape');
    await keys.focusOn({ role: 'button', name: bar.name });
    await keys.press('Enter');
    await keys.focusOn({ role: 'textbox', name: t('slip.stake') });
    await keys.press('Delete');
  });

  await test.step('the pad is one stop too', async () => {
    await keys.press('Tab');
    await keys.focusOn({ role: 'button', name: '1', isVisible: true });
    await keys.press('ArrowRight', 'ArrowDown');
    await keys.focusOn({ role: 'button', name: '5' });
    await keys.press('Enter', 'ArrowRight', 'ArrowRight');
    await keys.focusOn({ role: 'button', name: t('slip.add', { amount: 20 }) });
    await keys.press('Space');
    await keys.hears(/25/);
    await keys.press('Tab');
    await keys.focusOn({
      role: 'button',
      name: t('slip.place', { amount: money('25.00') }),
      isVisible: true,
    });
    await keys.press('Enter');
  });

  await test.step('the receipt has the focus, and its end leads back to the page', async () => {
    await keys.focusOn({ role: 'paragraph', text: t('slip.placed') });
    expect(await api.call('orderList', { tab: 'all' })).toMatchObject({ total: 1 });
    await expect(page.getByRole('dialog', { name: t('slip.placed') })).toHaveCount(1);
    await keys.tabTo('button', t('slip.done'));
    await keys.press('Enter');
    await keys.focusOn({ role: 'heading', name: title });
    await expect(page.getByRole('dialog')).toBeHidden();
  });
  expect(phone.faults).toEqual([]);
});

test('a member withdraws by keys: amount, confirmation with the password, done, and hears it being paid', async ({
  site,
  newMemberPhone,
}) => {
  const phone = await newMemberPhone();
  const {
    page,
    app: { t },
    api,
    session: { user },
  } = phone;
  const keys = await blindly(phone);
  const address = 'THVmXun9u721tBiYcT3VfLQKcwYBmoY1xX';
  await api.call('walletSave', { type: 'usdt-trc20', address, password });
  await page.goto(site.url);
  await expect(page.getByRole('heading', { level: 1, name: t('tab.home') })).toBeVisible();

  await keys.tabTo('link', t('tab.mine'));
  await keys.press('Enter');
  await keys.pageOpens(t('nav.mine'));
  await keys.tabTo('link', t('nav.withdraw'));
  await keys.press('Enter');
  await keys.pageOpens(t('nav.withdraw'));
  const payout = await keys.tabTo('button', /THVm/);
  await keys.press('Enter');

  await keys.focusOn({ role: 'textbox', name: t('cashier.amount') });
  await keys.heard();
  await keys.type('60');
  await keys.hears(/60/);
  await keys.roundTheSheet();
  await keys.tabTo('button', t('cashier.check'));
  await keys.press('Enter');
  await keys.focusOn({ role: 'heading', name: t('nav.withdraw') });
  const proof = await keys.tabTo('textbox', t('form.password'));
  expect(proof.description).toBe(t('cashier.passwordWhy', { limit: '40.00' }));
  await keys.tabTo('button', t('cashier.withdrawNow'));
  await keys.press('Enter');
  await keys.focusOn({
    role: 'textbox',
    name: t('form.password'),
    description: t('form.passwordEmpty'),
  });
  await keys.type(password);
  await keys.press('Enter');
  await keys.focusOn({ role: 'paragraph', text: t('cashier.withdrawAsked') });
  await keys.tabTo('button', t('slip.done'));
  await keys.press('Enter');
  await keys.focusOn({ role: 'button', name: payout.name });

  // It is paid without a key, and that is heard once.
  await keys.heard();
  const [asked] = (await api.call('withdrawList', {})).list;
  const office = await officeApi(site.url, site.dataDir, 'cashier1');
  const decision = { member: user.id, id: asked?.id ?? '', version: 0, decision: 'approve' } as const;
  await office.call('officeWithdrawDecide', decision);
  const all: string[] = [];
  const paid = t('cashier.withdrawal.finished');
  await expect
    .poll(async () => {
      all.push(...(await keys.heard()));
      return all;
    })
    .toContain(paid);
  expect(all.filter((text) => text === paid)).toHaveLength(1);
  expect(all.length).toBeLessThanOrEqual(4);
  expect(phone.faults).toEqual([]);
});

test('a member recharges by keys: way, amount, payment page, voucher, and hears it arrive', async ({
  site,
  newMemberPhone,
  newPhone,
}) => {
  const phone = await newMemberPhone();
  const {
    page,
    app: { t, money },
    api,
  } = phone;
  const keys = await blindly(phone);
  await page.goto(site.url);
  await expect(page.getByRole('heading', { level: 1, name: t('tab.home') })).toBeVisible();

  await test.step('a way opens a sheet, and opens it again while it closes', async () => {
    await keys.tabTo('link', t('nav.recharge'));
    await keys.press('Enter');
    await keys.pageOpens(t('nav.recharge'));
    const way = await keys.tabTo('button', new RegExp(`^${t('cashier.channel.scan-code')}`));
    await keys.press('Enter');
    await keys.focusOn({ role: 'textbox', name: t('cashier.amount') });
    await keys.press('Escape');
    await keys.focusOn({ role: 'button', name: way.name });
    expect(await page.evaluate(openCloseOpen)).toBe(true);
    await keys.focusOn({ role: 'textbox', name: t('cashier.amount') });
  });

  await test.step('the note on too large an amount belongs to the amount', async () => {
    await keys.heard();
    await keys.type('99999');
    await keys.hears(/5,000/);
    await keys.focusOn({
      description: expect.stringMatching(/5,000/),
      states: expect.objectContaining({ invalid: 'true' }),
    });
    await keys.press('Delete', '3', '0');
    await keys.tabTo('button', t('cashier.continueWith', { amount: money('30.00') }));
    await keys.press('Enter');
    await keys.pageOpens(t('cashier.channel.scan-code'));
  });

  await test.step('the reference is copied, and a voucher is added', async () => {
    await keys.heard();
    await keys.tabTo('button', `${t('cashier.copy')} ${t('cashier.reference')}`);
    await keys.press('Enter');
    await keys.hears(new RegExp(`${t('copy.content')}|${t('copy.manually')}`));
    // The browser hands its question over from now on; asked for later, it may be late for the key.
    const choosing = page.waitForEvent('filechooser');
    const field = await keys.tabTo('button', t('cashier.addVoucher'));
    expect(field.isVisible).toBe(true);
    await keys.press('Enter');
    await (await choosing).setFiles({ name: 'voucher.png', mimeType: 'image/png', buffer: voucher });
    await keys.hears(t('cashier.voucherAdded'));
    await keys.focusOn({ role: 'button', name: t('cashier.replaceVoucher') });
  });

  await test.step('it is paid on another phone, and that is heard', async () => {
    await keys.tabTo('button', t('common.back'));
    const [recharge] = (await api.call('rechargeList', { page: 1, limit: 1 })).list;
    const other = await newPhone();
    await other.page.goto(recharge?.qr ?? '');
    await other.page.locator('button.main').press('Enter');
    await keys.hears(t('cashier.success'));
    await expect(page.getByText(t('cashier.successText'))).toBeVisible();
  });
  expect(phone.faults).toEqual([]);
});
