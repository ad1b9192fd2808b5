import type { Page } from '@playwright/test';
import { memberApi, password } from '../fixtures/member-api.ts';
import { memberApp } from '../fixtures/member-app.ts';
import { keepMessages } from '../fixtures/phone.ts';
import { wrongOnScreen } from '../fixtures/screen-check.ts';
import { expect, test as base, type TestMatch } from '../fixtures/test.ts';

type Fixtures = {
  /** Moves a match, and waits until the server knows of it too. */
  move: (match: TestMatch, change: Parameters<TestMatch['move']>[0]) => Promise<void>;
  /** Announces a match that is in its tenth minute. */
  newLiveMatch: (teams?: { home: string; away: string }) => Promise<TestMatch>;
  /** Opens the page of a match. */
  openPage: (page: Page, match: TestMatch) => Promise<void>;
};

const test = base.extend<Fixtures>({
  move: async ({ site }, use) => {
    const visitor = memberApi(site.url);
    await use(async (match, change) => {
      await match.move(change);
      await expect
        .poll(() => visitor.call('eventDetail', { id: match.id }))
        .toMatchObject({ state: change.state, score: { ft: change.score } });
    });
  },
  newLiveMatch: async ({ newMatch, move }, use) =>
    use(async (teams) => {
      const match = await newMatch({ ...teams, kickOff: new Date(Date.now() - 600_000) });
      await move(match, { state: 'live', minute: '10', clockMinute: 10, score: { home: 0, away: 0 } });
      return match;
    }),
  openPage: async ({ site }, use) =>
    use(async (page, { id, home }) => {
      await page.goto(`${site.url}/#/pages/invest/eventsinfo?id=${id}`);
      await expect(page.locator('h1')).toContainText(home);
    }),
});

const oddsIn = (text: string): string[] => text.match(/\d+\.\d\d/g) ?? [];

/** The prices of the page of a match that can be picked. */
const pricesOf = (page: Page) => page.locator('main section button[aria-pressed]:not([disabled])');

/** In the page: the middle of each text, found one after the other within the first element that holds them all. */
const middlesOf = `(texts, within) => {
  const isIn = (element) =>
    texts.every((text) => (element.textContent ?? '').includes(text));
  const all = [...document.querySelectorAll(within)];
  const holder = all.find(isIn);
  const roots = holder === undefined ? all : [holder];
  const found = [];
  let wanted = 0;
  for (const root of roots) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      let from = 0;
      for (let text = texts[wanted]; text !== undefined; text = texts[wanted]) {
        const at = (node.textContent ?? '').indexOf(text, from);
        if (at < 0) break;
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + text.length);
        const { left, width } = range.getBoundingClientRect();
        found.push(Math.round(left + width / 2));
        from = at + text.length;
        wanted += 1;
      }
    }
  }
  return found;
}`;

/**
 * Waits until texts are within an element, one after the other, and each is left of the one before: as they are read in Arabic.
 */
const expectLeftward = (page: Page, texts: readonly string[], within: string): Promise<void> =>
  expect(async () => {
    const script = `(${middlesOf})(${JSON.stringify(texts)}, ${JSON.stringify(within)})`;
    const found: number[] = await page.evaluate(script);
    expect({ texts, found: found.length }).toEqual({ texts, found: texts.length });
    expect({ texts, found }).toEqual({ texts, found: found.toSorted((a, b) => b - a) });
  }).toPass();

