import type { Bet } from '@touchline/contract/shapes/bet';
import { parseOdds } from '@touchline/money/odds';
import { officeApi, type OfficeApi } from '../fixtures/office-api.ts';
import { wrongOnScreen } from '../fixtures/screen-check.ts';
import { verifyLedger } from '../fixtures/server.ts';
import { expect, test, type MemberPhone, type TestMatch } from '../fixtures/test.ts';

type Traders = readonly [OfficeApi, OfficeApi];

const minor = (amount = ''): bigint => BigInt(amount.replace('.', ''));
/** What a stake in minor units pays at these odds, rounded down. */
const paysAt = (stakeMinor: bigint, ...odds: (string | undefined)[]): bigint =>
  odds.reduce((product, each) => product * BigInt(parseOdds(each ?? '') ?? 0), stakeMinor) /
  1_000n ** BigInt(odds.length);

/** A home win, over 2.5 goals, and 1–0 at the break. */
const threeParts = [
  { market: '1x2', selection: '1' },
  { market: 'over_under', selection: 'over', line: '2.5' },
  { market: 'ht_correct_score', selection: '1-0' },
];

/** The member's hands on the page of a match. */
const handsOn = ({ page, app: { t } }: MemberPhone, siteUrl: string) => {
  const dock = page.getByRole('region', { name: t('builder.title') });
  const price = (name: string) =>
    page.getByRole('main').getByRole('button', { name: new RegExp(`^${name}, \\d`) });
  const group = (name: 'main' | 'score') =>
    page.getByRole('button', { name: new RegExp(`^${t(`event.group.${name}`)} \\d+$`) }).click();
  const score = (text: string) => price(text.replace('-', '–'));
  const build = () => page.getByRole('switch', { name: t('builder.build') }).click();
  const win = ({ home }: TestMatch) => price(t('selection.win', { team: home })).first();
  /** From the main group: adds over 2.5 goals and 1–0 at the break. */
  const addTwo = async (): Promise<void> => {
    await price(t('selection.over', { line: '2.5' })).click();
    await group('score');
    await page.getByRole('radio', { name: t('event.firstHalf') }).click();
    await score('1-0').click();
  };
  return {
    dock,
    group,
    score,
    build,
    win,
    addTwo,
    /** The price of what is put together. */
    shownPrice: dock.locator('bdi'),
    openMatch: ({ id }: TestMatch) => page.goto(`${siteUrl}/#/pages/invest/eventsinfo?id=${id}`),
    buildThree: async (match: TestMatch): Promise<void> => {
      await build();
      await group('main');
      await win(match).click();
      await addTwo();
    },
    toSlip: () => dock.getByRole('button', { name: t('builder.add') }).click(),
    screen: async (name: string): Promise<void> =>
      expect({ screen: name, wrong: await wrongOnScreen(page) }).toEqual({ screen: name, wrong: [] }),
  };
};

