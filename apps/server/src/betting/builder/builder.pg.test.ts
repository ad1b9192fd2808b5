import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Input } from '@touchline/contract/routes';
import type { Bet } from '@touchline/contract/shapes/bet';
import { builderPrice } from '@touchline/football/builder';
import { areRivals, orderedParts, type BuilderPart } from '@touchline/football/builder-parts';
import { grade } from '@touchline/football/grade';
import { legLineOf } from '@touchline/football/leg-line';
import { priceMarket } from '@touchline/football/price';
import type { Score } from '@touchline/football/score';
import { formatOdds, parseOdds } from '@touchline/money/odds';
import { checkMatchTotals, matchTotalsOf } from '@touchline/house/match-totals';
import { parseCanonicalObject } from '@touchline/verify/canonical-json';
import { parseVerifierKey } from '@touchline/verify/keys';
import { verifyReceipt } from '@touchline/verify/receipts';
import { recomputePayout } from '@touchline/verify/settled-bet';
import { newId } from '../../core/ids.ts';
import { Refused } from '../../core/refusal.ts';
import { snapshot } from '../../core/database/transaction.ts';
import { betParts } from '../../proofs/record-check/bets.ts';
import { entryParts } from '../../proofs/record-check/entries.ts';
import { gradePart } from '../../proofs/record-check/parts.ts';
import { verifyPart } from '../../proofs/record-check/part.ts';
import { addTestMatch, testEvent, testWallet } from '../../testing/book.ts';
import { refusalOf } from '../../testing/placing.ts';
import { testSettling, type Member, type TestSettling } from '../../testing/settling.ts';
import { testLogKey } from '../../testing/touchline.ts';
import { verifyExposure } from '../exposure/verify.ts';
import { marketKey } from '../../pricing/board/board.ts';
import { fairGrid } from '../../pricing/fair-grid.ts';

type Picked = { market: string; selection: string; line?: string };
type OrderLeg = Input<'orderAdd'>['legs'][number];

let book: TestSettling;
beforeAll(async () => {
  book = await testSettling({ env: { CASH_OUT_FEE_BP: '0', LIVE_DELAY_MS: '0' } });
  // The competition and the teams of matches; its own markets have no history.
  const { id } = await testEvent(book.database.pool);
  await book.database.owner.query('delete from market where event_id = $1', [id]);
});
afterAll(() => book.close());

let event: string;
beforeEach(async () => {
  event = await match();
});

const match = (): Promise<string> => addTestMatch(book.events);
const home: Picked = { market: '1x2', selection: '1' };
const under = (line = '1.5'): Picked => ({ market: 'over_under', selection: 'under', line });
const over = (line = '1.5'): Picked => ({ market: 'over_under', selection: 'over', line });
const handicap = (selection: string, line: string): Picked => ({ market: 'asian_handicap', selection, line });
const noBet: Picked = { market: 'draw_no_bet', selection: '1' };
const halfDraw: Picked = { market: 'ht_1x2', selection: 'X' };
const both: Picked = { market: 'btts', selection: 'yes' };

const rich = () => testWallet(book.database.pool, 1_000_000n);
const quoted = (parts: readonly Picked[], of = event) => book.quoteBuilder(of, [...parts]);
const builder = async (parts: readonly Picked[], of = event): Promise<OrderLeg> => ({
  event: of,
  market: 'builder',
  selection: 'all',
  odds: (await quoted(parts, of)).odds ?? '1.01',
  parts: [...parts],
});
const order = (legs: OrderLeg[], rest: Partial<Input<'orderAdd'>> = {}): Input<'orderAdd'> => ({
  key: newId(),
  type: legs.length === 1 ? 'single' : 'accumulator',
  stake: '100.00',
  accept: 'none',
  again: true,
  legs,
  ...rest,
});
const place = async (
  member: Member,
  parts: readonly Picked[],
  rest: Partial<Input<'orderAdd'>> = {},
): Promise<Bet> => book.placing.place(member, order([await builder(parts)], rest));
const minor = (odds: string | undefined): bigint => BigInt(parseOdds(odds ?? '') ?? -1);
const own = (parts: readonly BuilderPart[]): number[] =>
  parts.map(({ market, selection, line = '' }) => {
    const on = book.board.market(event, market, selection === 'away' ? flipped(line) : line);
    return on?.oddsMilli[on.selections.indexOf(selection)] ?? 0;
  });
const flipped = (line: string): string =>
  line.startsWith('-') ? line.slice(1) : line === '0' ? line : `-${line}`;
/** Changes rows of the match, which this process has then not read. */
const change = (text: string, of = event) => book.database.pool.query(text, [of]);
/** Gives markets of the match a new version, with its history. */
const moved = (market: string, set: string): string =>
  `with m as (
     update market set ${set}, version = version + 1 where event_id = $1 and market = '${market}' returning *
   )
   insert into market_history (event_id, market, line, version, state, odds_milli, who, why)
   select event_id, market, line, version, state, odds_milli, 'feed', 'test' from m`;
const state = (member: Member, bet: Bet) => book.state(member, bet.id);
const detail = (member: Member, bet: Bet) =>
  book.modules.book.service.betDetails({ shard: member.shard, memberId: member.id }, bet.id);
const grid = () => {
  const on = book.board.event(event);
  const found = on && fairGrid(on);
  if (!found) throw new Error('The match has no prices');
  return found;
};
/** The fair chance of parts by brute force over all half-time and full-time scores. */
const chanceOf = (parts: readonly BuilderPart[]): number => {
  const { joint, homeMax, awayMax } = grid();
  const columns = ((awayMax + 1) * (awayMax + 2)) / 2;
  let sum = 0;
  for (let home = 0; home <= homeMax; home++)
    for (let early = 0; early <= home; early++)
      for (let away = 0; away <= awayMax; away++)
        for (let before = 0; before <= away; before++) {
          const result = { ht: { home: early, away: before }, ft: { home, away } };
          const wins = parts.every(
            ({ market, selection, line }) => grade(market, selection, line, result) === 'win',
          );
          if (wins)
            sum += joint[((home * (home + 1)) / 2 + early) * columns + (away * (away + 1)) / 2 + before] ?? 0;
        }
  return sum;
};