test('a price that moved is accepted and the bet placed in one tap, at the price on the button', async ({
  newLiveMatch,
  move,
  openPage,
  newMemberPhone,
}) => {
  const match = await newLiveMatch();
  const { page, app, api, faults } = await newMemberPhone();
  const { t } = app;
  const slip = page.getByRole('dialog', { name: t('slip.title') });
  const place = (amount: string) => slip.getByRole('button', { name: t('slip.place', { amount }) });
  const done = page.getByRole('dialog').getByRole('button', { name: t('slip.done') });
  await openPage(page, match);
  await pricesOf(page).first().click();
  await expect(slip).toBeVisible();
  await page.keyboard.press('2');
  await page.keyboard.press('5');
  // The score and the minute are there, and follow the match.
  await expect(slip.getByText('0–0', { exact: true })).toBeVisible();
  await expect(slip.getByText('10′', { exact: true })).toBeVisible();
  await expect(place('25.00')).toBeVisible();

  await test.step('the price on the button is that of the bet', async () => {
    await move(match, { state: 'live', minute: '20', clockMinute: 20, score: { home: 1, away: 0 } });
    await expect(slip.getByText('1–0', { exact: true })).toBeVisible();
    const accept = slip.getByRole('button', { name: /^Accept \d+\.\d\d and bet 25\.00$/ });
    await expect(accept).toBeVisible();
    expect(await wrongOnScreen(page)).toEqual([]);
    const [seen] = oddsIn(await accept.innerText());
    await accept.click();
    await expect(done).toBeVisible();
    const { list } = await api.call('orderList', { tab: 'all' });
    expect(list).toMatchObject([{ stake: '25.00', odds: seen, state: 'in_progress' }]);
    await done.click();
  });

  await test.step('a stake above the balance leads to the recharge page, or to what is left', async () => {
    await pricesOf(page).first().click();
    await expect(slip).toBeVisible();
    for (const digit of '980') await page.keyboard.press(digit);
    await expect(slip.getByText('Your Balance is Insufficient, Please Recharge')).toBeVisible();
    expect(await wrongOnScreen(page)).toEqual([]);
    await slip.getByRole('link', { name: t('nav.recharge') }).click();
    await expect(page.getByRole('heading', { level: 1, name: t('nav.recharge') })).toBeVisible();
    await page.goBack();
    // The page before has the slip too, and closes it as it goes.
    await expect(page.locator('h1')).toContainText(match.home);
    await page.getByRole('button', { name: t('slip.open') }).click();
    await slip.getByRole('button', { name: t('slip.take', { amount: '975.00' }) }).click();
    await expect(place('975.00')).toBeVisible();
    await slip
      .getByRole('button', { name: t('slip.remove') })
      .first()
      .click();
    await expect(page.locator('dialog[open]')).toHaveCount(0);
  });

  await test.step('the last stake is one tap away, and so are half and all of what is left', async () => {
    await pricesOf(page).first().click();
    await slip.getByRole('button', { name: t('slip.lastStake', { amount: '25.00' }) }).click();
    await expect(place('25.00')).toBeVisible();
    await slip.getByRole('button', { name: t('slip.half'), exact: true }).click();
    await expect(place('487.50')).toBeVisible();
    await slip.getByRole('button', { name: t('slip.all'), exact: true }).click();
    await expect(place('975.00')).toBeVisible();
  });

  await test.step('what has closed can only be removed', async () => {
    await move(match, { state: 'finished', score: { home: 1, away: 0 }, ht: { home: 1, away: 0 } });
    await expect(slip.getByText(t('slip.closed'))).toBeVisible();
    expect(await wrongOnScreen(page)).toEqual([]);
    const buttons = slip.getByRole('button');
    await expect(buttons).toHaveCount(3);
    for (const [at, name] of [t('common.close'), t('slip.remove'), t('slip.remove')].entries()) {
      await expect(buttons.nth(at)).toHaveAccessibleName(name);
    }
    await expect(slip).not.toContainText(/\d+\.\d\d/);
    await buttons.last().click();
    await expect(page.locator('dialog[open]')).toHaveCount(0);
  });
  expect(faults).toEqual([]);
});

test('the live score and the groups of markets stay in sight while a match is scrolled', async ({
  newLiveMatch,
  move,
  openPage,
  newMemberPhone,
}) => {
  const match = await newLiveMatch({ home: 'Athletic', away: 'Rangers' });
  const { page, app } = await newMemberPhone();
  await openPage(page, match);
  const group = page.getByRole('button', { name: new RegExp(`^${app.t('event.group.main')} \\d+$`) });
  const line = page.locator('[data-sticks]').first();
  await expect(pricesOf(page).first()).toBeVisible();
  await expect(line).toHaveText('', { useInnerText: true });
  // The markets below the first screen come when the browser is idle, and until then there is nowhere to scroll to.
  await expect(async () => {
    await page.locator('main section button[aria-pressed]').last().scrollIntoViewIfNeeded();
    const text = /ATH\s*0–0\s*RAN[^]*10′/;
    await expect(line).toHaveText(text, { useInnerText: true, timeout: 1_000 });
  }).toPass();
  await expect(async () => {
    const [bar, chip] = [await page.locator('header').boundingBox(), await group.boundingBox()];
    const end = (bar?.y ?? Number.NaN) + (bar?.height ?? 0);
    expect(chip?.y).toBeGreaterThanOrEqual(end);
    expect(chip?.y).toBeLessThan(end + 60);
  }).toPass();
  await move(match, { state: 'live', minute: '12', clockMinute: 12, score: { home: 0, away: 1 } });
  await expect(line).toHaveText(/0–1[^]*12′/, { useInnerText: true });
});

