import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFeed, type Match } from './feed.ts';
import { memberApi, password } from './member-api.ts';
import { memberApp } from './member-app.ts';
import { withPhone } from './phone.ts';
import { wrongOnScreen } from './screen-check.ts';
import { openSite, type Site } from './site-under-test.ts';

const oddsIn = (text: string): string[] => text.match(/\d+\.\d\d/g) ?? [];

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

describe('the bet slip', () => {
  let site: Site;
  let feed: Awaited<ReturnType<typeof openFeed>>;

  beforeAll(async () => {
    site = await openSite({ REPLAY: 'false', LIVE_DELAY_MS: '0' });
    feed = await openFeed(site.database, { isLive: true });
  });
  afterAll(async () => {
    await feed?.close();
    await site?.close();
  });

  /** Moves a match in another process, and waits until the server that is looked at knows of it too. */
  const move = async (match: Match, change: Parameters<Match['move']>[0]): Promise<void> => {
    await match.move(change);
    const visitor = memberApi(site.url);
    await expect
      .poll(async () => visitor.call('eventDetail', { id: match.id }))
      .toMatchObject({ state: change.state, score: { ft: change.score } });
  };
  const inPlay = async (home: string, away: string): Promise<Match> => {
    const match = await feed.announce(home, away, new Date(Date.now() - 600_000));
    await move(match, { state: 'live', minute: '10', clockMinute: 10, score: { home: 0, away: 0 } });
    return match;
  };
  const openPage = async (page: Page, { id }: Match): Promise<void> => {
    await page.goto(`${site.url}/#/pages/invest/eventsinfo?id=${id}`);
    await page.locator('h1', { hasText: ' – ' }).waitFor();
    await page.locator('main section button[aria-pressed]:not([disabled])').first().waitFor();
  };

  it('takes a price that moved and places the bet in one tap, at the price on the button', () =>
    withPhone(site.browser, async ({ page, faults }) => {
      const match = await inPlay('Rovers', 'United');
      const app = await memberApp(page, 'en');
      const { t } = app;
      await page.goto(site.url);
      await app.register('olga');
      await page.getByText(app.money('1000.00'), { exact: true }).waitFor();
      await openPage(page, match);
      await page.locator('main section button[aria-pressed]:not([disabled])').first().click();
      const slip = page.getByRole('dialog', { name: t('slip.title') });
      await slip.waitFor();
      await page.keyboard.press('2');
      await page.keyboard.press('5');
      // The score and the minute are there, and follow the match.
      await slip.getByText('0–0', { exact: true }).waitFor();
      await slip.getByText('10′', { exact: true }).waitFor();
      await slip.getByRole('button', { name: t('slip.place', { amount: '25.00' }) }).waitFor();

      await move(match, { state: 'live', minute: '20', clockMinute: 20, score: { home: 1, away: 0 } });
      await slip.getByText('1–0', { exact: true }).waitFor();
      const accept = slip.getByRole('button', { name: /^Accept \d+\.\d\d and bet 25\.00$/ });
      await accept.waitFor();
      expect(await wrongOnScreen(page)).toEqual([]);
      const [seen] = oddsIn(await accept.innerText());
      await accept.click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('slip.done') })
        .waitFor();
      const api = memberApi(site.url);
      await api.login('olga');
      const { list } = await api.call('orderList', { tab: 'all' });
      expect(list).toMatchObject([{ stake: '25.00', odds: seen, state: 'in_progress' }]);
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('slip.done') })
        .click();

      // The last stake is one tap away, and so are half and all of what is left.
      await page.locator('main section button[aria-pressed]:not([disabled])').first().click();
      await slip.getByRole('button', { name: t('slip.lastStake', { amount: '25.00' }) }).click();
      await slip.getByRole('button', { name: t('slip.place', { amount: '25.00' }) }).waitFor();
      await slip.getByRole('button', { name: t('slip.half'), exact: true }).click();
      await slip.getByRole('button', { name: t('slip.place', { amount: '487.50' }) }).waitFor();
      await slip.getByRole('button', { name: t('slip.all'), exact: true }).click();
      await slip.getByRole('button', { name: t('slip.place', { amount: '975.00' }) }).waitFor();

      // What has closed can only be removed.
      await move(match, {
        state: 'finished',
        score: { home: 1, away: 0 },
        ht: { home: 1, away: 0 },
      });
      await slip.getByText(t('slip.closed')).waitFor();
      expect(await wrongOnScreen(page)).toEqual([]);
      const names = await slip
        .getByRole('button')
        .evaluateAll((buttons) =>
          buttons.map((button) => button.getAttribute('aria-label') ?? button.textContent),
        );
      expect(names).toEqual([t('common.close'), t('slip.remove'), t('slip.remove')]);
      expect(oddsIn(await slip.innerText())).toEqual([]);
      await slip
        .getByRole('button', { name: t('slip.remove') })
        .last()
        .click();
      await expect.poll(() => page.locator('dialog[open]').count()).toBe(0);
      expect(faults).toEqual([]);
    }));

  it('keeps the live score and the groups of markets in sight while the match is scrolled', () =>
    withPhone(site.browser, async ({ page }) => {
      const match = await inPlay('Athletic', 'Rangers');
      const app = await memberApp(page, 'en');
      await page.goto(site.url);
      await app.register('vera');
      await page.getByText(app.money('1000.00'), { exact: true }).waitFor();
      await openPage(page, match);
      const group = page.getByRole('button', { name: new RegExp(`^${app.t('event.group.main')} \\d+$`) });
      const line = page.locator('[data-sticks]').first();
      expect(await line.innerText()).toBe('');
      await page.locator('main section button[aria-pressed]').last().scrollIntoViewIfNeeded();
      await expect.poll(() => line.innerText()).toMatch(/ATH\s*0–0\s*RAN[^]*10′/);
      const [bar, chip] = [await page.locator('header').boundingBox(), await group.boundingBox()];
      if (bar === null || chip === null) throw new Error('the groups have scrolled away');
      expect(chip.y).toBeGreaterThanOrEqual(bar.y + bar.height);
      expect(chip.y).toBeLessThan(bar.y + bar.height + 60);
      await move(match, { state: 'live', minute: '12', clockMinute: 12, score: { home: 0, away: 1 } });
      await expect.poll(() => line.innerText()).toMatch(/0–1[^]*12′/);
    }));

  it('is filled by a link of somebody else, also after signing in, at the prices of now', () =>
    withPhone(site.browser, async ({ page, faults }) => {
      const open = await feed.announce('Albion', 'Wanderers', new Date(Date.now() + 3 * 3_600_000));
      const over = await inPlay('Harbour', 'Castle');
      const api = memberApi(site.url);
      await api.register('petra');
      const app = await memberApp(page, 'en');
      const { t } = app;
      const legs = [
        `${open.id},1x2,1`,
        `${open.id},no_such_market,1`,
        `${over.id},1x2,2`,
        'nothing,1x2,1',
        '<script>,1x2,1',
      ];
      await move(over, { state: 'finished', score: { home: 1, away: 0 }, ht: { home: 1, away: 0 } });
      const query = new URLSearchParams({ bet: ['accumulator', ...legs].join('~') });
      await page.goto(`${site.url}/#/pages/invest/invest?${query.toString()}`);
      await page.getByText(t('slip.someGone')).first().waitFor();
      // A visitor sees the slip, removes what has closed, and signs in to place the rest.
      const slip = page.getByRole('dialog', { name: t('slip.title') });
      await slip.waitFor();
      const rows = slip.getByRole('list', { name: t('slip.selections') }).getByRole('listitem');
      await expect.poll(() => rows.count()).toBe(2);
      expect(await rows.first().innerText()).toContain('Albion');
      expect(await rows.last().innerText()).toContain(t('event.closed'));
      // The link is used up: a reload does not fill the slip again.
      await expect.poll(() => page.url()).toBe(`${site.url}/#/pages/invest/invest`);
      await slip
        .getByRole('button', { name: t('slip.removeClosed') })
        .or(slip.getByRole('button', { name: t('slip.remove'), exact: true }))
        .last()
        .click();
      await slip.getByRole('link', { name: t('slip.signIn') }).click();
      await page.getByRole('textbox').first().fill('petra');
      await page.getByLabel(t('form.password'), { exact: true }).fill(password);
      await page.getByRole('button', { name: t('login.submit'), exact: true }).click();
      await slip.waitFor();
      await page.keyboard.press('5');
      await slip.getByRole('button', { name: t('slip.place', { amount: '5.00' }) }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('slip.done') })
        .click();

      // Bet again, from the record.
      await app.openTab('records');
      const record = page.getByRole('article').first();
      await record.getByRole('button').first().click();
      await record.getByRole('button', { name: t('slip.again') }).click();
      await slip.waitFor();
      await slip.getByText('Albion to win').waitFor();
      await page.keyboard.press('Escape');
      // The link of the record is the one that fills a slip.
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await record.getByRole('button', { name: t('slip.share') }).click();
      await page.getByText(t('cashier.copied')).first().waitFor();
      const link: unknown = await page.evaluate('navigator.clipboard.readText()');
      expect(link).toBe(
        `${site.url}/#/pages/invest/invest?${new URLSearchParams({ bet: `single~${open.id},1x2,1` }).toString()}`,
      );
      expect(faults.filter((fault) => !fault.includes('404'))).toEqual([]);
    }));

  it('has the home side where reading begins in Arabic, with its score and its prices', () =>
    withPhone(site.browser, async ({ page }) => {
      const match = await inPlay('Valley', 'Forest');
      await move(match, { state: 'live', minute: '30', clockMinute: 30, score: { home: 3, away: 1 } });
      const app = await memberApp(page, 'ar');
      const { t } = app;
      await page.goto(site.url);
      await app.chooseLanguage();
      await page.getByRole('button', { name: t('common.back'), exact: true }).click();
      await app.register('amal');
      await page.getByText(app.money('1000.00'), { exact: true }).waitFor();
      /** Middles of texts, in the order in which they are given: in Arabic each is left of the one before. */
      const middles = (texts: readonly string[], within: string): Promise<number[]> =>
        page.evaluate(`(${middlesOf})(${JSON.stringify(texts)}, ${JSON.stringify(within)})`);
      const runsLeft = async (texts: readonly string[], within: string): Promise<void> => {
        // The card of the page before may have gone while that of the next is still being loaded.
        await expect
          .poll(async () => ({ texts, found: (await middles(texts, within)).length }))
          .toEqual({ texts, found: texts.length });
        const found = await middles(texts, within);
        expect({ texts, found }).toEqual({ texts, found: found.toSorted((a, b) => b - a) });
      };

      // The three prices of a card.
      await page.goto(`${site.url}/#/pages/invest/invest`);
      await page.locator('article:has([aria-label*="Valley"]) button[aria-pressed]').first().waitFor();
      await runsLeft(['1', 'X', '2'], 'article:has([aria-label*="Valley"]) button [aria-hidden]');

      // Title, header, score, and the prices below it.
      await openPage(page, match);
      await runsLeft(['Valley', 'Forest'], 'h1');
      await runsLeft(['Valley', '3', '1', 'Forest'], 'main');
      await runsLeft(['Valley', 'Forest'], 'main section:first-of-type');

      // The slip, the line at its foot, and the record.
      await page.locator('main section button[aria-pressed]:not([disabled])').first().click();
      const slip = page.getByRole('dialog', { name: t('slip.title') });
      await slip.waitFor();
      await slip.getByText(/3–1/).waitFor();
      await runsLeft(['Valley', 'Forest', '3', '1'], 'dialog[open] p + p');
      await page.keyboard.press('2');
      await slip.getByRole('button', { name: app.money('2.00') }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('slip.done') })
        .click();
      await page.getByRole('button', { name: t('common.back'), exact: true }).click();
      await app.openTab('records');
      await page.locator('article button[aria-expanded]').first().waitFor();
      await runsLeft(['Valley', 'Forest'], 'article button[aria-expanded] > span');
      await page.getByRole('article').getByText(/3–1/).first().waitFor();
      await runsLeft(['3', '1'], 'article span.figures');
      // The time line has the score of the goals, home first.
      await openPage(page, match);
      await move(match, { state: 'live', minute: '31', clockMinute: 31, score: { home: 3, away: 2 } });
      await page.getByRole('main').getByRole('listitem').getByText(/3–2/).waitFor();
      await runsLeft(['3', '2'], 'main ol li:last-child span.figures');
    }));
});