describe('a quote', () => {
  it('is the price of all parts together, from the grid of the board, with the price of each part', async () => {
    const parts = [under(), home];
    const quote = await quoted(parts);
    expect(quote).toMatchObject({ state: 'open', redundant: [] });
    expect(Number(quote.chance)).toBeCloseTo(chanceOf(parts), 5);
    const fair = 1 / chanceOf(parts);
    expect(Number(quote.odds)).toBeLessThanOrEqual(fair);
    expect(Number(quote.margin)).toBeCloseTo((fair / Number(quote.odds) - 1) * 100, 1);
    const [one = 0, other = 0] = own(parts);
    // In the order asked, each at the price the board has for it.
    expect(quote.parts).toEqual([
      { market: 'over_under', selection: 'under', line: '1.5', odds: formatOdds(one), state: 'open' },
      { market: '1x2', selection: '1', odds: formatOdds(other), state: 'open' },
    ]);
    expect(quote.without).toEqual([formatOdds(other), formatOdds(one)]);
    expect(quote.single).toBe(formatOdds(Math.floor((one * other) / 1000)));
  });

  it('of a home win and at most one goal is that of 1–0, at most what its grid says', async () => {
    const quote = await quoted([home, under()]);
    const score = chanceOf([{ market: 'correct_score', selection: '1-0' }]);
    expect(Number(quote.chance)).toBeCloseTo(score, 5);
  });

  it('of one part is its own price', async () => {
    const quote = await quoted([home]);
    expect(quote).toMatchObject({ state: 'open', odds: formatOdds(own([home])[0] ?? 0), without: [null] });
  });

  it('names what is impossible, what follows from the rest, and what cannot be named', async () => {
    expect(await quoted([home, { market: '1x2', selection: '2' }])).toMatchObject({
      state: 'impossible',
      odds: null,
      chance: null,
    });
    const redundant = await quoted([{ market: 'double_chance', selection: '1X' }, home]);
    expect(redundant).toMatchObject({ state: 'redundant', odds: null, redundant: [0] });
    expect(redundant.without[0]).toBe(formatOdds(own([home])[0] ?? 0));
    expect(await refusalOf(quoted([{ market: '1x2', selection: '7' }]))).toMatchObject({
      reason: 'builder_parts',
    });
    expect(await refusalOf(quoted(Array.from({ length: 7 }, () => home)))).toMatchObject({
      reason: 'builder_parts',
    });
    expect(await refusalOf(quoted([home], newId()))).toMatchObject({ reason: 'not_found' });
  });

  it('marks what it would refuse ahead: of every other selection on sale what a quote with it says', async () => {
    const picked = [home, over()];
    const { marks } = await book.markBuilder(event, picked);
    const markOf = ({ market, selection, line }: Picked) =>
      marks.find((one) => one.market === market && one.selection === selection && one.line === line)?.mark;
    const onSale = Array.from(book.board.event(event)?.markets.values() ?? []).flatMap(
      ({ market, line, selections }): Picked[] =>
        selections.map((selection) => {
          const own = legLineOf(market, selection, line);
          return { market, selection, ...(own !== undefined && own !== '' && { line: own }) };
        }),
    );
    expect(onSale.length).toBeGreaterThan(80);
    for (const candidate of onSale) {
      const others = picked.filter((part) => !areRivals(part, candidate));
      if (others.some((part) => JSON.stringify(part) === JSON.stringify(candidate))) continue;
      const { state, redundant } = await quoted([...others, candidate]);
      const isImplied = state === 'redundant' && redundant.includes(others.length);
      const expected = state === 'impossible' ? 'impossible' : isImplied ? 'redundant' : undefined;
      expect([candidate, markOf(candidate)]).toEqual([candidate, expected]);
    }
    expect(new Set(marks.map(({ mark }) => mark))).toEqual(new Set(['impossible', 'redundant']));
  });

  it('marks nothing next to parts that make no bet themselves, and refuses what a quote refuses', async () => {
    expect(await book.markBuilder(event, [home, { market: 'draw_no_bet', selection: '2' }])).toEqual({
      marks: [],
    });
    expect(await refusalOf(book.markBuilder(newId(), [home]))).toMatchObject({ reason: 'not_found' });
    const unknown = book.markBuilder(event, [{ market: '1x2', selection: '7' }]);
    expect(await refusalOf(unknown)).toMatchObject({ reason: 'builder_parts' });
  });

  it('says which part is not on sale', async () => {
    await change(moved('1x2', "state = 'suspended'"));
    await book.board.refresh([event]);
    expect(await quoted([home, under()])).toMatchObject({
      state: 'suspended',
      odds: null,
      parts: [{ state: 'suspended' }, { state: 'open' }],
    });
    await change(moved('1x2', "state = 'closed'"));
    await book.board.refresh([event]);
    expect(await quoted([home, under()])).toMatchObject({
      state: 'closed',
      parts: [{ state: 'closed' }, {}],
    });
    expect(await quoted([home, under('9.5')]).catch(() => 'refused')).toBe('refused');
  });

  it('does not combine a market whose prices a trader has set by hand', async () => {
    const key = { eventId: event, market: '1x2', line: '' };
    const version = book.board.market(event, '1x2')?.version ?? 0;
    await book.events.prices.set(
      key,
      { version, odds: new Map([['1', 2_000]]), isSure: true },
      { by: 'ada', why: 'test', within: () => Promise.resolve() },
    );
    expect(await quoted([home, under()])).toMatchObject({
      state: 'apart',
      odds: null,
      parts: [{ state: 'open', odds: '2.00', apart: true }, { state: 'open' }],
    });
    const member = await rich();
    const leg = { ...(await builder([home, under()])), odds: '3.00' };
    expect(await refusalOf(book.placing.place(member, order([leg])))).toMatchObject({
      reason: 'builder_apart',
      detail: { parts: [0], legs: [{ parts: [{ odds: '2.00' }, {}] }] },
    });
    await book.events.prices.release(key, version + 1, {
      by: 'ada',
      why: 'test',
      within: () => Promise.resolve(),
    });
    expect(await quoted([home, under()])).toMatchObject({ state: 'open' });
  });
});

