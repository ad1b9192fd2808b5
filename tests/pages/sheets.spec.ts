import type { Locator, Page } from '@playwright/test';
import { placeBet } from '../fixtures/feed.ts';
import type { MemberApp } from '../fixtures/member-app.ts';
import { settle } from '../screens/stage.ts';
import { expect, test } from '../fixtures/test.ts';

/** One kind of sheet: the address of its page, and how it opens there. */
type Kind = { name: string; at: string; open: (page: Page, app: MemberApp) => Promise<void> };

const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name }).first().click();

const kinds: Kind[] = [
  {
    name: 'the bet slip',
    at: '/pages/invest/invest',
    open: async (page, { t }) => {
      const bar = page.getByRole('button', { name: new RegExp(`^${t('slip.open')}`) });
      const price = page.locator('main section button[aria-pressed]:not([disabled])').first();
      // The bar lies over the prices once one is picked.
      await expect(bar.or(price).first()).toBeVisible();
      await ((await bar.isVisible()) ? bar : price).click();
    },
  },
  {
    name: 'a question before something is done',
    at: '/pages/information/information',
    open: (page, { t }) => press(page, t('mine.signOut')),
  },
  {
    name: 'a choice',
    at: '/pages/information/information',
    open: (page, { t }) => press(page, new RegExp(`^${t('odds.title')}`)),
  },
  {
    name: 'a form',
    at: '/pages/information/editinfo',
    open: (page, { t }) => press(page, new RegExp(`^${t('account.nickname')}`)),
  },
  {
    name: 'the sheet of figures that every page has',
    at: '/pages/information/information',
    open: (page, { t }) => press(page, t('play.netTitle')),
  },
  {
    name: 'a number pad',
    at: '/pages/recharge/recharge',
    open: (page) => press(page, /TRC/),
  },
  {
    name: 'an offer for a bet',
    at: '/pages/gamerecord/gamerecord',
    open: (page, { t }) =>
      page
        .getByRole('article')
        .getByRole('button', { name: t('cashOut.title') })
        .click(),
  },
];

/** The middle of the top of a sheet, where a finger takes hold of it. */
const topOf = async (sheet: Locator): Promise<{ x: number; y: number }> => {
  const box = await sheet.boundingBox();
  if (box === null) throw new Error('the sheet is not on the screen');
  return { x: box.x + box.width / 2, y: box.y + 12 };
};

/** A finger on the top of the sheet goes down by some pixels, in steps. */
const drag = async (page: Page, sheet: Locator, { px, steps }: { px: number; steps: number }) => {
  const { x, y } = await topOf(sheet);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + px + 1, { steps });
  // It goes back by a pixel before it leaves: that is no flick.
  await page.mouse.move(x, y + px);
  await page.mouse.up();
};

/** Pulls the sheet a little and puts it back. @returns whether it came along */
const followsDrag = async (page: Page, sheet: Locator): Promise<boolean> => {
  const { x, y } = await topOf(sheet);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + 20);
  const dragged = await sheet.getAttribute('data-dragged');
  await page.mouse.move(x, y);
  await page.mouse.up();
  return dragged !== null;
};

/** Waits until the history of the page has this number of entries of open sheets. */
const expectSheets = (page: Page, count: number): Promise<void> =>
  expect.poll(() => page.evaluate('history.state?.sheets ?? 0')).toBe(count);

/** Waits until the history has these pages alone, and the last of them is open. */
const expectHistory = (page: Page, addresses: readonly string[]): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate('[navigation.currentEntry.index, ...navigation.entries().map(({ url }) => url)]'),
    )
    .toEqual([addresses.length - 1, ...addresses]);

/** Waits until what was pressed has had its effect on the screen: two frames, which come after all events. */
const nextFrames = (page: Page): Promise<unknown> =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');

for (const { name, at, open } of kinds) {
  test(`${name} closes by its arrow, by a drag, by Escape and by back, which does not leave the page`, async ({
    site,
    newMatch,
    newMemberPhone,
  }) => {
    const { page, app, api, faults } = await newMemberPhone();
    const { t } = app;
    await placeBet(api, await newMatch());
    const sheet = page.locator('dialog[open]');
    const opened = async () => {
      await open(page, app);
      await expect(sheet).toBeVisible();
      await expectSheets(page, 1);
      // What loads in it moves its top, which a drag takes hold of.
      await settle(page);
    };
    const isClosed = async () => {
      await expect(sheet).toHaveCount(0);
      await expect(page).toHaveURL(`${site.url}/#${at}`);
    };
    const help = page.getByRole('heading', { level: 1, name: t('nav.help') });
    // Help is the page before, so that one step back is seen.
    await page.goto(`${site.url}/#/pages/help/help`);
    await expect(help).toBeVisible();
    await page.goto(`${site.url}/#${at}`);
    // Until the next page is there, help takes its taps.
    await expect(help).toHaveCount(0);

    await opened();
    await page.goBack();
    await isClosed();

    await opened();
    await drag(page, sheet, { px: 60, steps: 6 });
    await expect(sheet).not.toHaveAttribute('data-dragged');
    await expect(sheet).toHaveCount(1);
    await drag(page, sheet, { px: 140, steps: 14 });
    await isClosed();

    await opened();
    await sheet.getByRole('button', { name: t('common.close'), exact: true }).click();
    await isClosed();

    await opened();
    await page.keyboard.press('Escape');
    await isClosed();

    // No entry of a sheet is left in the history.
    await expectSheets(page, 0);
    await page.goBack();
    await expect(help).toBeVisible();
    await expect(page).toHaveURL(`${site.url}/#/pages/help/help`);
    expect(faults).toEqual([]);
  });
}

