import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Input } from '@touchline/contract/routes';
import type { Bet } from '@touchline/contract/shapes/bet';
import { legLineOf } from '@touchline/football/leg-line';
import type { Score } from '@touchline/football/score';
import { matchTotalsOf, type PublicTotals } from '@touchline/house/match-totals';
import { formatOdds } from '@touchline/money/odds';
import { parseCanonicalObject } from '@touchline/verify/canonical-json';
import { newId } from '../../core/ids.ts';
import { Refused } from '../../core/refusal.ts';
import { snapshot } from '../../core/database/transaction.ts';
import { houseFactParts } from '../../proofs/record-check/house-facts.ts';
import { verifyPart } from '../../proofs/record-check/part.ts';
import { addTestMatch, testEvent, testWallet } from '../../testing/book.ts';
import { commandLists } from '../../testing/commands.ts';
import { testSettling, type Member, type TestSettling } from '../../testing/settling.ts';

let book: TestSettling;
beforeAll(async () => {
  book = await testSettling({ env: { LIVE_DELAY_MS: '0' } });
  // The competition and the teams of matches.
  await testEvent(book.database.pool);
});
afterAll(() => book.close());

type Picked = { market: string; selection: string; line?: string };
type OrderLeg = Input<'orderAdd'>['legs'][number];
type OwnBet = { member: Member; bet: Bet };

const wrong = { by: 'ada', why: 'test' };
const minor = (amount: string | undefined): bigint => BigInt((amount ?? '0').replace('.', ''));

const openMatches = async (count: number): Promise<string[]> => {
  const events = await Promise.all(Array.from({ length: count }, () => addTestMatch(book.events)));
  await book.board.refresh(events);
  return events;
};

/** Every selection on sale, as a leg names it with its odds. */
const onSale = (event: string): OrderLeg[] =>
  [...(book.board.event(event)?.markets.values() ?? [])]
    .filter(({ state }) => state === 'open')
    .flatMap(({ market, line, selections, oddsMilli }) =>
      selections.flatMap((selection, index): OrderLeg[] => {
        const milli = oddsMilli[index] ?? 0;
        if (milli === 0) return [];
        const odds = formatOdds(milli);
        const own = line === '' ? undefined : legLineOf(market, selection, line);
        return [
          own === undefined
            ? { event, market, selection, odds }
            : { event, market, selection, line: own, odds },
        ];
      }),
    );

const legOf = (event: string, picked: Picked) => {
  const found = onSale(event).find(
    ({ market, selection, line }) =>
      market === picked.market && selection === picked.selection && line === picked.line,
  );
  if (!found) throw new Error(`${picked.market} ${picked.selection} is not on sale`);
  return found;
};

const builderOf = async (event: string, parts: Picked[]): Promise<OrderLeg | undefined> => {
  const quote = await book.quoteBuilder(event, parts);
  if (quote.state !== 'open' || quote.odds === null) return undefined;
  return { event, market: 'builder', selection: 'all', odds: quote.odds, parts };
};

const place = async (member: Member, legs: readonly OrderLeg[], stake = '10.00'): Promise<OwnBet> => {
  const type = legs.length === 1 ? 'single' : 'accumulator';
  const order = { key: newId(), type, stake, accept: 'any', again: true } as const;
  return { member, bet: await book.placing.place(member, { ...order, legs: [...legs] }) };
};

/** Sells a bet or half of it. @returns whether it was on offer */
const sell = async ({ member, bet }: OwnBet, isHalf: boolean): Promise<boolean> => {
  try {
    const { quote } = await book.cashOut.quote(member, bet.id);
    const sale = { key: newId(), bet: bet.id, quote };
    await book.cashOut.sell(member, isHalf ? { ...sale, share: '0.5' } : sale);
    return true;
  } catch (error) {
    if (error instanceof Refused) return false;
    throw error;
  }
};

const giveBack = async (member: Member): Promise<number> =>
  (
    await book.modules.book.service.returns.returnStakes(
      { shard: member.shard, memberId: member.id },
      new Date(),
    )
  ).bets;

/** Puts the totals of all settled rulings into the log. */
const addTotals = async (): Promise<void> => {
  const { matchTotals } = book.modules.book.service;
  for (const run of await matchTotals.due()) await matchTotals.add(run);
};

/** What `npm run verify` says against the totals. */
const differences = async (): Promise<readonly string[]> => {
  const part = houseFactParts.find(({ name }) => name.startsWith('totals of matches'));
  if (!part) throw new Error('no such part');
  const report = await verifyPart(part, (work) => snapshot(book.database.pool, work), { examples: 5 });
  return report.examples;
};