describe('the margin of builders', () => {
  const saved = (rule: { marginBp?: number; offered?: boolean }, version: number) =>
    book.events.offers.save(
      { scope: 'event', id: event },
      { markets: { builder: rule }, shift: { homeBp: 0, awayBp: 0 } },
      { version, isSure: true, by: 'ada', why: 'test', within: () => Promise.resolve() },
    );

  it('is capped for a match, a competition or the site, as margins of markets are set, and builders can be left out', async () => {
    const parts = [home, under('2.5')];
    const usual = await quoted(parts);
    expect(Number(usual.margin)).toBeGreaterThan(6);
    await saved({ marginBp: 0 }, 0);
    const least = await quoted(parts);
    // The largest margin of its parts stays.
    expect(Number(least.margin)).toBeLessThan(Number(usual.margin));
    expect(Number(least.odds)).toBeGreaterThan(Number(usual.odds));
    expect(Number(least.odds)).toBeLessThanOrEqual(1 / Number(least.chance));
    await saved({ offered: false }, 1);
    expect(await quoted(parts)).toMatchObject({
      state: 'closed',
      odds: null,
      parts: [{ state: 'open' }, {}],
    });
    expect(await quoted([home])).toMatchObject({ state: 'open' });
    const member = await rich();
    const leg = { ...(await builder(parts)), odds: '3.00' };
    expect(await refusalOf(book.placing.place(member, order([leg])))).toMatchObject({ reason: 'closed' });
    await saved({}, 2);
    expect(await quoted(parts)).toMatchObject({ state: 'open', odds: usual.odds });
  });

  it('is what the stake is expected to keep, in the terms of the bet', async () => {
    const member = await rich();
    const { margin } = await quoted([home, under('2.5')]);
    const bet = await place(member, [home, under('2.5')]);
    const { rows } = await book.database.pool.query<{ margin_micro: number }>(
      'select margin_micro from bet where id = $1',
      [bet.id],
    );
    const share = Number(margin) / 100;
    expect((rows[0]?.margin_micro ?? 0) / 1_000_000).toBeCloseTo(share / (1 + share), 4);
  });
});

