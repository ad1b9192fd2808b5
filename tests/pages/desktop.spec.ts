import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Page } from '@playwright/test';
import { keyboardOf, type FocusedLike, type Keyboard } from '../fixtures/keyboard.ts';
import { password } from '../fixtures/member-api.ts';
import { memberApp } from '../fixtures/member-app.ts';
import { officeApi } from '../fixtures/office-api.ts';
import { violations } from '../fixtures/screen-check.ts';
import { expect, test, type MemberPhoneOptions } from '../fixtures/test.ts';

const desk = { width: 1440, height: 900 } satisfies MemberPhoneOptions;
const soon = (hours: number) => new Date(Date.now() + hours * 3_600_000);

const Box = Type.Object({ left: Type.Number(), right: Type.Number(), top: Type.Number() });
const boxesOf = `(() => Object.fromEntries(Object.entries({
  filters: '[data-search]', page: 'main', slip: '[data-slip]',
}).map(([name, selector]) => {
  const { left, right, top } = document.querySelector(selector).getBoundingClientRect();
  return [name, { left, right, top }];
})))()`;
const Boxes = Type.Object({ filters: Box, page: Box, slip: Box });

const boxes = async (page: Page) => Value.Parse(Boxes, await page.evaluate(boxesOf));

const focusOn = (keys: Keyboard, wanted: FocusedLike): Promise<void> =>
  expect.poll(() => keys.focused()).toMatchObject(wanted);

test('a bet is placed with the keyboard alone, from the sign-in to the receipt', async ({
  site,
  newPhone,
  newMember,
  newMatch,
}) => {
  const { account, api } = await newMember();
  // The list has a section for each day: one time keeps both in the same section at any hour.
  const kickOff = soon(3);
  const match = await newMatch({ kickOff });
  const other = await newMatch({ home: 'Albion', away: 'Harriers', kickOff });
  const { page, faults } = await newPhone(desk);
  const keys = await keyboardOf(page);
  const { t, money } = await memberApp(page, 'en');
  const slip = page.getByRole('region', { name: t('slip.title') });

  await test.step('signs in', async () => {
    await page.goto(site.url);
    await expect(page.getByRole('heading', { level: 1, name: t('nav.login') })).toBeVisible();
    await keys.tabTo('textbox', t('login.account'));
    await keys.type(account);
    await keys.tabTo('textbox', t('form.password'));
    await keys.type(password);
    await keys.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: t('nav.home') })).toBeVisible();
  });

  await test.step('finds a match', async () => {
    // The first stop leads past the head and the filters.
    await page.reload();
    await expect(slip).toBeVisible();
    await keys.tabTo('button', t('shell.skip'));
    await keys.press('Enter');
    await focusOn(keys, { role: 'heading', name: t('nav.home') });

    // One key to the search, one list of what it finds.
    await expect(page.getByRole('searchbox')).toBeVisible();
    await keys.press('/');
    await focusOn(keys, { role: 'searchbox', isVisible: true });
    await keys.type(match.home);
    await expect(page.getByRole('heading', { level: 1, name: t('nav.invest') })).toBeVisible();
    await expect(
      page.getByRole('link', { name: `${match.home} – ${match.away}`, exact: true }),
    ).toBeVisible();
    await expect(page.getByRole('link', { name: `${other.home} – ${other.away}` })).toHaveCount(0);
    // A field keeps its letters.
    await focusOn(keys, { role: 'searchbox' });
    await keys.press('Escape');
    await focusOn(keys, { role: 'heading', name: t('nav.invest') });
  });

  await test.step('picks a price and places the bet', async () => {
    // Arrows move among the prices of the match.
    const home = await keys.tabTo('button', new RegExp(`^${match.home} to win, \\d`));
    await keys.press('ArrowRight');
    await focusOn(keys, { role: 'button', name: expect.stringMatching(/draw/i), isVisible: true });
    await keys.press('ArrowLeft');
    await focusOn(keys, { role: 'button', name: home.name });
    await keys.press('Enter');
    await focusOn(keys, { states: expect.objectContaining({ pressed: 'true' }) });

    await keys.press('b');
    await focusOn(keys, { role: 'textbox', name: t('slip.stake'), isVisible: true });
    await keys.type('25');
    const place = t('slip.place', { amount: money('25.00') });
    await expect(slip.getByRole('button', { name: place })).toBeEnabled();
    await keys.press('Enter');
    await expect(slip.getByText(t('slip.placed'))).toBeVisible();
    expect((await api.call('orderList', { tab: 'all' })).total).toBe(1);
    // The receipt has the focus; what is open is below it.
    await focusOn(keys, { role: 'paragraph', text: t('slip.placed') });
    const open = page.getByRole('region', { name: t('nav.investment') });
    await expect(open.getByText(match.home).first()).toBeVisible();
    await keys.tabTo('button', t('slip.done'));
    await keys.press('Enter');
    await expect(page.getByText(t('slip.emptyTitle'))).toBeVisible();
    // What had the focus is gone: the slip keeps it.
    await focusOn(keys, { role: 'heading', name: t('slip.title') });
  });
  expect(faults).toEqual([]);
});