/** The newest totals of a match; undefined before its first. */
const totalsOf = async (event: string): Promise<PublicTotals | undefined> => {
  const { rows } = await book.database.pool.query<{ body: string }>(
    `select body from house_fact where kind = 'match_totals' and id like $1
     order by split_part(id, ':', 2)::int desc limit 1`,
    [`${event}:%`],
  );
  return rows[0] && matchTotalsOf(parseCanonicalObject(rows[0].body));
};

const halfTime = async (event: string, ht: Score): Promise<void> => {
  await book.events.rulings.recordResult(event, { ht, source: 'test', confirmedBy: 'referee' });
  await book.settle();
};

const halfDraw = { market: 'ht_1x2', selection: 'X' };
const home = { market: '1x2', selection: '1' };
const over = { market: 'over_under', selection: 'over', line: '2.5' };

it('totals of the first half stay true when bets on the whole match are sold or returned', async () => {
  const [event = ''] = await openMatches(1);
  const member = await testWallet(book.database.pool, 1_000_000n);
  const excluded = await testWallet(book.database.pool, 1_000_000n);
  await place(member, [legOf(event, halfDraw)]);
  const sold = await place(member, [legOf(event, home)]);
  await place(excluded, [legOf(event, home)]);
  const builder = await builderOf(event, [home, over]);
  if (!builder) throw new Error('the builder has no price');
  await place(excluded, [builder]);
  await halfTime(event, { home: 0, away: 0 });
  await addTotals();
  expect(await totalsOf(event)).toMatchObject({ version: 1, bets: 1, early: { bets: 0 } });
  expect(await sell(sold, false)).toBe(true);
  expect(await giveBack(excluded)).toBe(2);
  expect(await differences()).toEqual([]);
  // The ruling that decides their selections counts them.
  await book.result(event, [2, 1]);
  await addTotals();
  expect(await totalsOf(event)).toMatchObject({ version: 2, bets: 4, early: { bets: 3, stake: 3_000n } });
  expect(await differences()).toEqual([]);
});

it('totals of the first half stay true between full time and the ruling of the result', async () => {
  const [event = ''] = await openMatches(1);
  const member = await testWallet(book.database.pool, 1_000_000n);
  await place(member, [legOf(event, halfDraw)]);
  await place(member, [legOf(event, home)]);
  await halfTime(event, { home: 0, away: 0 });
  await addTotals();
  await book.database.pool.query(
    `insert into incident (event_id, n, kind, minute, home_goals, away_goals, at)
     values ($1, 1, 'full_time', '90', 1, 0, now())`,
    [event],
  );
  await book.events.rulings.recordResult(event, {
    ht: { home: 0, away: 0 },
    ft: { home: 1, away: 0 },
    source: 'test',
  });
  expect(await totalsOf(event)).toMatchObject({ version: 1, fullTime: null });
  expect(await differences()).toEqual([]);
  await book.result(event, [1, 0], { ht: [0, 0], by: 'referee' });
  await addTotals();
  expect((await totalsOf(event))?.fullTime).not.toBeNull();
  expect(await differences()).toEqual([]);
});

it('a bet of several legs that was opened again and then sold leaves totals as they are', async () => {
  const [event = '', other = ''] = await openMatches(2);
  const member = await testWallet(book.database.pool, 1_000_000n);
  const both = await place(member, [legOf(event, home), legOf(other, home)]);
  const half = await place(member, [legOf(event, home), legOf(other, home)]);
  expect(await sell(half, true)).toBe(true);
  await book.result(event, [0, 1]);
  await addTotals();
  const [before] = (await totalsOf(event))?.markets ?? [];
  expect(before).toMatchObject({ market: 'multiple', bets: 2, stake: 2_000n });
  await book.result(event, [1, 0], { by: 'second referee' });
  await addTotals();
  expect((await totalsOf(event))?.markets).toEqual([before]);
  expect(await sell(both, false)).toBe(true);
  expect(await sell(half, true)).toBe(true);
  expect(await differences()).toEqual([]);
});

const matches = 2;
const goals = fc.nat({ max: 2 });
const score = fc.record({ home: goals, away: goals });
const on = fc.nat(matches - 1);
const slips = fc.array(
  fc.record({
    kind: fc.constantFrom('single', 'single', 'double', 'builder'),
    on,
    picks: fc.array(fc.nat(), { minLength: 2, maxLength: 2 }),
    by: fc.nat(1),
  }),
  { minLength: 6, maxLength: 12 },
);
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ does: fc.constant('half' as const), on, ht: score }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('result' as const), on, ht: score, more: score }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('void' as const), on, pick: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('undo' as const), on }) },
  {
    weight: 5,
    arbitrary: fc.record({ does: fc.constant('sell' as const), bet: fc.nat(), isHalf: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('return' as const), by: fc.nat(1) }) },
);