describe('a builder', () => {
  it('is placed at its price, with its parts and the prices of all their sets', async () => {
    const member = await rich();
    const parts = orderedParts([under('3.5'), both, home]);
    const bet = await place(member, [under('3.5'), both, home], { stake: '10.00' });
    const price = builderPrice(grid(), parts, { own: own(parts) });
    if (price.state !== 'open') throw new Error('no price');
    expect(bet).toMatchObject({ type: 'single', odds: formatOdds(price.oddsMilli), state: 'waiting' });
    const [leg] = bet.legs;
    expect(leg).toMatchObject({
      market: 'builder',
      selection: 'all',
      odds: formatOdds(price.oddsMilli),
      subsets: price.subsets.map((milli) => formatOdds(milli)),
    });
    expect(leg?.line).toBeUndefined();
    expect(leg?.parts).toEqual(
      parts.map((part, i) => ({ ...part, odds: formatOdds(price.subsets[1 << i] ?? 0) })),
    );
    const [stored] = await book.bets(member, [bet.id]);
    expect({ ...stored, receipt: null }).toEqual({ ...bet, receipt: null });
  });

  it('shows each part at its price on the board, also where fewer parts must not pay more than all', async () => {
    const line = [...(book.board.event(event)?.markets.values() ?? [])].find(
      (on) => on.market === 'asian_handicap' && !on.line.endsWith('.5') && on.line.startsWith('-'),
    )?.line;
    const parts = [{ market: 'double_chance', selection: '1X' }, handicap('home', line ?? '')];
    const bet = await place(await rich(), parts);
    const [leg] = bet.legs;
    const prices = own(parts);
    expect(leg?.parts?.map(({ odds }) => odds)).toEqual(prices.map((milli) => formatOdds(milli)));
    // Won by a push of the handicap's line, a pair pays the double chance alone: so it has less than the handicap.
    expect(minor(leg?.subsets?.[2])).toBeLessThan(BigInt(prices[1] ?? 0));
    expect(minor(leg?.subsets?.[2])).toBeLessThanOrEqual(minor(bet.odds));
  });

  it('has a receipt that says its parts and prices, the same when it is made again', async () => {
    const member = await rich();
    const bet = await place(member, [home, under('2.5')]);
    const read = (receipt: Bet['receipt']) => {
      const verdict = receipt && verifyReceipt(receipt, parseVerifierKey(testLogKey.vkey));
      if (!verdict?.ok) throw new Error('no receipt');
      return verdict;
    };
    const [leg] = bet.legs;
    const milli = (leg?.subsets ?? []).map((odds) => Math.round(Number(odds) * 1000));
    expect(read(bet.receipt).fact).toMatchObject({
      legs: [
        {
          event,
          market: 'builder',
          line: '',
          selection: 'all',
          since: '',
          version: 0,
          odds: milli.at(-1),
          subsets: milli,
          parts: [
            { market: '1x2', line: '', odds: milli[1], selection: '1', since: '', version: 1 },
            { market: 'over_under', line: '2.5', odds: milli[2], selection: 'under', since: '', version: 1 },
          ],
        },
      ],
    });
    const again = await detail(member, bet);
    expect(again.receipt?.body).toBe(bet.receipt?.body);
    expect(read(again.receipt).entry).toEqual(read(bet.receipt).entry);
    // Anybody can compute from it what the bet pays, and that is what it pays.
    await book.result(event, [1, 0]);
    const result = { outcome: 'played', halfTime: '0-0', fullTime: '1-0' };
    const decisions = new Map([[event, { event, result, ruling: {}, voids: [] }]]);
    const due = recomputePayout(parseCanonicalObject(bet.receipt?.body ?? '{}'), decisions);
    expect((await state(member, bet))[1]).toBe(moneyOf(due ?? -1n));
  });

  it('goes with legs of other matches in accumulators and systems, and not with its own match', async () => {
    const member = await rich();
    const others = [await match(), await match()];
    const legs: OrderLeg[] = [
      await builder([home, under('2.5')]),
      { event: others[0] ?? '', market: '1x2', selection: 'X', odds: await drawOdds(others[0]) },
      await builder([home, over()], others[1]),
    ];
    const all = await book.placing.place(member, order(legs, { stake: '10.00' }));
    const odds = legs.map((leg) => minor(leg.odds));
    expect(minor(all.odds)).toBe(((odds[0] ?? 0n) * (odds[1] ?? 0n) * (odds[2] ?? 0n)) / 1_000_000n);
    const system = await book.placing.place(member, order(legs, { type: 'system', k: 2, stake: '10.00' }));
    expect(system.legs.map(({ parts }) => parts?.length)).toEqual([2, undefined, 2]);
    const twice = order([...legs.slice(0, 1), { event, market: '1x2', selection: 'X', odds: '3.00' }]);
    expect(await refusalOf(book.placing.place(member, twice))).toMatchObject({ reason: 'same_event' });

    await book.result(event, [1, 0]);
    await book.result(others[0] ?? '', [2, 2]);
    await book.result(others[1] ?? '', [3, 0]);
    const won = (10n * odds.reduce((a, b) => a * b, 1n)) / 10_000_000n;
    expect(await state(member, all)).toEqual(['win', moneyOf(won), 'win', 'win', 'win']);
    const pairs = [
      [0, 1],
      [0, 2],
      [1, 2],
    ].reduce((sum, [a = 0, b = 0]) => sum + 1_000n * (odds[a] ?? 0n) * (odds[b] ?? 0n), 0n);
    expect(await state(member, system)).toEqual(['win', moneyOf(pairs / 1_000_000n), 'win', 'win', 'win']);
  });

  it('is refused when its price has moved, and accepted as it is or better when the member says so', async () => {
    const member = await rich();
    const leg = await builder([home, under('2.5')]);
    const now = leg.odds;
    const sent = (odds: string, accept: Input<'orderAdd'>['accept']) =>
      book.placing.place(member, order([{ ...leg, odds }], { accept }));
    const more = formatOdds(minor(now) + 100n);
    const less = formatOdds(minor(now) - 100n);
    const refused = await refusalOf(sent(more, 'none'));
    expect(refused).toMatchObject({
      reason: 'price_changed',
      detail: {
        legs: [
          {
            event,
            market: 'builder',
            selection: 'all',
            odds: now,
            state: 'open',
            parts: [{ state: 'open' }, {}],
          },
        ],
      },
    });
    expect(await refusalOf(sent(more, 'better'))).toMatchObject({ reason: 'price_changed' });
    expect(await refusalOf(sent(less, 'none'))).toMatchObject({ reason: 'price_changed' });
    expect((await sent(less, 'better')).odds).toBe(now);
    expect((await sent(more, 'any')).odds).toBe(now);
  });

  it('is judged again by newer rows when the market of one part has moved, and refused when it is not on sale', async () => {
    const member = await rich();
    const leg = await builder([home, under('2.5')]);
    const shorter = formatOdds((own([home])[0] ?? 0) - 50);
    await change(moved('1x2', 'odds_milli[1] = odds_milli[1] - 50'));
    // The memory of this process does not have the change: the statement finds it.
    const bet = await book.placing.place(member, order([leg], { accept: 'any' }));
    expect(bet.legs[0]?.parts?.[0]?.odds).toBe(shorter);
    await change(moved('over_under', "state = 'suspended'"));
    expect(await refusalOf(book.placing.place(member, order([leg], { accept: 'any' })))).toMatchObject({
      reason: 'suspended',
      detail: { legs: [{ parts: [{ state: 'open' }, { state: 'suspended' }] }] },
    });
    await change(moved('over_under', "state = 'open'"));
    await book.board.refresh([event]);
    await change(
      `insert into trading_stop (id, event_id, market, line, why, stopped_by) values (uuidv7(), $1, 'over_under', '2.5', 'x', 'ada')`,
    );
    expect(await refusalOf(book.placing.place(member, order([leg], { accept: 'any' })))).toMatchObject({
      reason: 'suspended',
    });
  });

  it('is refused when it cannot win, when a part changes nothing, and when it is no builder', async () => {
    const member = await rich();
    const sent = async (parts: Picked[], over: Partial<OrderLeg> = {}) =>
      refusalOf(
        book.placing.place(
          member,
          order([{ event, market: 'builder', selection: 'all', odds: '2.00', parts, ...over }]),
        ),
      );
    expect(await sent([home, { market: '1x2', selection: '2' }])).toMatchObject({
      reason: 'builder_impossible',
    });
    expect(await sent([home, { market: 'double_chance', selection: '1X' }])).toMatchObject({
      reason: 'builder_redundant',
      detail: { parts: [1] },
    });
    expect(await sent([home])).toMatchObject({ reason: 'builder_parts' });
    expect(await sent([home, { market: 'corners', selection: 'over' }])).toMatchObject({
      reason: 'builder_parts',
    });
    expect(await sent([home, { market: 'builder', selection: 'all' }])).toMatchObject({
      reason: 'builder_parts',
    });
    expect(await sent([home, under()], { line: '2.5' })).toMatchObject({ reason: 'validation' });
    expect(await sent([home, under()], { selection: '1' })).toMatchObject({ reason: 'validation' });
    expect(await sent([home, under()], { market: '1x2', selection: '1' })).toMatchObject({
      reason: 'validation',
    });
    expect(await book.available(member)).toBe(1_000_000n);
  });

  it('sent twice is one bet: with its key, and as a duplicate with its parts in another order', async () => {
    const member = await rich();
    const leg = await builder([home, under('2.5')]);
    const once = order([leg], { again: false });
    const bets = await Promise.all(Array.from({ length: 12 }, () => book.placing.place(member, once)));
    expect(new Set(bets.map(({ id }) => id)).size).toBe(1);
    const turned = order([{ ...leg, parts: (leg.parts ?? []).toReversed() }], { again: false });
    expect(await refusalOf(book.placing.place(member, turned))).toMatchObject({ reason: 'duplicate' });
    expect(
      await refusalOf(book.placing.place(member, { ...once, legs: [{ ...leg, parts: [home, over()] }] })),
    ).toMatchObject({
      reason: 'key_reused',
    });
    expect(await book.available(member)).toBe(990_000n);
  });

  it('keeps the cap of a match by its scores: what it offers is taken, a cent more is not, and other scores make room', async () => {
    const capped = await testSettling({ env: { EXPOSURE_CAP_EVENT: '1000.00' }, beside: book });
    await capped.board.refresh([event]);
    const member = await testWallet(book.database.pool, 100_000_000n);
    const leg = await builder([home, under('2.5')]);
    const sent = (stake: string, of = leg) => capped.placing.place(member, order([of], { stake }));
    await sent('10.00');
    const { reason, detail: told } = await refusalOf(sent('5000.00'));
    expect(reason).toBe('stake_max');
    const max = String(told['max']);
    const more = (Number(max) + 0.01).toFixed(2);
    expect(await refusalOf(sent(more))).toMatchObject({ reason: 'stake_max', detail: { max } });
    await sent(max);
    expect((await refusalOf(sent('1.00'))).reason).toBe('stake_max');
    const [heat] = await capped.exposure.heatMaps([event]);
    const worst = Number(heat?.worstMinor ?? 0n);
    expect(worst).toBeLessThanOrEqual(100_000);
    expect(worst).toBeGreaterThan(99_000);
    // The cells of 1-0 and 2-0 cost most, and what loses there makes room for more.
    expect(heat?.cells.find((cell) => cell.home === 1 && cell.away === 0)?.worstMinor).toBe(-BigInt(worst));
    expect(heat?.cells.find((cell) => cell.home === 0 && cell.away === 1)?.worstMinor).toBeGreaterThan(0n);
    expect(heat?.markets).toMatchObject([
      { market: 'builder', line: '', selections: [{ market: 'builder' }] },
    ]);
    await sent('50.00', await builder([{ market: '1x2', selection: '2' }, over('2.5')]));
    await sent('10.00');
    await capped.close();
  });

  it('keeps what one member may win on one match, added to the other bets on it', async () => {
    const capped = await testSettling({ env: { EXPOSURE_CAP_MEMBER: '200.00' }, beside: book });
    const another = await match();
    await capped.board.refresh([event, another]);
    const [member, other] = [await rich(), await rich()];
    const leg = await builder([home, under('2.5')]);
    const sent = (of: OrderLeg, stake: string, by = member) =>
      capped.placing.place(by, order([of], { stake }));
    /** What a bet wins in addition to its stake, in minor units. */
    const gain = ({ potential, stake }: Bet): number => Math.round(100 * (Number(potential) - Number(stake)));
    // A bet on one selection counts too, and what it wins is not set against what the builder wins.
    const draw = {
      event,
      market: '1x2',
      selection: 'X',
      odds: (await quoted([{ market: '1x2', selection: 'X' }])).odds,
    };
    const first = await sent({ ...draw, odds: draw.odds ?? '1.01' }, '10.00');
    const { reason, detail } = await refusalOf(sent(leg, '900.00'));
    expect(reason).toBe('stake_max');
    const max = String(detail['max']);
    const more = (Number(max) + 0.01).toFixed(2);
    expect(await refusalOf(sent(leg, more))).toMatchObject({ reason: 'stake_max', detail: { max } });
    const second = await sent(leg, max);
    expect(gain(first) + gain(second)).toBeLessThanOrEqual(20_000);
    // One more minor unit of stake would win more than is left.
    expect(gain(first) + gain(second) + Number(minor(leg.odds)) / 1_000 - 1).toBeGreaterThan(20_000);
    const against = await builder([{ market: '1x2', selection: '2' }, over('2.5')]);
    expect((await refusalOf(sent(against, '10.00'))).reason).toBe('stake_max');
    // Neither another match nor another member is held back by it.
    await sent(await builder([home, under('2.5')], another), '10.00');
    await sent(leg, '10.00', other);
    await capped.close();
  });

  it('keeps the largest stake and return of the house', async () => {
    const small = await testSettling({ env: { STAKE_MAX: '50.00', PAYOUT_MAX: '60.00' }, beside: book });
    await small.board.refresh([event]);
    const member = await rich();
    const leg = await builder([home, under('2.5')]);
    const refused = await refusalOf(small.placing.place(member, order([leg], { stake: '50.00' })));
    expect(refused.reason).toBe('stake_max');
    const most = Math.floor((60_000 / Number(minor(leg.odds))) * 100) / 100;
    expect(Number(refused.detail['max'])).toBeCloseTo(most, 1);
    await small.close();
  });
});