/** Two traders correct the result of a match. */
const correct = async ([one, two]: Traders, event: string, ft: { home: number; away: number }) => {
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

/** Two traders make the totals of a match void. */
const voidTotals = async ([one, two]: Traders, event: string) => {
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

test('a builder is put together: what does not fit is marked and named, and the price is that of the book', async ({
  site,
  newMatch,
  newMemberPhone,
}) => {
  const match = await newMatch();
  const phone = await newMemberPhone();
  const { page, api, faults } = phone;
  const { t } = phone.app;
  const { dock, group, score, build, win, addTwo, shownPrice, openMatch, screen } = handsOn(phone, site.url);
  const named = t('selection.win', { team: match.home });
  await openMatch(match);
  await build();
  await expect(dock.getByText(t('builder.start'))).toBeVisible();

  await test.step('what would not fit is marked before it is picked, in words too', async () => {
    await win(match).click();
    await expect(win(match)).toHaveAttribute('aria-pressed', 'true');
    await expect(page.locator('main [data-mark="check"]').first()).toContainText(
      t('builder.trouble.redundant'),
    );
    await expect(dock.getByText(t('builder.trouble.impossible'))).toBeVisible();
    await group('score');
    await expect(score('0-1')).toHaveAccessibleName(new RegExp(t('builder.trouble.impossible')));
    await expect(score('1-0')).not.toHaveAttribute('data-mark');
    await screen('marked');
  });

  await test.step('selections that cannot all win are named, and one tap takes the last one out', async () => {
    await score('0-1').click();
    const why = dock.getByText(t('builder.why.impossible'));
    await expect(why).toBeVisible();
    // With selections that make no bet, none of the others is marked.
    await expect(page.locator('main [data-mark="cross"]')).toHaveCount(0);
    await screen('impossible');
    await expect(score('0-1')).toHaveAccessibleName(new RegExp(t('builder.trouble.impossible')));
    await expect(dock.getByRole('button', { name: t('builder.add') })).toBeDisabled();
    const last = t('slip.removeLeg', { selection: t('slip.score', { score: '0–1' }) });
    await dock.getByRole('button', { name: last, exact: true }).last().click();
    await expect(why).toHaveCount(0);
    await expect(score('0-1')).toHaveAttribute('aria-pressed', 'false');
  });

  await test.step('one that follows from another is named as well', async () => {
    await score('2-1').click();
    const why = dock.getByText(t('builder.why.redundant', { selection: named }));
    await expect(why).toBeVisible();
    await screen('redundant');
    await score('2-1').click();
    await expect(why).toHaveCount(0);
  });

  await test.step('three that fit have the price of the book, which is no product', async () => {
    await group('main');
    await addTwo();
    const quote = await api.call('builderQuote', { event: match.id, parts: threeParts });
    await expect(shownPrice).toHaveText(quote.odds ?? 'no price');
    expect(quote.odds).not.toBe(quote.single);
    await screen('three selections');
    await dock.getByRole('button', { name: new RegExp(t('slip.count', { count: 3 })) }).click();
    const sheet = page.getByRole('dialog', { name: t('builder.title') });
    await sheet.getByText(t('builder.how')).click();
    await expect(sheet.getByText(t('builder.without', { odds: quote.without[1] ?? '' }))).toBeVisible();
    await screen('how the price comes about');
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
  });
  expect(faults).toEqual([]);
});

test('the slip keeps why selections of a match make no bet until others are picked', async ({
  site,
  newMatch,
  newMemberPhone,
}) => {
  const match = await newMatch();
  const phone = await newMemberPhone();
  const { page } = phone;
  const { t } = phone.app;
  const { group, score, win, openMatch, screen } = handsOn(phone, site.url);
  const slip = page.getByRole('dialog', { name: t('slip.title') });
  await openMatch(match);
  await win(match).click();
  await slip.getByRole('button', { name: t('common.close') }).click();
  await group('score');
  await score('0-1').click();
  await page.getByRole('button', { name: new RegExp(t('slip.open')) }).click();
  await slip.getByRole('button', { name: t('builder.combine') }).click();
  await expect(slip.getByRole('alert')).toHaveText(t('builder.why.impossible'));
  await screen('refused');
  await slip.getByRole('radio', { name: t('slip.tab.accumulator'), exact: true }).click();
  await expect(slip.getByRole('status').filter({ hasText: t('builder.why.impossible') })).toBeVisible();
  await screen('refused, together');
  await slip
    .getByRole('button', { name: t('slip.removeLeg', { selection: t('slip.score', { score: '0–1' }) }) })
    .click();
  await expect(slip.getByText(t('builder.why.impossible'))).toHaveCount(0);
});

test('a builder is placed alone and combined, won, made void in part and corrected, to the cent', async ({
  site,
  newMatch,
  newMemberPhone,
}) => {
  const match = await newMatch();
  const other = await newMatch({ home: 'Albion', away: 'Wanderers' });
  const phone = await newMemberPhone();
  const { page, app, api, faults } = phone;
  const { t, money } = app;
  const { dock, win, shownPrice, openMatch, buildThree, toSlip, screen } = handsOn(phone, site.url);
  const slip = page.getByRole('dialog', { name: t('slip.title') });
  const receipt = page.getByRole('dialog', { name: t('slip.placed') });
  const toRecords = receipt.getByRole('link', { name: t('slip.records') });
  const threeLegs = slip.getByText(t('builder.legs', { count: 3 }));
  const newest = async (): Promise<Bet> => {
    const [bet] = (await api.call('orderList', { tab: 'all' })).list;
    if (bet === undefined) throw new Error('no bet was placed');
    return bet;
  };
  const paidFor = async ({ id }: Bet): Promise<bigint> =>
    minor((await api.call('orderDetail', { id })).payout);
  const quote = await api.call('builderQuote', { event: match.id, parts: threeParts });
  const odds = quote.odds ?? 'no price';
  await openMatch(match);

  const single = await test.step('it is placed alone', async () => {
    await buildThree(match);
    await expect(shownPrice).toHaveText(odds);
    await toSlip();
    await expect(threeLegs).toBeVisible();
    for (const digit of '10') await slip.getByRole('button', { name: digit, exact: true }).click();
    await screen('slip of a builder');
    await slip.getByRole('button', { name: money('10.00') }).click();
    await expect(toRecords).toBeVisible();
    await screen('receipt of a builder');
    await receipt.getByRole('button', { name: t('slip.done') }).click();
    await expect(receipt).toBeHidden();
    const bet = await newest();
    expect(bet).toMatchObject({ type: 'single', stake: '10.00', odds });
    expect(bet.legs[0]).toMatchObject({ market: 'builder', selection: 'all' });
    expect(bet.legs[0]?.parts?.map(({ market }) => market).toSorted()).toEqual(
      threeParts.map(({ market }) => market).toSorted(),
    );
    return bet;
  });

  const combined =
    await test.step('it is placed with another match; changed from the slip on the way', async () => {
      await buildThree(match);
      await expect(shownPrice).toHaveText(odds);
      await toSlip();
      await slip.getByRole('link', { name: t('builder.edit') }).click();
      await expect(slip).toBeHidden();
      const update = dock.getByRole('button', { name: t('builder.update') });
      await expect(update).toBeVisible();
      await expect(shownPrice).toHaveText(odds);
      await update.click();
      await expect(threeLegs).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(slip).toBeHidden();
      await openMatch(other);
      await win(other).click();
      await page.getByRole('button', { name: new RegExp(t('slip.open')) }).click();
      await expect(slip).toBeVisible();
      await page.keyboard.press('5');
      await screen('slip of a builder and another match');
      await slip.getByRole('button', { name: money('5.00') }).click();
      await toRecords.click();
      const bet = await newest();
      expect(bet).toMatchObject({ type: 'accumulator', stake: '5.00', state: 'waiting' });
      expect(bet.legs.map(({ market }) => market).toSorted()).toEqual(['1x2', 'builder']);
      expect((await api.call('userInfo', {})).balance).toBe('985.00');
      return bet;
    });

  const record = page.getByRole('article').filter({ has: page.getByText(money('10.00'), { exact: true }) });
  await test.step('the record has all of its selections, and a proof', async () => {
    const selections = record.getByRole('list', { name: t('slip.selections') });
    await expect(selections.getByRole('listitem').nth(2)).toBeVisible();
    await record.getByRole('button').first().click();
    await record.getByText(t('builder.priceWithout')).click();
    await expect(record.getByText(t('record.rule.builder'))).toBeVisible();
    await screen('record of a builder');
    await record.getByRole('button', { name: t('proof.verify'), exact: true }).click();
    const proof = page.getByRole('dialog', { name: t('proof.verify') });
    await expect(proof.getByText(t('proof.same-terms'))).toBeVisible();
    await expect(proof.getByRole('alert')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(proof).toBeHidden();
  });

  await test.step('both matches end, and both bets are won on the page without a tap', async () => {
    const ht = { home: 1, away: 0 };
    for (const [game, ft] of [
      [match, { home: 2, away: 1 }],
      [other, { home: 1, away: 0 }],
    ] as const) {
      await game.move({ state: 'finished', score: ft, ht });
      await game.result({ ht, ft });
    }
    await expect(record.getByText(t('record.state.win'), { exact: true }).first()).toBeVisible();
    const won = await api.call('orderDetail', { id: single.id });
    expect(won.legs[0]?.parts?.map(({ outcome }) => outcome)).toEqual(['win', 'win', 'win']);
    expect(minor(won.payout)).toBe(paysAt(1_000n, odds));
    await expect.poll(() => paidFor(combined)).toBe(paysAt(500n, ...combined.legs.map((leg) => leg.odds)));
    await screen('won');
  });

  const traders: Traders = [
    await officeApi(site.url, site.dataDir, 'trader1'),
    await officeApi(site.url, site.dataDir, 'trader2'),
  ];
  await test.step('a selection becomes void: the others count at their price without it', async () => {
    await voidTotals(traders, match.id);
    await expect.poll(() => paidFor(single)).toBe(paysAt(1_000n, quote.without[1] ?? ''));
    await expect(record.getByText(t('record.outcome.void')).first()).toBeVisible();
    await screen('a void selection');
  });

  await test.step('the office corrects the result: the bet is lost, and the money is taken back', async () => {
    await correct(traders, match.id, { home: 1, away: 1 });
    await expect(record.getByText(t('record.state.lose'), { exact: true }).first()).toBeVisible();
    // Settled bets have a place of their own, where the record is closed at first.
    await record.getByRole('button', { expanded: false }).first().click();
    await expect(record.getByText(t('record.step.resettled')).first()).toBeVisible();
    expect(await api.call('orderDetail', { id: single.id })).toMatchObject({
      state: 'lose',
      payout: '0.00',
    });
    await expect.poll(async () => (await api.call('orderDetail', { id: combined.id })).state).toBe('lose');
    expect((await api.call('userInfo', {})).balance).toBe('985.00');
    await screen('corrected');
  });
  expect(faults).toEqual([]);
  const { code, log } = await verifyLedger(site.settings);
  expect({ code, report: code === 0 ? '' : log }).toEqual({ code: 0, report: '' });
});