type ValueOf<A> = A extends fc.Arbitrary<infer T> ? T : never;
type Slips = ValueOf<typeof slips>;
type Step = ValueOf<typeof step>;

it('totals equal the results of bets after any rulings, sales and returns', async () => {
  let moved = 0;
  const run = async (orders: Slips, path: readonly Step[]): Promise<void> => {
    const events = await openMatches(matches);
    const eventAt = (at: number): string => events[at] ?? '';
    const members = await Promise.all([0, 1].map(() => testWallet(book.database.pool, 1_000_000n)));
    const bets: OwnBet[] = [];
    for (const order of orders) {
      const member = members[order.by];
      if (!member) throw new Error('no such member');
      const legOn = (event: string, pick: number) => {
        const all = onSale(event);
        return all[pick % all.length];
      };
      const [first, second] = order.picks.map((pick, index) =>
        legOn(order.kind === 'double' ? eventAt(index) : eventAt(order.on), pick),
      );
      if (!first || !second) throw new Error('nothing is on sale');
      if (order.kind === 'builder') {
        const parts = [first, second].map(({ market, selection, line }) =>
          line === undefined ? { market, selection } : { market, selection, line },
        );
        const leg = await builderOf(first.event, parts);
        if (leg === undefined) continue;
        bets.push(await place(member, [leg]));
      } else bets.push(await place(member, order.kind === 'double' ? [first, second] : [first]));
    }
    const finals = new Set<string>();
    const voided = new Map<string, number[]>();
    const take = async (now: Step): Promise<void> => {
      switch (now.does) {
        case 'half':
          if (!finals.has(eventAt(now.on))) await halfTime(eventAt(now.on), now.ht);
          return;
        case 'result': {
          const ft = [now.ht.home + now.more.home, now.ht.away + now.more.away] as const;
          finals.add(eventAt(now.on));
          await book.result(eventAt(now.on), ft, { ht: [now.ht.home, now.ht.away] });
          return;
        }
        case 'void': {
          const markets = [...(book.board.event(eventAt(now.on))?.markets.values() ?? [])];
          const market = markets[now.pick % markets.length]?.market ?? '1x2';
          const version = await book.events.rulings.voidBets(eventAt(now.on), { market }, wrong);
          voided.set(eventAt(now.on), [...(voided.get(eventAt(now.on)) ?? []), version]);
          await book.settle();
          return;
        }
        case 'undo': {
          const version = voided.get(eventAt(now.on))?.pop();
          if (version !== undefined) await book.events.rulings.undoVoid(eventAt(now.on), version, wrong);
          await book.settle();
          return;
        }
        case 'sell': {
          const found = bets[now.bet % bets.length];
          if (found && (await sell(found, now.isHalf))) moved += 1;
          return;
        }
        case 'return': {
          const member = members[now.by];
          if (member) moved += await giveBack(member);
          return;
        }
        default:
          now satisfies never;
      }
    };
    for (const now of path) {
      await take(now);
      await addTotals();
      expect(await differences()).toEqual([]);
    }
    // Once all is decided, a match has every bet of one leg with all that was paid for it.
    for (const event of events) await book.result(event, [2, 1], { ht: [1, 0], by: 'last referee' });
    await addTotals();
    expect(await differences()).toEqual([]);
    const now = await Promise.all(
      members.map((member) =>
        book.bets(
          member,
          bets.filter((one) => one.member === member).map(({ bet }) => bet.id),
        ),
      ),
    );
    for (const event of events) {
      const singles = now.flat().filter(({ type, legs }) => type === 'single' && legs[0]?.event === event);
      const counted = ((await totalsOf(event))?.markets ?? []).filter(({ market }) => market !== 'multiple');
      const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((a, b) => a + b, 0n);
      expect({
        bets: counted.reduce((all, { bets: each }) => all + each, 0),
        stake: sum(counted.map(({ stake }) => stake)),
        paid: sum(counted.map(({ paid }) => paid)),
      }).toEqual({
        bets: singles.length,
        stake: sum(singles.map(({ stake }) => minor(stake))),
        paid: sum(singles.map(({ payout, cashOut }) => minor(payout) + minor(cashOut))),
      });
    }
  };
  await fc.assert(fc.asyncProperty(slips, commandLists(step, { minLength: 5, maxLength: 12 }), run), {
    numRuns: 6,
  });
  expect(moved).toBeGreaterThan(3);
  expect(await book.differences()).toEqual([]);
});