const drawOdds = async (of = ''): Promise<string> => {
  const on = book.board.market(of, '1x2');
  return formatOdds(on?.oddsMilli[1] ?? 0);
};
const moneyOf = (amount: bigint): string => `${amount / 100n}.${String(amount % 100n).padStart(2, '0')}`;

describe('settlement', () => {
  /** What 100.00 pay by the prices of sets of parts, as masks; several are halves of equal parts. */
  const pays = (bet: Bet, ...masks: number[]): string => {
    const subsets = bet.legs[0]?.subsets ?? [];
    const sum = masks.reduce(
      (all, mask) => all + (mask < 0 ? 0 : Math.round(Number(subsets[mask]) * 1000)),
      0,
    );
    return moneyOf(BigInt(Math.floor((10_000 * sum) / (1000 * masks.length))));
  };

  it('pays all parts at the full price, nothing when one is lost, and follows a correction', async () => {
    const member = await rich();
    const bet = await place(member, [home, over()]);
    await book.result(event, [2, 1]);
    expect(await state(member, bet)).toEqual(['win', pays(bet, 3), 'win']);
    expect((await detail(member, bet)).legs[0]).toMatchObject({
      parts: [{ outcome: 'win' }, { outcome: 'win' }],
      pays: expect.stringMatching(/^\d+\.\d{2}/),
    });
    await book.result(event, [1, 0]);
    expect(await state(member, bet)).toEqual(['lose', '0.00', 'lose']);
    expect((await detail(member, bet)).legs[0]?.parts?.map(({ outcome }) => outcome)).toEqual([
      'win',
      'lose',
    ]);
    await book.result(event, [2, 0]);
    expect(await state(member, bet)).toEqual(['win', pays(bet, 3), 'win']);
    expect(await book.available(member)).toBe(990_000n + BigInt(pays(bet, 3).replace('.', '')));
    const { timeline } = await detail(member, bet);
    expect(timeline.map(({ what }) => what).filter((what) => what === 'resettled')).toHaveLength(2);
  });

  it('takes a pushed part out, at the price of the others when the bet was placed', async () => {
    const member = await rich();
    const bet = await place(member, [noBet, under('2.5')]);
    await book.result(event, [1, 1]);
    // Both are in canonical order: the total is the second part.
    expect(await state(member, bet)).toEqual(['win', pays(bet, 2), 'win']);
  });

  it('splits a part on a quarter line into two halves of the stake', async () => {
    const [low, high] = ['1.75', '2.25'] as const;
    for (const line of [low, high]) {
      const { selections } = priceMarket({ market: 'over_under', grid: grid(), line });
      const odds = selections.map(({ oddsMilli }) => oddsMilli);
      await book.database.pool.query(
        `with m as (
           insert into market (event_id, market, line, in_play, margin_bp, selections, odds_milli, moves)
           values ($1, 'over_under', $2, true, 400, '{over,under}', $3, '{0,0}') on conflict do nothing returning *
         )
         insert into market_history (event_id, market, line, version, state, odds_milli, who, why)
         select event_id, market, line, version, state, odds_milli, 'feed', 'opened' from m`,
        [event, line, odds],
      );
    }
    await book.board.refresh([event]);
    const member = await rich();
    const halfWon = await place(member, [home, over(low)]);
    const halfLost = await place(member, [home, over(high)]);
    await book.result(event, [2, 0]);
    // Half the stake is won with both parts, the other half with the home win alone.
    expect(await state(member, halfWon)).toEqual(['win', pays(halfWon, 3, 1), 'half-win']);
    // Half the stake is won with the home win alone, the other half is lost.
    expect((await state(member, halfLost))[1]).toBe(pays(halfLost, 1, -1));
    expect((await detail(member, halfLost)).legs[0]?.parts?.[1]?.outcome).toBe('half-lose');
  });

  it('decides a lost part of the first half at half time, and waits for the others otherwise', async () => {
    const member = await rich();
    const bet = await place(member, [halfDraw, home]);
    await book.result(event, null, { ht: [0, 0] });
    expect(await state(member, bet)).toEqual(['waiting', undefined, undefined]);
    expect((await detail(member, bet)).legs[0]?.parts?.map(({ outcome }) => outcome)).toEqual([
      undefined,
      'win',
    ]);
    await book.result(event, null, { ht: [1, 0] });
    expect(await state(member, bet)).toEqual(['lose', '0.00', 'lose']);
    await book.result(event, [2, 0], { ht: [0, 0] });
    expect(await state(member, bet)).toEqual(['win', pays(bet, 3), 'win']);
  });

  it('takes out the part of a void market, all parts of a void match, and what an abandoned match leaves open', async () => {
    const member = await rich();
    const bet = await place(member, [home, over()]);
    const other = await match();
    const abandoned = await book.placing.place(member, order([await builder([home, over()], other)]));
    const wrong = { by: 'ada', why: 'wrong price' };
    await book.result(event, [2, 1]);
    const version = await book.events.rulings.voidBets(event, { market: '1x2' }, wrong);
    await book.settle();
    expect(await state(member, bet)).toEqual(['win', pays(bet, 2), 'win']);
    const { timeline } = await detail(member, bet);
    expect(timeline.some(({ what, why }) => what === 'void' && why === 'wrong price')).toBe(true);
    const all = await book.events.rulings.voidBets(event, {}, wrong);
    await book.settle();
    expect(await state(member, bet)).toEqual(['refund', '100.00', 'void']);
    await book.events.rulings.undoVoid(event, all, wrong);
    await book.events.rulings.undoVoid(event, version, wrong);
    await book.settle();
    expect(await state(member, bet)).toEqual(['win', pays(bet, 3), 'win']);

    // Two goals decide the total; who would have won is open.
    await book.events.rulings.recordResult(other, {
      kind: 'abandoned',
      ft: { home: 2, away: 0 },
      ht: { home: 1, away: 0 },
      source: 'test',
      confirmedBy: 'referee',
    });
    await book.settle();
    expect(await state(member, abandoned)).toEqual(['win', pays(abandoned, 2), 'win']);
  });

  it('is what a dry run returns, by a market of its own, also with legs of other matches', async () => {
    const member = await rich();
    const other = await match();
    const bet = await place(member, [home, over()]);
    const pair = order([
      { event: other, market: '1x2', selection: 'X', odds: await drawOdds(other) },
      await builder([home, over()]),
    ]);
    const double = await book.placing.place(member, pair);
    await book.result(other, [0, 0]);
    await book.events.rulings.recordResult(event, {
      ft: { home: 2, away: 1 },
      ht: { home: 0, away: 0 },
      source: 'x',
    });
    const dry = await book.settlement.dryRun(event, { result: 1 });
    expect(dry.markets['builder']?.bets).toBe(2);
    const before = await book.available(member);
    await book.events.rulings.confirmResult(event, 1, 'ada');
    await book.settle();
    expect(await state(member, bet)).toEqual(['win', pays(bet, 3), 'win']);
    expect((await state(member, double))[0]).toBe('win');
    expect(dry).toMatchObject({ bets: 2, paysMinor: (await book.available(member)) - before });
    await book.events.rulings.recordResult(event, {
      ft: { home: 0, away: 1 },
      ht: { home: 0, away: 0 },
      source: 'y',
    });
    expect(await book.settlement.dryRun(event, { result: 2 })).toMatchObject({ resettled: 2 });
  });
});

