import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Input } from '@touchline/contract/routes';
import { legLineOf } from '@touchline/football/leg-line';
import { formatOdds } from '@touchline/money/odds';
import { formatAmount, parseAmount } from '@touchline/money/amount';
import { newId } from '../../core/ids.ts';
import { Refused } from '../../core/refusal.ts';
import { addTestMatch, testEvent, testWallet } from '../../testing/book.ts';
import { commandLists } from '../../testing/commands.ts';
import { testSettling, type Member, type TestSettling } from '../../testing/settling.ts';
import type { BoardEvent, BoardMarket } from '../../pricing/board/board.ts';

let site: TestSettling;
/** Another process of the site, which still has a fee: an amount that is not reached with it may be reached without. */
let dear: TestSettling;
beforeAll(async () => {
  const env = { LIVE_DELAY_MS: '0', BOUND_BY_BOOKMAKERS: 'true' };
  site = await testSettling({ env: { ...env, CASH_OUT_FEE_BP: '0' } });
  dear = await testSettling({ env: { ...env, CASH_OUT_FEE_BP: '300' }, beside: site });
  // The competition and the teams of matches.
  await testEvent(site.database.pool);
});
afterAll(async () => {
  await dear.close();
  await site.close();
});

type Edit = Input<'betEdit'>;
type Leg = Input<'orderAdd'>['legs'][number];
type Picked = { market: string; selection: string; line?: string };
type Offered = { part: Picked; odds: string };
/** A member with bets on one match. */
type Holder = { member: Member; event: string };

const picks = fc.array(fc.nat(), { minLength: 1, maxLength: 3 });
const tenths = fc.integer({ min: 1, max: 10 });
const shares = fc.array(fc.double({ min: 0.8, max: 1.6, noNaN: true }), { minLength: 3, maxLength: 3 });
const fix = fc.record({ does: fc.constant('fix' as const), market: fc.nat(), shares });
const bound = fc.record({ does: fc.constant('bound' as const), shares });
const play = fc.record({
  does: fc.constant('play' as const),
  minute: fc.oneof(fc.integer({ min: 1, max: 44 }), fc.integer({ min: 46, max: 90 })),
  home: fc.nat(3),
  away: fc.nat(1),
});
const deal = fc.record({
  does: fc.constantFrom('place' as const, 'sell' as const, 'edit' as const, 'auto' as const),
  bet: fc.nat(),
  picks,
  tenths,
});
const step = fc.oneof(
  { weight: 8, arbitrary: deal },
  { weight: 1, arbitrary: fix },
  { weight: 1, arbitrary: fc.oneof(bound, play) },
);
const steps = fc
  .tuple(
    fc.oneof({ weight: 3, arbitrary: fix }, { weight: 2, arbitrary: fc.oneof(bound, play) }),
    commandLists(step, { minLength: 8, maxLength: 14 }),
  )
  .map(([first, rest]) => [first, ...rest]);
type Deal = typeof deal extends fc.Arbitrary<infer One> ? One : never;
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

const minor = (amount = '0'): bigint => parseAmount(amount, 2) ?? 0n;
const money = (amount: bigint): string => formatAmount(amount, 2);
const eventOf = (id: string): BoardEvent => {
  const event = site.board.event(id);
  if (event === undefined) throw new Error('no match');
  return event;
};

const chosen = <T>(list: readonly T[], place: number): T | undefined =>
  list[place % Math.max(1, list.length)];

const offeredOf = (markets: readonly BoardMarket[]): Offered[] =>
  markets.flatMap(({ market, line, selections, oddsMilli }) =>
    selections.flatMap((selection, index) => {
      const odds = oddsMilli[index] ?? 0;
      const own = line === '' ? undefined : legLineOf(market, selection, line);
      const part = own === undefined ? { market, selection } : { market, selection, line: own };
      return odds === 0 ? [] : [{ part, odds: formatOdds(odds) }];
    }),
  );

/** The first of these picks, and as many of the others as can be combined with it, at their price now. */
const legOf = async (event: string, wanted: readonly number[]): Promise<Leg | undefined> => {
  const markets = [...eventOf(event).markets.values()].filter(({ state }) => state === 'open');
  const all = offeredOf(markets);
  const fixed = offeredOf(markets.filter(({ byHand }) => byHand === true));
  // Every other pick is of prices that a trader has fixed, if there are any.
  const [first, ...others] = wanted.flatMap(
    (pick) => chosen(pick % 2 === 0 || fixed.length === 0 ? all : fixed, Math.floor(pick / 2)) ?? [],
  );
  if (first === undefined) return undefined;
  let [parts, { odds }] = [[first.part], first];
  for (const { part } of others) {
    const quote = await site.quoteBuilder(event, [...parts, part]);
    if (quote.state === 'open' && quote.odds !== null) [parts, odds] = [[...parts, part], quote.odds];
  }
  return parts.length === 1
    ? { event, ...first.part, odds }
    : { event, market: 'builder', selection: 'all', odds, parts };
};

const offersOf = async ({ member }: Holder, of = site) =>
  (await of.cashOutRules.offers({ shard: member.shard, memberId: member.id })).list;

/** All that a member has, with every bet sold. */
const worthOf = async (holder: Holder): Promise<bigint> =>
  (await offersOf(holder)).reduce(
    (sum, { offer }) => sum + minor(offer),
    await site.available(holder.member),
  );