test('a sheet that a page is opened from is not seen again on the way back', async ({
  site,
  newMatch,
  newMemberPhone,
}) => {
  const { id } = await newMatch();
  const {
    page,
    app: { t },
  } = await newMemberPhone();
  const address = `${site.url}/#/pages/invest/eventsinfo?id=${id}`;
  await page.goto(address);
  await page.locator('main section button[aria-pressed]').first().click();
  const slip = page.getByRole('dialog', { name: t('slip.title') });
  await slip.getByRole('link', { name: t('slip.rules') }).click();
  const rules = page.getByRole('heading', { level: 1, name: t('nav.rules') });
  await expect(rules).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('button', { name: new RegExp(`^${t('slip.open')}`) })).toBeVisible();
  await expect(page.locator('dialog[open]')).toHaveCount(0);
  await expect(page).toHaveURL(address);
  // And forward is where it was.
  await page.goForward();
  await expect(rules).toBeVisible();
});

for (const { by, open } of [
  { by: 'its address', open: `location.hash = '/pages/help/help'` },
  { by: 'a link', open: `document.querySelector('main a[href$="help/help"]').click()` },
]) {
  test(`a sheet that closes does not lead away from a page opened by ${by} at that time`, async ({
    site,
    newMemberPhone,
  }) => {
    const {
      page,
      faults,
      app: { t },
    } = await newMemberPhone();
    await page.goto(site.url);
    const home = page.getByRole('heading', { level: 1, name: t('nav.home') });
    await expect(home).toBeVisible();
    const address = `${site.url}/#/pages/information/information`;
    await page.goto(address);
    const sheet = page.locator('dialog[open]');
    await press(page, new RegExp(`^${t('odds.title')}`));
    await expect(sheet).toBeVisible();
    await expectSheets(page, 1);
    // The browser goes back over the entry of the sheet some milliseconds after it was asked to.
    await page.evaluate(`{
      const { go } = History.prototype;
      History.prototype.go = function (...steps) {
        History.prototype.go = go;
        go.apply(this, steps);
        ${open};
      };
    }`);
    await page.keyboard.press('Escape');
    const help = page.getByRole('heading', { level: 1, name: t('nav.help') });
    await expect(help).toBeVisible();
    // The step is over when the entry of the sheet is gone.
    await expectHistory(page, [`${site.url}/#/`, address, `${site.url}/#/pages/help/help`]);
    await expect(help).toBeVisible();
    // Each step shows another page.
    const mine = page.getByRole('heading', { level: 1, name: t('nav.mine') });
    await page.goBack();
    await expect(mine).toBeVisible();
    await expect(page).toHaveURL(address);
    await expect(sheet).toHaveCount(0);
    await page.goForward();
    await expect(help).toBeVisible();
    await page.goBack();
    await expect(mine).toBeVisible();
    await page.goBack();
    await expect(home).toBeVisible();
    expect(faults).toEqual([]);
  });
}

test('a sheet survives a reload in the history: back leaves no step without an effect', async ({
  site,
  newMemberPhone,
}) => {
  const {
    page,
    app: { t },
  } = await newMemberPhone();
  const home = page.getByRole('heading', { level: 1, name: t('nav.home') });
  const help = page.getByRole('heading', { level: 1, name: t('nav.help') });
  const sheet = page.locator('dialog[open]');
  await page.goto(site.url);
  await expect(home).toBeVisible();
  await page.getByRole('link', { name: t('nav.help') }).click();
  await expect(help).toBeVisible();
  await press(page, t('play.netTitle'));
  await expect(sheet).toBeVisible();
  // A reload that overtakes the entry of the sheet would leave none.
  await expectSheets(page, 1);
  await page.reload();
  await press(page, t('play.netTitle'));
  await expect(sheet).toBeVisible();
  // The entry is there already: only a drag shows when the sheet follows gestures, and with them the browser's back.
  await expect.poll(() => followsDrag(page, sheet)).toBe(true);
  await page.goBack();
  await expect(sheet).toHaveCount(0);
  await expect(help).toBeVisible();

  // The same where no sheet is opened after the reload, on a page that was opened by its address.
  await page.goto(`${site.url}/#/pages/information/information`);
  await expect(page.getByRole('heading', { level: 1, name: t('nav.mine') })).toBeVisible();
  await press(page, t('play.netTitle'));
  await expect(sheet).toBeVisible();
  await expectSheets(page, 1);
  await page.reload();
  await expectSheets(page, 0);
  await page.goBack();
  await expect(help).toBeVisible();
  await page.goBack();
  await expect(home).toBeVisible();
});

test('a sheet stays while what it asked for is under way', async ({ site, newMemberPhone }) => {
  const {
    page,
    app: { t },
  } = await newMemberPhone();
  const address = `${site.url}/#/pages/information/information`;
  await page.goto(address);
  const sheet = page.locator('dialog[open]');
  await press(page, t('mine.signOut'));
  await expect(sheet).toBeVisible();
  await expectSheets(page, 1);
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/user/logout', async (route) => {
    await answered;
    await route.continue();
  });
  await sheet.getByRole('button', { name: t('mine.signOut') }).click();
  await page.goBack();
  // The entry of the sheet is made again.
  await expectSheets(page, 1);
  await nextFrames(page);
  await expect(sheet).toHaveCount(1);
  await sheet.getByRole('button', { name: t('common.close'), exact: true }).dispatchEvent('click');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await nextFrames(page);
  await expect(sheet).toHaveCount(1);
  await expect(page).toHaveURL(address);
  answer();
  await expect(page.getByRole('button', { name: t('login.submit'), exact: true })).toBeVisible();
  await expect(sheet).toHaveCount(0);
});