describe('in play', () => {
  const live = async (score: Score = { home: 0, away: 0 }, minute = 30): Promise<void> => {
    const on = book.board.event(event);
    if (!on) throw new Error('no match');
    await book.events.moveEvent(
      on,
      {
        kickOff: new Date(Date.now() - 1_800_000),
        state: 'live',
        minute: String(minute),
        clockMinute: minute,
        score,
        incidents: [],
        isSuspended: false,
        results: [],
      },
      'feed',
    );
  };

  it('counts handicaps from the score at the bet, in its price, its record and its end', async () => {
    await live({ home: 1, away: 0 });
    const line = [...(book.board.event(event)?.markets.values() ?? [])].find(
      (on) => on.market === 'asian_handicap' && on.state === 'open' && on.line.endsWith('.5'),
    )?.line;
    const member = await rich();
    const parts = [handicap('home', line ?? '-0.5'), under('4.5')];
    const bet = await place(member, parts);
    expect(bet.legs[0]?.parts?.find(({ market }) => market === 'asian_handicap')).toMatchObject({
      line,
      since: { home: 1, away: 0 },
    });
    const [stored] = await book.bets(member, [bet.id]);
    expect(stored?.legs).toEqual(bet.legs);
    // From 1-0 to 1-1: the home side has lost by one goal since.
    await book.result(event, [1, 1]);
    const counted = grade('asian_handicap', 'home', line, { ft: { home: 1, away: 1 } }, { home: 1, away: 0 });
    const [, first] = [1, (await detail(member, bet)).legs[0]?.parts];
    expect(first?.find(({ market }) => market === 'asian_handicap')?.outcome).toBe(counted);
  });

  it('waits for the live delay, and is decided by the markets of all its parts', async () => {
    const slow = await testSettling({ env: { LIVE_DELAY_MS: '30000' }, beside: book });
    await live({ home: 0, away: 0 });
    await slow.board.refresh([event]);
    const parts = [home, under('2.5')];
    const sent = async (meanwhile: string | undefined) => {
      const member = await rich();
      const leg = await builder(parts);
      const placed = slow.placing.place(member, order([leg])).then(
        (bet) => bet,
        (error: unknown) => error,
      );
      await expect.poll(() => book.available(member), { interval: 10 }).toBe(990_000n);
      if (meanwhile !== undefined) await change(meanwhile);
      await slow.later(30_000);
      return { member, leg, answer: await placed };
    };
    const accepted = await sent(undefined);
    expect(accepted.answer).toMatchObject({ odds: accepted.leg.odds, legs: [{ market: 'builder' }] });
    const later = await sent(moved('1x2', 'odds_milli[1] = odds_milli[1] - 1'));
    expect(later.answer).toMatchObject({ odds: later.leg.odds });
    const stopped = await sent(moved('over_under', "state = 'suspended'"));
    expect(stopped.answer).toMatchObject({
      reason: 'suspended',
      detail: { legs: [{ market: 'builder', parts: [{ state: 'open' }, { state: 'suspended' }] }] },
    });
    expect(await book.available(stopped.member)).toBe(1_000_000n);
    await slow.close();
  });
});