/** What a member does; without a bet, one is placed. @returns what was done, if it was */
const act = async (holder: Holder, step: Deal): Promise<Deal['does'] | undefined> => {
  const { member, event } = holder;
  const { does, bet, picks: wanted, tenths: share } = step;
  const held = does === 'place' ? undefined : chosen(await offersOf(holder), bet);
  if (held?.offer !== undefined && does === 'sell') {
    const { quote } = await site.cashOut.quote(member, held.bet);
    const sold = share === 10 ? '1' : `0.${share}`;
    await site.cashOut.sell(member, { key: newId(), bet: held.bet, quote, share: sold });
    return does;
  }
  if (held?.offer !== undefined && does === 'auto') {
    return (await sellByRule(holder, held.bet)) ? does : undefined;
  }
  const leg = await legOf(event, wanted);
  if (leg === undefined) return undefined;
  const most = minor(held?.offer) + (await site.available(member));
  const stake = money((most * BigInt(share)) / 10n);
  const order: Edit['order'] = { type: 'single', stake, accept: 'none', legs: [leg] };
  const key = newId();
  if (held?.offer === undefined) {
    await site.placing.place(member, { ...order, key, again: true });
    return 'place';
  }
  const { quote } = await site.cashOut.quote(member, held.bet);
  await site.edit(member, { key, bet: held.bet, quote, order });
  return 'edit';
};

/** Sets the least amount that is not reached with the fee, and lets the process without it look at all rules. */
const sellByRule = async (holder: Holder, bet: string): Promise<boolean> => {
  const withFee = (await offersOf(holder, dear)).find((one) => one.bet === bet)?.offer;
  if (withFee === undefined) return false;
  await dear.cashOutRules.set(holder.member, { bet, at: money(minor(withFee) + 1n) });
  // Not each look is at all rules.
  for (let look = 0; look < 15; look++) await site.cashOutRules.run();
  const rest = (await offersOf(holder)).find((one) => one.bet === bet);
  if (rest === undefined) return true;
  expect(minor(rest.offer)).toBeLessThanOrEqual(minor(withFee));
  await site.cashOutRules.set(holder.member, { bet });
  return false;
};

/** What the house does. */
const move = async (id: string, step: Exclude<Step, Deal>): Promise<void> => {
  const event = eventOf(id);
  const isBefore = event.state === 'scheduled';
  if (step.does === 'fix' && isBefore) {
    const [market] = [...event.markets.values()].slice(step.market % event.markets.size);
    if (market?.state !== 'open') return;
    const odds = longer(market.oddsMilli, step.shares);
    await site.events.prices.set(
      { eventId: id, market: market.market, line: market.line },
      {
        version: market.version,
        odds: new Map(market.selections.map((selection, index) => [selection, odds[index] ?? 1_010])),
        isSure: true,
      },
      { by: 'ada', why: 'test', within: () => Promise.resolve() },
    );
  } else if (step.does === 'bound' && isBefore) {
    const best = [...event.markets.values()].map(({ market, line, oddsMilli }) => ({
      market,
      line,
      oddsMilli: longer(oddsMilli, step.shares),
      sources: oddsMilli.map(() => 'PS'),
    }));
    const { kickOff, means } = event;
    const basis = { kind: 'market', source: 'PS/PS', best } as const;
    await site.events.moveEvent(
      event,
      { ...noNews, kickOff, state: 'scheduled', clockMinute: 0, means, basis },
      'feed',
    );
  } else if (step.does === 'play' && isBefore) {
    const { minute, home, away } = step;
    const ht = minute > 45 ? { home: Math.min(home, 1), away: 0 } : undefined;
    const kickOff = new Date(Date.now() - minute * 60_000);
    const clock = { minute: String(minute), clockMinute: minute, score: { home, away }, ht };
    await site.events.moveEvent(event, { ...noNews, kickOff, state: 'live', ...clock }, 'feed');
  }
  await dear.board.refresh([id]);
};
const noNews = { incidents: [], results: [], isSuspended: false };
const longer = (oddsMilli: readonly number[], by: readonly number[]): number[] =>
  oddsMilli.map((odds, index) => Math.max(1_010, Math.round(odds * (by[index % by.length] ?? 1))));

const unlessRefused = async <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch((error: unknown) => {
    if (error instanceof Refused) return undefined;
    throw error;
  });

it('no cycle of bets, sales, edits and automatic sales gives a profit, before a match and in it', async () => {
  const done = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(steps, async (path) => {
      const event = await addTestMatch(site.events);
      await dear.board.refresh([event]);
      const holder: Holder = { event, member: await testWallet(site.database.pool, 1_000_000n) };
      let most = 1_000_000n;
      for (const step of path) {
        if (step.does === 'fix' || step.does === 'bound' || step.does === 'play') {
          await unlessRefused(move(event, step));
          // Bets from before may be worth more at new prices.
          most = await worthOf(holder);
          continue;
        }
        const does = await unlessRefused(act(holder, step));
        if (does !== undefined) done.set(does, (done.get(does) ?? 0) + 1);
        const worth = await worthOf(holder);
        expect(worth).toBeLessThanOrEqual(most);
        most = worth;
      }
    }),
    { numRuns: 10 },
  );
  for (const does of ['place', 'sell', 'edit', 'auto']) expect(done.get(does) ?? 0).toBeGreaterThan(0);
});