test('the shortcuts are listed, and single keys can be turned off', async ({ site, newMemberPhone }) => {
  const {
    page,
    app: { t },
  } = await newMemberPhone(desk);
  const keys = await keyboardOf(page);
  const list = page.getByRole('dialog', { name: t('keys.title') });
  const turnLetters = async () => {
    await expect(list).toBeVisible();
    await keys.tabTo('switch', t('keys.letters'));
    await keys.press('Space', 'Escape');
    await expect(list).toBeHidden();
  };
  await page.goto(`${site.url}/#/pages/invest/invest`);
  await expect(page.getByRole('region', { name: t('slip.title') })).toBeVisible();
  await expect(page.getByRole('button', { name: t('keys.title') })).toBeVisible();
  await expect(page.getByRole('searchbox')).toBeVisible();
  await keys.press('/');
  await focusOn(keys, { role: 'searchbox' });
  await keys.press('Escape');
  await focusOn(keys, { role: 'heading', name: t('nav.invest') });
  await keys.press('?');
  await turnLetters();
  await keys.press('Escape', '/');
  await focusOn(keys, { role: 'heading', name: t('nav.invest') });
  // The button stays.
  await keys.press('Shift+Tab');
  await page.getByRole('button', { name: t('keys.title') }).press('Enter');
  await turnLetters();
  await keys.press('Escape', '/');
  await focusOn(keys, { role: 'searchbox' });
});

test('Enter in the search field searches everything, from any page', async ({
  site,
  newMemberPhone,
  newMatch,
}) => {
  const match = await newMatch();
  const other = await newMatch({ home: 'Albion', away: 'Harriers' });
  const { page, app } = await newMemberPhone(desk);
  const field = page.locator('[data-search] input');
  const found = ({ home, away }: typeof match) =>
    page.getByRole('main').getByRole('link', { name: `${home} – ${away}` });
  await page.goto(`${site.url}/#/pages/information/information`);
  await field.fill(other.away);
  await field.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: app.t('search.title') })).toBeVisible();
  await expect(found(other)).toBeVisible();
  // Another word is another search, also from the page of the first.
  await field.fill(match.away);
  await field.press('Enter');
  await expect(found(match)).toBeVisible();
  await expect(found(other)).toHaveCount(0);
});

test('a letter opens next to the list with the keyboard alone, and counts none as read before', async ({
  site,
  newMemberPhone,
}) => {
  const {
    page,
    app: { t },
    api,
    session: { user },
  } = await newMemberPhone(desk);
  const keys = await keyboardOf(page);
  const office = await officeApi(site.url, site.dataDir, 'host');
  const [newest, older] = ['The second letter', 'The first letter'] as const;
  // In this order, as the list has the newest first.
  for (const title of [older, newest]) {
    await office.call('officeLetterSend', {
      key: crypto.randomUUID(),
      member: user.id,
      texts: { en: { title, body: `All of ${title}.` } },
    });
  }
  const unread = async () =>
    (await api.call('noticeList', { box: 'letter', page: 1, limit: 20 })).unread.letter;
  const before = await unread();
  await page.goto(`${site.url}/#/pages/notify/notify?box=letter`);
  const letter = page.locator('#notice-beside');
  await expect(letter.getByText(t('inbox.choose'))).toBeVisible();
  // The head brings the arrow keys.
  await expect(page.getByRole('navigation', { name: t('shell.mainPages') })).toBeVisible();
  await keys.tabTo('button', new RegExp(newest));
  await keys.press('ArrowDown');
  await focusOn(keys, { role: 'button', name: expect.stringContaining(older), isVisible: true });
  expect(await unread()).toBe(before);
  await keys.press('Enter');
  await expect(letter.getByText(`All of ${older}.`)).toBeVisible();
  await focusOn(keys, { role: 'button', states: expect.objectContaining({ expanded: true }) });
  await expect.poll(unread).toBe(before - 1);
  expect(await violations(page)).toEqual([]);

  // What is deleted leaves the list, and no letter is next to it.
  await keys.tabTo('button', t('inbox.delete'));
  await keys.press('Enter');
  const sheet = page.getByRole('dialog', { name: t('inbox.deleteTitle') });
  await sheet.getByRole('button', { name: t('inbox.delete'), exact: true }).press('Enter');
  await expect(letter.getByText(t('inbox.choose'))).toBeVisible();
  await expect(page.getByRole('button', { name: new RegExp(older) })).toHaveCount(0);
});