test('a link of another member fills the slip, also after signing in, at the present prices', async ({
  site,
  newMatch,
  newLiveMatch,
  move,
  newMember,
  phone: { page, faults },
}) => {
  const open = await newMatch({ home: 'Albion', away: 'Wanderers' });
  const over = await newLiveMatch({ home: 'Harbour', away: 'Castle' });
  await move(over, { state: 'finished', score: { home: 1, away: 0 }, ht: { home: 1, away: 0 } });
  const { account } = await newMember();
  const app = await memberApp(page, 'en');
  const { t } = app;
  const slip = page.getByRole('dialog', { name: t('slip.title') });
  const linkOf = (bet: string) =>
    `${site.url}/#/pages/invest/invest?${new URLSearchParams({ bet }).toString()}`;

  await test.step('a visitor sees the slip, removes what has closed, and signs in to place the rest', async () => {
    const legs = [
      `${open.id},1x2,1`,
      `${open.id},no_such_market,1`,
      `${over.id},1x2,2`,
      'nothing,1x2,1',
      '<script>,1x2,1',
    ];
    await keepMessages(page);
    await page.goto(linkOf(['accumulator', ...legs].join('~')));
    await expect(page.getByText(t('slip.someGone')).first()).toBeVisible();
    await expect(slip).toBeVisible();
    const rows = slip.getByRole('list', { name: t('slip.selections') }).getByRole('listitem');
    await expect(rows).toHaveCount(2);
    await expect(rows.first()).toContainText(open.home);
    await expect(rows.last()).toContainText(t('event.closed'));
    // The link is used up: a reload does not fill the slip again.
    await expect(page).toHaveURL(`${site.url}/#/pages/invest/invest`);
    await slip
      .getByRole('button', { name: t('slip.removeClosed') })
      .or(slip.getByRole('button', { name: t('slip.remove'), exact: true }))
      .last()
      .click();
    await slip.getByRole('link', { name: t('slip.signIn') }).click();
    await page.getByLabel(t('login.account')).fill(account);
    await page.getByLabel(t('form.password'), { exact: true }).fill(password);
    await page.getByRole('button', { name: t('login.submit'), exact: true }).click();
    await expect(slip).toBeVisible();
    await page.keyboard.press('5');
    await slip.getByRole('button', { name: t('slip.place', { amount: '5.00' }) }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('slip.done') })
      .click();
  });

  await test.step('the record fills the slip again, and makes such a link', async () => {
    await app.openTab('records');
    const record = page.getByRole('article').first();
    await record.getByRole('button').first().click();
    await record.getByRole('button', { name: t('slip.again') }).click();
    await expect(slip.getByText(`${open.home} to win`)).toBeVisible();
    await page.keyboard.press('Escape');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await record.getByRole('button', { name: t('slip.share') }).click();
    await expect(page.getByText(t('cashier.copied')).first()).toBeVisible();
    const link: unknown = await page.evaluate('navigator.clipboard.readText()');
    expect(link).toBe(linkOf(`single~${open.id},1x2,1`));
  });
  expect(faults.filter((fault) => !fault.includes('404'))).toEqual([]);
});

test('the home side is where reading begins in Arabic, with its score and its prices', async ({
  site,
  newLiveMatch,
  move,
  openPage,
  newMemberPhone,
}) => {
  // Names that leave the score on their line.
  const match = await newLiveMatch({ home: 'A', away: 'E' });
  const { home, away } = match;
  await move(match, { state: 'live', minute: '30', clockMinute: 30, score: { home: 3, away: 1 } });
  const { page, app } = await newMemberPhone({ lan: 'ar' });
  const { t } = app;

  await test.step('the three prices of a card', async () => {
    const card = `article:has([aria-label*="${home}\u2069"])`;
    await page.goto(`${site.url}/#/pages/invest/invest`);
    await expect(page.locator(`${card} button[aria-pressed]`).first()).toBeVisible();
    await expectLeftward(page, ['1', 'X', '2'], `${card} button [aria-hidden]`);
  });

  await test.step('title, header, score, and the prices below it', async () => {
    await openPage(page, match);
    await expectLeftward(page, [home, away], 'h1');
    await expectLeftward(page, [home, '3', '1', away], 'main');
    await expectLeftward(page, [home, away], 'main section:first-of-type');
  });

  await test.step('the slip, the line at its foot, and the record', async () => {
    await pricesOf(page).first().click();
    const slip = page.getByRole('dialog', { name: t('slip.title') });
    await expect(slip.getByText(/3–1/)).toBeVisible();
    await expectLeftward(page, [home, away, '3', '1'], 'dialog[open] p + p');
    await page.keyboard.press('2');
    await slip.getByRole('button', { name: app.money('2.00') }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('slip.done') })
      .click();
    await page.goto(`${site.url}/#/pages/gamerecord/gamerecord`);
    await expect(page.locator('article button[aria-expanded]').first()).toBeVisible();
    await expectLeftward(page, [home, away], 'article button[aria-expanded] > span');
    await expect(page.getByRole('article').getByText(/3–1/).first()).toBeVisible();
    await expectLeftward(page, ['3', '1'], 'article span.figures');
  });

  await test.step('the time line has the score of the goals', async () => {
    await openPage(page, match);
    const score = { home: 3, away: 2 };
    const goal = { kind: 'goal', side: 'away', minute: '31', score, at: new Date() } as const;
    await move(match, { state: 'live', minute: '31', clockMinute: 31, score, incidents: [goal] });
    await expect(page.getByRole('main').getByRole('listitem').getByText(/3–2/)).toBeVisible();
    await expectLeftward(page, ['3', '2'], 'main ol li:last-child span.figures');
  });
});