describe('cash-out', () => {
  it('is worth the mean of what it may pay over all scores, with the parts that are decided', async () => {
    const member = await rich();
    const bet = await place(member, [home, under('2.5')]);
    const fair = async () => Number((await book.cashOut.quote(member, bet.id)).fair);
    const chance = chanceOf([home, under('2.5')]);
    expect(await fair()).toBeCloseTo(100 * Number(bet.odds) * chance, 1);
    const { quote, offer } = await book.cashOut.quote(member, bet.id);
    const half = await book.cashOut.sell(member, { key: newId(), bet: bet.id, quote, share: '0.5' });
    expect(half).toMatchObject({ openStake: '50.00' });
    expect(await fair()).toBeCloseTo(50 * Number(bet.odds) * chance, 1);
    const rest = await book.cashOut.quote(member, bet.id);
    // The market of either part moves the offer away.
    await change(moved('over_under', 'moves = moves'));
    expect(
      await refusalOf(book.cashOut.sell(member, { key: newId(), bet: bet.id, quote: rest.quote })),
    ).toMatchObject({ reason: 'quote_moved' });
    await book.board.refresh([event]);
    const last = await book.cashOut.quote(member, bet.id);
    const whole = await book.cashOut.sell(member, { key: newId(), bet: bet.id, quote: last.quote });
    expect(Number(whole.cashOut)).toBeCloseTo(Number(offer), 1);
    expect((await verifyExposure(book.database.pool)).differences).toEqual([]);
  });

  it('counts pushes at the prices of the other parts', async () => {
    const member = await rich();
    const bet = await place(member, [noBet, under('2.5')]);
    const subsets = (bet.legs[0]?.subsets ?? []).map(Number);
    const homeWins = chanceOf([home, under('2.5')]);
    const draws = chanceOf([{ market: '1x2', selection: 'X' }, under('2.5')]);
    const fair = 100 * (homeWins * (subsets[3] ?? 0) + draws * (subsets[2] ?? 0));
    expect(Number((await book.cashOut.quote(member, bet.id)).fair)).toBeCloseTo(fair, 1);
  });

  it('is not offered while the market of a part is suspended', async () => {
    const member = await rich();
    const bet = await place(member, [home, under('2.5')]);
    await change(moved('1x2', "state = 'suspended'"));
    await book.board.refresh([event]);
    expect(await refusalOf(book.cashOut.quote(member, bet.id))).toMatchObject({ reason: 'no_cash_out' });
  });
});

