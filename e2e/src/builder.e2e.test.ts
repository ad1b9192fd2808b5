import type { Bet } from '@touchline/contract/shapes/bet';
import { parseOdds } from '@touchline/money/odds';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFeed, type Match } from './feed.ts';
import { memberApi, type MemberApi } from './member-api.ts';
import { memberApp, type MemberApp } from './member-app.ts';
import { officeApi, type OfficeApi } from './office-api.ts';
import { withPhone, type Phone } from './phone.ts';
import { wrongOnScreen } from './screen-check.ts';
import { verifyLedger } from './server.ts';
import { openSite, type Site } from './site-under-test.ts';

const minor = (amount = ''): bigint => BigInt(amount.replace('.', ''));
/** What a stake of so many minor units pays at these odds, rounded down. */
const paysAt = (stakeMinor: bigint, ...odds: (string | undefined)[]): bigint =>
  odds.reduce((product, each) => product * BigInt(parseOdds(each ?? '') ?? 0), stakeMinor) /
  1_000n ** BigInt(odds.length);

describe('the bet builder at 375×812', () => {
  let site: Site;
  let match: Match;
  let other: Match;
  let one: OfficeApi;
  let two: OfficeApi;

  beforeAll(async () => {
    site = await openSite({ REPLAY: 'false', OFFICE_DEMO: 'true' });
    const feed = await openFeed(site.database);
    match = await feed.announce('Rovers', 'United', new Date(Date.now() + 3 * 3_600_000));
    other = await feed.announce('Albion', 'Wanderers', new Date(Date.now() + 4 * 3_600_000));
    one = await officeApi(site.url, site.dataDir, 'trader1');
    two = await officeApi(site.url, site.dataDir, 'trader2');
  });
  afterAll(() => site?.close());

  /** The member's hands on the page of a match. */
  const hands = ({ page }: Phone, { t }: MemberApp) => {
    const dock = page.getByRole('region', { name: t('builder.title') });
    const price = (name: string) =>
      page.getByRole('main').getByRole('button', { name: new RegExp(`^${name}, \\d`) });
    const group = (name: 'main' | 'score') =>
      page.getByRole('button', { name: new RegExp(`^${t(`event.group.${name}`)} \\d+$`) }).click();
    return {
      dock,
      price,
      group,
      score: (text: string) => price(text.replace('-', '–')),
      half: () => page.getByRole('radio', { name: t('event.firstHalf') }).click(),
      add: () => dock.getByRole('button', { name: t('builder.add') }).click(),
      priceShown: () => dock.locator('bdi').innerText(),
    };
  };

  /** Rovers win, over 2.5 goals, and 1–0 at the break. */
  const buildThree = async (phone: Phone, app: MemberApp) => {
    const { price, group, half, score } = hands(phone, app);
    await phone.page.getByRole('switch', { name: app.t('builder.build') }).click();
    await group('main');
    await price(app.t('selection.win', { team: 'Rovers' }))
      .first()
      .click();
    await price(app.t('selection.over', { line: '2.5' })).click();
    await group('score');
    await half();
    await score('1-0').click();
  };

  const correct = async (ft: { home: number; away: number }): Promise<void> => {
    const event = match.id;
    const { seen } = await one.call('officeEventDetail', { id: event });
    const proposed = await one.call('officeResultAdd', {
      event,
      seen,
      ht: { home: 1, away: 0 },
      ft,
      source: 'report of the referee',
    });
    const version = Math.max(...proposed.results.map((result) => result.version));
    await two.call('officeResultDecide', { event, seen: proposed.seen, version, decision: 'confirm' });
  };

  const voidTotals = async (): Promise<void> => {
    const event = match.id;
    const { seen } = await one.call('officeEventDetail', { id: event });
    const proposed = await one.call('officeVoidAdd', {
      event,
      seen,
      scope: { market: 'over_under', line: '2.5' },
      reason: 'a wrong price was shown',
    });
    const id = proposed.proposals.find(({ state }) => state === 'proposed')?.id ?? '';
    await two.call('officeVoidDecide', { event, seen: proposed.seen, id, decision: 'apply' });
  };

  const onRecord = async (api: MemberApi, id: string): Promise<Bet> => {
    const found = (await api.call('orderList', { tab: 'all' })).list.find((bet) => bet.id === id);
    if (found === undefined) throw new Error('the bet is not on record');
    return found;
  };

  it('puts a bet together, names what does not fit, places it alone and combined, and follows it to the end', () =>
    withPhone(site.browser, async (phone) => {
      const { page, faults } = phone;
      const app = await memberApp(page, 'en');
      const { t, money } = app;
      const { dock, price, group, score, half, add, priceShown } = hands(phone, app);
      const screen = async (name: string) => {
        expect({ screen: name, wrong: await wrongOnScreen(page) }).toEqual({ screen: name, wrong: [] });
      };
      const slip = page.getByRole('dialog', { name: t('slip.title') });
      const receipt = page.getByRole('dialog', { name: t('slip.placed') });
      const openMatch = (id: string) => page.goto(`${site.url}/#/pages/invest/eventsinfo?id=${id}`);
      await page.goto(site.url);
      await app.register('bella');
      await page.getByText(money('1000.00'), { exact: true }).first().waitFor();
      const api = memberApi(site.url);
      await api.login('bella');

      // Selections that cannot all come in: named, and one tap takes the last one out.
      await openMatch(match.id);
      await page.getByRole('switch', { name: t('builder.build') }).click();
      await dock.getByText(t('builder.start')).waitFor();
      const home = price(t('selection.win', { team: 'Rovers' })).first();
      await home.click();
      expect(await home.getAttribute('aria-pressed')).toBe('true');
      // What would not do beside it is marked before it is picked, in words too.
      const marked = (kind: 'impossible' | 'redundant') =>
        page.locator(`main [data-mark="${kind === 'impossible' ? 'cross' : 'check'}"]`);
      await expect
        .poll(() => marked('redundant').first().innerText())
        .toContain(t('builder.trouble.redundant'));
      await dock.getByText(t('builder.trouble.impossible')).waitFor();
      await group('score');
      await expect
        .poll(() => score('0-1').getAttribute('aria-label'))
        .toContain(t('builder.trouble.impossible'));
      expect(await score('1-0').getAttribute('data-mark')).toBe(null);
      await screen('marked');
      await score('0-1').click();
      await dock.getByText(t('builder.why.impossible')).waitFor();
      // Beside selections that make no bet nothing is marked.
      await expect.poll(() => marked('impossible').count()).toBe(0);
      await screen('impossible');
      expect(await score('0-1').getAttribute('aria-label')).toContain(t('builder.trouble.impossible'));
      expect(await dock.getByRole('button', { name: t('builder.add') }).isDisabled()).toBe(true);
      const last = t('slip.removeLeg', { selection: t('slip.score', { score: '0–1' }) });
      await dock.getByRole('button', { name: last, exact: true }).last().click();
      await dock.getByText(t('builder.why.impossible')).waitFor({ state: 'detached' });
      expect(await score('0-1').getAttribute('aria-pressed')).toBe('false');

      // One that follows from another: named as well.
      await score('2-1').click();
      const named = t('selection.win', { team: 'Rovers' });
      await dock.getByText(t('builder.why.redundant', { selection: named })).waitFor();
      await screen('redundant');
      await score('2-1').click();
      await dock.getByText(t('builder.why.redundant', { selection: named })).waitFor({ state: 'detached' });

      // Three that fit: their price is that of the book, and no product.
      await group('main');
      await price(t('selection.over', { line: '2.5' })).click();
      await group('score');
      await half();
      await score('1-0').click();
      const parts = [
        { market: '1x2', selection: '1' },
        { market: 'over_under', selection: 'over', line: '2.5' },
        { market: 'ht_correct_score', selection: '1-0' },
      ];
      const quote = await api.call('builderQuote', { event: match.id, parts });
      await expect.poll(priceShown).toBe(quote.odds);
      expect(quote.odds).not.toBe(quote.single);
      await screen('three selections');
      await dock.getByRole('button', { name: new RegExp(t('slip.count', { count: 3 })) }).click();
      const sheet = page.getByRole('dialog', { name: t('builder.title') });
      await sheet.getByText(t('builder.how')).click();
      await sheet.getByText(t('builder.without', { odds: quote.without[1] ?? '' })).waitFor();
      await screen('how the price comes about');
      await page.keyboard.press('Escape');
      await sheet.waitFor({ state: 'hidden' });

      // Alone.
      await add();
      await slip.getByText(t('builder.legs', { count: 3 })).waitFor();
      for (const digit of '10') await slip.getByRole('button', { name: digit, exact: true }).click();
      await screen('slip of a builder');
      await slip.getByRole('button', { name: money('10.00') }).click();
      await receipt.getByRole('link', { name: t('slip.records') }).waitFor();
      await screen('receipt of a builder');
      await receipt.getByRole('button', { name: t('slip.done') }).click();
      await receipt.waitFor({ state: 'hidden' });
      const [single] = (await api.call('orderList', { tab: 'all' })).list;
      expect(single).toMatchObject({ type: 'single', stake: '10.00', odds: quote.odds });
      expect(single?.legs[0]).toMatchObject({ market: 'builder', selection: 'all' });
      expect(single?.legs[0]?.parts?.map(({ market }) => market).toSorted()).toEqual(
        parts.map(({ market }) => market).toSorted(),
      );

      // With another match; changed from the slip on the way.
      await buildThree(phone, app);
      await expect.poll(priceShown).toBe(quote.odds);
      await add();
      await slip.getByRole('link', { name: t('builder.edit') }).click();
      await slip.waitFor({ state: 'hidden' });
      await dock.getByRole('button', { name: t('builder.update') }).waitFor();
      await expect.poll(priceShown).toBe(quote.odds);
      await dock.getByRole('button', { name: t('builder.update') }).click();
      await slip.getByText(t('builder.legs', { count: 3 })).waitFor();
      await page.keyboard.press('Escape');
      await slip.waitFor({ state: 'hidden' });
      await openMatch(other.id);
      await price(t('selection.win', { team: 'Albion' }))
        .first()
        .click();
      await page.getByRole('button', { name: new RegExp(t('slip.open')) }).click();
      await slip.waitFor();
      for (const digit of '5') await page.keyboard.press(digit);
      await screen('slip of a builder and another match');
      await slip.getByRole('button', { name: money('5.00') }).click();
      await receipt.getByRole('link', { name: t('slip.records') }).click();
      const [combined] = (await api.call('orderList', { tab: 'all' })).list;
      expect(combined).toMatchObject({ type: 'accumulator', stake: '5.00', state: 'waiting' });
      expect(combined?.legs.map(({ market }) => market).toSorted()).toEqual(['1x2', 'builder']);
      expect((await api.call('userInfo', {})).balance).toBe('985.00');

      // In the records, with all of its selections.
      const record = page
        .getByRole('article')
        .filter({ has: page.getByText(money('10.00'), { exact: true }) });
      await record
        .getByRole('list', { name: t('slip.selections') })
        .getByRole('listitem')
        .nth(2)
        .waitFor();
      await record.getByRole('button').first().click();
      await record.getByText(t('builder.priceWithout')).click();
      await record.getByText(t('record.rule.builder')).waitFor();
      await screen('record of a builder');
      await record.getByRole('button', { name: t('proof.verify'), exact: true }).click();
      const proof = page.getByRole('dialog', { name: t('proof.verify') });
      await proof.getByText(t('proof.same-terms')).waitFor();
      expect(await proof.getByRole('alert').count()).toBe(0);
      await page.keyboard.press('Escape');
      await proof.waitFor({ state: 'hidden' });

      // Both matches end; the page moves by itself.
      const ht = { home: 1, away: 0 };
      for (const [game, ft] of [
        [match, { home: 2, away: 1 }],
        [other, { home: 1, away: 0 }],
      ] as const) {
        await game.move({ state: 'finished', score: ft, ht });
        await game.result({ ht, ft });
      }
      await record.getByText(t('record.state.win'), { exact: true }).first().waitFor({ timeout: 60_000 });
      const won = await onRecord(api, single?.id ?? '');
      expect(won.legs[0]?.parts?.map(({ outcome }) => outcome)).toEqual(['win', 'win', 'win']);
      expect(minor(won.payout)).toBe(paysAt(1_000n, quote.odds ?? ''));
      const legs = combined?.legs ?? [];
      await expect
        .poll(async () => minor((await onRecord(api, combined?.id ?? '')).payout), { timeout: 60_000 })
        .toBe(paysAt(500n, ...legs.map(({ odds }) => odds)));
      await screen('won');

      // A selection becomes void: the others count at their price of then.
      await voidTotals();
      await expect
        .poll(async () => minor((await onRecord(api, single?.id ?? '')).payout), { timeout: 60_000 })
        .toBe(paysAt(1_000n, quote.without[1] ?? ''));
      await record.getByText(t('record.outcome.void')).first().waitFor({ timeout: 60_000 });
      await screen('a void selection');

      // The office corrects the result: the bet is lost, and the money goes back.
      await correct({ home: 1, away: 1 });
      await record.getByText(t('record.state.lose'), { exact: true }).first().waitFor({ timeout: 60_000 });
      // Settled bets have a place of their own, where the record is closed at first.
      await record.getByRole('button', { expanded: false }).first().click();
      await record.getByText(t('record.step.resettled')).first().waitFor();
      expect(await onRecord(api, single?.id ?? '')).toMatchObject({ state: 'lose', payout: '0.00' });
      await expect
        .poll(async () => (await onRecord(api, combined?.id ?? '')).state, { timeout: 60_000 })
        .toBe('lose');
      expect((await api.call('userInfo', {})).balance).toBe('985.00');
      await screen('corrected');
      expect(faults).toEqual([]);
      const { code, log } = await verifyLedger(site.settings);
      expect({ code, report: code === 0 ? '' : log }).toEqual({ code: 0, report: '' });
    }));
});