test('every competition is named with its matches, also what is behind the first hundred', async ({
  site,
  feed,
  newMember,
  newMemberPhone,
  unique,
}) => {
  const newCompetition = (word: string) => {
    const name = unique(`${word} League `);
    return { id: name.toLowerCase().replaceAll(' ', '-'), name };
  };
  const [large, late] = [newCompetition('Large'), newCompetition('Late')];
  for (let n = 1; n <= 100; n++) {
    await feed.announce(unique('Home '), unique('Away '), soon(24), large);
  }
  const last = { home: unique('Boca '), away: unique('River ') };
  await feed.announce(last.home, last.away, soon(240), late);
  // The server knows them shortly after; the page asks for the counts again only after half a minute.
  const member = await newMember();
  const counts = async () => {
    const { list } = await member.api.call('competitionList', {});
    return [large, late].map(({ id }) => list.find(({ competition }) => competition.id === id)?.open);
  };
  await expect.poll(counts).toEqual([100, 1]);

  const { page, app } = await newMemberPhone({ ...desk, member });
  const { t } = app;
  await page.goto(`${site.url}/#/pages/invest/invest`);
  const named = page.getByRole('region', { name: t('invest.competitions') });
  const state = (name: 'live' | 'open') =>
    page
      .getByRole('region', { name: t('invest.states') })
      .getByRole('button', { name: t(`invest.state.${name}`) });
  const largeWith = (count: number) =>
    named.getByRole('button', { name: new RegExp(`^${large.name}\\s*${count}$`) });
  await expect(largeWith(100)).toBeVisible();
  await named.getByRole('button', { name: new RegExp(`^${late.name}\\s*1$`) }).click();
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: `${last.home} – ${last.away}` })).toBeVisible();
  await expect(main.locator('article')).toHaveCount(1);
  // None of them is in play.
  await state('live').click();
  await expect(largeWith(0)).toBeDisabled();
  await state('open').click();
  await named.getByRole('button', { name: t('invest.allCompetitions') }).click();
  await expect(main.locator('article').nth(1)).toBeVisible();
});

test('matches to choose, the page and the slip are side by side at every size', async ({
  site,
  newMemberPhone,
}) => {
  const { page, app } = await newMemberPhone(desk);
  const { t } = app;
  await page.goto(`${site.url}/#/pages/invest/invest`);
  for (const [width, height] of [
    [1024, 768],
    [1440, 900],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(page.getByRole('region', { name: t('slip.title') })).toBeVisible();
    await expect(async () => {
      const { filters, page: middle, slip } = await boxes(page);
      expect(filters.left).toBeGreaterThanOrEqual(0);
      expect(filters.right).toBeLessThanOrEqual(middle.left);
      expect(middle.right).toBeLessThanOrEqual(slip.left);
      expect(slip.right).toBeLessThanOrEqual(width);
      expect(middle.right - middle.left).toBeGreaterThan(width * 0.4);
    }).toPass();
    await expect(page.getByRole('navigation', { name: t('shell.mainPages') })).toHaveCount(1);
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(await violations(page)).toEqual([]);
  }
});

test('the columns are mirrored in Arabic', async ({ site, newMemberPhone }) => {
  const { page } = await newMemberPhone({ ...desk, lan: 'ar' });
  await page.goto(`${site.url}/#/pages/invest/invest`);
  await expect(page.locator('html[dir="rtl"] [data-slip]')).toBeVisible();
  await expect(page.locator('html[dir="rtl"] [data-search]')).toBeVisible();
  await expect(async () => {
    const { filters, page: middle, slip } = await boxes(page);
    expect(slip.right).toBeLessThanOrEqual(middle.left);
    expect(middle.right).toBeLessThanOrEqual(filters.left);
  }).toPass();
});

test('there are two columns from 700 px on, at the usual size of text', async ({
  site,
  newMemberPhone,
  newMatch,
}) => {
  const kickOff = soon(3);
  await newMatch({ kickOff });
  await newMatch({ kickOff });
  const { page } = await newMemberPhone({ width: 699, height: 900 });
  await page.goto(`${site.url}/#/pages/invest/invest`);
  await expect(page.locator('article').nth(1)).toBeVisible();
  await expect(page.locator('[data-slip]')).toHaveCount(0);
  const rootPx = async () =>
    Value.Parse(
      Type.Number(),
      await page.evaluate('parseFloat(getComputedStyle(document.documentElement).fontSize)'),
    );
  expect(await rootPx()).toBeCloseTo(699 / 23.4375, 1);
  await page.setViewportSize({ width: 700, height: 900 });
  await expect.poll(rootPx).toBe(16);
  // Two matches of the same time are next to each other.
  const tops = `Object.values(Object.groupBy(
    [...document.querySelectorAll('article')].map((row) => row.getBoundingClientRect().top), (top) => top,
  )).map((row) => row.length)`;
  await expect.poll(() => page.evaluate(tops)).toContain(2);
});
