import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Input } from '@touchline/contract/routes';
import { legLineOf } from '@touchline/football/leg-line';
import { formatAmount, parseAmount } from '@touchline/money/amount';
import { newId } from '../../platform/ids.ts';
import { Refused } from '../../platform/refusal.ts';
import { addTestMatch, testEvent, testWallet } from '../../testing/book.ts';
import { commandLists } from '../../testing/commands.ts';
import { testSettling, type Member, type TestSettling } from '../../testing/settling.ts';
import type { BoardEvent } from '../board/board.ts';

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

type Leg = Input<'orderAdd'>['legs'][number];
type Picked = { market: string; selection: string; line?: string };
/** A member with bets on one match. */
type Holder = { member: Member; event: string };

const picks = fc.array(fc.nat(), { minLength: 1, maxLength: 3 });
const tenths = fc.integer({ min: 1, max: 10 });
const shares = fc.array(fc.double({ min: 0.7, max: 1.5, noNaN: true }), { minLength: 3, maxLength: 3 });
const steps = commandLists(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ does: fc.constant('place' as const), picks, tenths }) },
    { weight: 2, arbitrary: fc.record({ does: fc.constant('sell' as const), bet: fc.nat(), tenths }) },
    { weight: 4, arbitrary: fc.record({ does: fc.constant('edit' as const), bet: fc.nat(), picks, tenths }) },
    { weight: 3, arbitrary: fc.record({ does: fc.constant('auto' as const), bet: fc.nat() }) },
    { weight: 1, arbitrary: fc.record({ does: fc.constant('fix' as const), market: fc.nat(), shares }) },
    { weight: 1, arbitrary: fc.record({ does: fc.constant('bound' as const), shares }) },
    {
      weight: 1,
      arbitrary: fc.record({
        does: fc.constant('play' as const),
        minute: fc.oneof(fc.integer({ min: 1, max: 44 }), fc.integer({ min: 46, max: 90 })),
        home: fc.nat(3),
        away: fc.nat(1),
      }),
    },
  ),
  { minLength: 8, maxLength: 14 },
);
type Step = fc.infer<typeof steps>[number];

const minor = (amount = '0'): bigint => parseAmount(amount, 2) ?? 0n;
const money = (amount: bigint): string => formatAmount(amount, 2);
const eventOf = (id: string): BoardEvent => {
  const event = site.board.event(id);
  if (event === undefined) throw new Error('no match');
  return event;
};

/** As many of these picks as can be combined, at their price now. */
const legOf = async (event: string, wanted: readonly number[]): Promise<Leg | undefined> => {
  const onSale = [...eventOf(event).markets.values()]
    .filter(({ state }) => state === 'open')
    .flatMap(({ market, line, selections, oddsMilli }) =>
      selections
        .filter((_, index) => (oddsMilli[index] ?? 0) > 0)
        .map((selection): Picked => {
          const own = line === '' ? undefined : legLineOf(market, selection, line);
          return own === undefined ? { market, selection } : { market, selection, line: own };
        }),
    );
  let parts: Picked[] = [];
  let odds: string | null = null;
  for (const pick of wanted) {
    const more = [...parts, ...onSale.slice(pick % Math.max(1, onSale.length)).slice(0, 1)];
    const quote = more.length > parts.length ? await site.quoteBuilder(event, more) : undefined;
    if (quote?.state === 'open') [parts, odds] = [more, quote.odds];
  }
  const [first] = parts;
  if (first === undefined || odds === null) return undefined;
  return parts.length === 1
    ? { event, ...first, odds }
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

const chosen = <T>(list: readonly T[], place: number): T | undefined =>
  list[place % Math.max(1, list.length)];

/** What a member does. */
const act = async (holder: Holder, step: Step): Promise<boolean> => {
  const { member, event } = holder;
  const of = 'bet' in step ? chosen(await offersOf(holder), step.bet) : undefined;
  if (step.does === 'place') {
    const leg = await legOf(event, step.picks);
    const stake = ((await site.available(member)) * BigInt(step.tenths)) / 10n;
    if (leg === undefined || stake === 0n) return false;
    await site.placing.place(member, {
      key: newId(),
      type: 'single',
      stake: money(stake),
      accept: 'none',
      again: true,
      legs: [leg],
    });
    return true;
  }
  if (of?.offer === undefined) return false;
  const { bet, offer } = of;
  if (step.does === 'sell') {
    const { quote } = await site.cashOut.quote(member, bet);
    const share = step.tenths === 10 ? '1' : `0.${step.tenths}`;
    await site.cashOut.sell(member, { key: newId(), bet, quote, share });
  } else if (step.does === 'edit') {
    const leg = await legOf(event, step.picks);
    if (leg === undefined) return false;
    const { quote } = await site.cashOut.quote(member, bet);
    const stake = ((minor(offer) + (await site.available(member))) * BigInt(step.tenths)) / 10n;
    const order = { type: 'single', stake: money(stake), accept: 'none', legs: [leg] } as const;
    await site.edit(member, { key: newId(), bet, quote, order });
  } else if (step.does === 'auto') {
    return sellByRule(holder, bet);
  }
  return true;
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
const move = async (id: string, step: Step): Promise<void> => {
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

const isDone = (work: Promise<boolean>): Promise<boolean> =>
  work.catch((error: unknown) => {
    if (error instanceof Refused) return false;
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
          await isDone(move(event, step).then(() => true));
          // Bets from before may be worth more at new prices.
          most = await worthOf(holder);
          continue;
        }
        if (await isDone(act(holder, step))) done.set(step.does, (done.get(step.does) ?? 0) + 1);
        const worth = await worthOf(holder);
        expect(worth).toBeLessThanOrEqual(most);
        most = worth;
      }
    }),
    { numRuns: 10 },
  );
  for (const does of ['place', 'sell', 'edit', 'auto']) expect(done.get(does) ?? 0).toBeGreaterThan(3);
});