it('the records agree: bets, prices, grades, exposure and the ledger', async () => {
  const member = await rich();
  const bet = await place(member, [home, over('3.5'), both]);
  await book.result(event, [3, 1]);
  expect((await state(member, bet))[0]).toBe('win');
  await place(member, [home, under('2.5')], { again: true }).catch(() => undefined);
  expect(await book.differences()).toEqual([]);
  expect((await verifyExposure(book.database.pool)).differences).toEqual([]);
  const orders = entryParts.filter(({ name }) => name === 'orders and sales in play are as decided');
  expect(orders).toHaveLength(1);
  for (const part of [...betParts, ...orders, gradePart]) {
    const report = await verifyPart(part, (work) => snapshot(book.database.pool, work), { examples: 5 });
    expect({ part: part.name, found: report.examples }).toEqual({ part: part.name, found: [] });
  }
  expect(book.board.event(event)?.markets.has(marketKey('builder'))).toBe(false);
});

it('many members at once, builders and other bets in the same batches, are each placed or refused whole', async () => {
  const capped = await testSettling({ env: { EXPOSURE_CAP_EVENT: '2000.00' }, beside: book });
  await capped.board.refresh([event]);
  const members = await Promise.all(Array.from({ length: 60 }, rich));
  const legs = [
    await builder([home, under('2.5')]),
    await builder([both, { market: '1x2', selection: 'X' }]),
    { event, ...home, odds: formatOdds(own([home])[0] ?? 0) },
  ];
  const answers = await Promise.all(
    members.map((member, i) =>
      capped.placing.place(member, order(legs.slice(i % 3, (i % 3) + 1))).then(
        (bet) => bet.legs[0]?.market,
        (error: unknown) => (error instanceof Refused ? error.reason : String(error)),
      ),
    ),
  );
  expect(new Set(answers)).toEqual(new Set(['builder', '1x2', 'stake_max']));
  const [heat] = await capped.exposure.heatMaps([event]);
  expect(heat?.worstMinor).toBeLessThanOrEqual(200_000n);
  const { rows } = await book.database.pool.query<{ bets: bigint }>(
    `select count(*) as bets from bet_leg where event_id = $1`,
    [event],
  );
  expect(Number(rows[0]?.bets)).toBe(answers.filter((answer) => answer !== 'stake_max').length);
  expect((await verifyExposure(book.database.pool)).differences).toEqual([]);
  await capped.close();
});

it('the public totals of a match have a row of builders, and hold against the result', async () => {
  const member = await rich();
  for (const parts of [
    [home, over()],
    [noBet, under('2.5')],
    [home, under('2.5')],
  ])
    for (let n = 0; n < 3; n++) await place(member, parts);
  for (let n = 0; n < 5; n++) {
    const [odds = 0] = own([home]);
    await book.bet(member, [{ event, ...home, odds: formatOdds(odds) }]);
  }
  const early = await place(member, [home, over()]);
  const { quote } = await book.cashOut.quote(member, early.id);
  await book.cashOut.sell(member, { key: newId(), bet: early.id, quote, share: '0.4' });
  await book.result(event, [1, 1]);
  await book.result(event, [2, 0]);
  const { matchTotals } = book.modules.book.service;
  for (const run of await matchTotals.due()) await matchTotals.add(run);
  const { rows } = await book.database.pool.query<{ body: string }>(
    `select body from house_fact where kind = 'match_totals' and id = $1`,
    [`${event}:2`],
  );
  const totals = matchTotalsOf(parseCanonicalObject(rows[0]?.body ?? '{}'));
  const ruling = {
    result: { outcome: 'played', score: { ft: { home: 2, away: 0 }, ht: { home: 0, away: 0 } } },
    hasVoid: () => false,
  };
  expect(checkMatchTotals(totals, ruling)).toEqual([]);
  expect(totals.markets.map(({ market, bets }) => [market, bets])).toEqual([
    ['1x2', 5],
    ['builder', 10],
  ]);
  expect(totals.rows.map(({ market, outcome }) => [market, outcome])).toEqual([['1x2', 'win']]);
  expect(totals.others).toMatchObject([{ outcome: null, bets: 10 }]);
  expect(totals.early.bets).toBe(1);
});

it('a builder whose stored prices, parts or odds were changed is found', async () => {
  const member = await rich();
  const bet = await place(member, [home, over()]);
  const part = betParts.find(({ name }) => name.startsWith('builders have'));
  if (!part) throw new Error('no such part');
  const found = async () =>
    (await verifyPart(part, (work) => snapshot(book.database.pool, work), { examples: 5 })).differences;
  expect(await found()).toBe(0n);
  const { owner } = book.database;
  await owner.query('update bet set subsets[2] = 999 where id = $1', [bet.id]);
  expect(await found()).toBe(1n);
  await owner.query('update bet set subsets[2] = 1001, part_versions = $2 where id = $1', [bet.id, [1]]);
  expect(await found()).toBe(1n);
  await owner.query('update bet set part_versions = $2, part_odds[1] = 1000 where id = $1', [bet.id, [1, 1]]);
  expect(await found()).toBe(1n);
  // A price that the board never had is found by its history.
  await owner.query('update bet set part_odds[1] = 9000 where id = $1', [bet.id]);
  const history = betParts.filter(({ name }) => name === 'prices of legs are those of the history');
  const reports = await Promise.all(
    history.map((one) => verifyPart(one, (work) => snapshot(book.database.pool, work), { examples: 5 })),
  );
  expect(reports.map(({ differences }) => differences)).toEqual([1n]);
  await book.result(event, [2, 1]);
  await owner.query(`update bet set selection = '1x2:2;over_under:over:1.5' where id = $1`, [bet.id]);
  expect((await book.differences()).join()).toContain(bet.id);
});
