import type { Receipt } from '@touchline/contract/shapes/receipt';
import type { Owner } from '../core/owner.ts';
import { enqueue, type Routine } from '../core/jobs.ts';
import type { Failpoint } from '../core/failpoints.ts';
import { signDated } from '../core/public-log/receipts.ts';
import type { Context, Module } from '../core/module.ts';
import type { Wallet } from '../ledger/index.ts';
import { basisTermsOf, builderMarginOf, Board, Grids, toWireBetting } from '../pricing/index.ts';
import { Events, SiteMatches, eventHandlers, homeMatches } from '../catalogue/index.ts';
import { Builders } from './builder/builders.ts';
import { createBuilderMarks } from './builder/marks.ts';
import { createBuilderQuote } from './builder/quote.ts';
import { CashOutRules } from './cash-out/rules.ts';
import { CashOut } from './cash-out/service.ts';
import { Editing } from './editing/service.ts';
import { Desk } from './desk/service.ts';
import { bookMetrics } from './metrics.ts';
import { capsOf } from './exposure/caps.ts';
import { Exposure } from './exposure/service.ts';
import { LiveDelay } from './live-delay/service.ts';
import { orderHandlers } from './orders.ts';
import { createRefusalCounts, selectRefusals } from './placing/refusal-counts.ts';
import { createAdmit } from './placing/admit.ts';
import { registerBatches } from './placing/batcher.ts';
import { Placing } from './placing/service.ts';
import { stakeLimitsOf } from './placing/stake-limits.ts';
import type { MemberLimits } from './placing/member-limits.ts';
import { settlementFactsOf } from './log-facts.ts';
import { createBetReceipts } from './bets/bet-receipts.ts';
import { createBetDetails, type BetDetails } from './bets/detail.ts';
import { createFollowed } from './bets/followed.ts';
import { createStatistics } from './bets/statistics.ts';
import { createRecords } from './bets/service.ts';
import { Reports } from './report/service.ts';
import { StakeReturns } from './returns/service.ts';
import { createMatchTotals } from './settlement/match-totals.ts';
import { Settlement } from './settlement/service.ts';
import { createSettledNews } from './settlement/settled-news.ts';

/** A settlement run that has not moved for this long is taken up by another process. */
const stalledMs = 30_000;

/** What betting uses of other modules, and what tests set. */
type BookNeeds = {
  wallet: Wallet;
  houseTexts: { rulesAt: (moment: Date) => Promise<string | undefined> };
  /** What members may stake by their own limits. */
  memberLimits: MemberLimits;
  /** Called at points of settlement and returns; for tests that kill the process there. */
  failpoint: Failpoint | undefined;
  /** Placing makes no receipts; for benchmarks of what they cost. */
  isUnsigned?: boolean | undefined;
};

/** Opens the book: matches and their markets, bets and their settlement. */
export const openBook = (context: Context, needs: BookNeeds) => {
  const { connections, config, reading } = context;
  const { calls, background } = connections;
  const { pool } = calls;
  const timeZone = config.SITE_TIME_ZONE;
  const markets = openMarkets(context);
  const bets = openBets(context, needs, markets);
  const results = openResults(context, needs, { ...markets, ...bets });
  const { terms, board, events } = markets;
  const { records, exposure, cashOut, cashOutRules, placing } = bets;
  const { returns, settlement, matchTotals, reports } = results;
  const betDetails = createBetDetails({
    ...calls,
    wallet: needs.wallet,
    betReceipts: bets.betReceipts,
    settledReceipts: bets.settledReceipts,
    houseRulesAt: needs.houseTexts.rulesAt,
  });

  return {
    service: {
      terms,
      board,
      events,
      records,
      exposure,
      returns,
      matchTotals,
      /** Bets that were refused up to a day of UTC and after another, by reason. */
      refusalsOf: (days: { after: string | null; until: string }) => selectRefusals(background.pool, days),
      settlement,
      reports,
      betDetails,
      cashOutRules,
      delayedSales: cashOut.waiting,
      followed: createFollowed(calls),
      settledNews: createSettledNews({ pool }),
      desk: new Desk(context, board),
      betting: () => toWireBetting(board),
      homeMatches: () => homeMatches(board, timeZone),
      matches: new SiteMatches({ pool, board, reading }),
    },
    handlers: handlersOf(context, { ...markets, ...bets, betDetails }),
    jobs: {
      settle: async (key) => {
        await settlement.run(key);
      },
      reprice: (at) => events.offers.settle(at),
    },
    stored: bookMetrics(context, { board, exposure }),
    routines: routinesOf(context, { ...markets, ...bets, ...results }),
    start: async (enter) => {
      enter('board');
      await board.load();
      enter('settlement');
      // A killed server leaves runs behind whose jobs stay locked in the queue. An embedded database has no other server.
      await settlement.resume(config.DATABASE_URL === undefined ? 0 : stalledMs);
    },
    stop: async () => {
      await placing.drain();
      await bets.refusals.flush();
      await exposure.close();
    },
  } satisfies Module;
};

export type Book = ReturnType<typeof openBook>['service'];

/** Matches, the board, and the prices of builders on it. */
const openMarkets = ({ connections: { feed }, config, clock, live }: Context) => {
  const terms = basisTermsOf(config);
  const board = new Board(feed.pool);
  const events = new Events({
    database: feed,
    board,
    publish: (kind, data) => live.publish(kind, data),
    clock,
    margins: config.MARGINS,
    terms,
    isBounded: () => config.BOUND_BY_BOOKMAKERS,
    onResult: (client, eventId, version) =>
      enqueue(client, 'settle', { eventId, version }, `settle:${eventId}:${version}`),
    onRule: (client, at) => enqueue(client, 'reprice', at, `reprice:${at.scope}:${at.id}`),
  });
  const grids = new Grids();
  const builders = new Builders({
    grids,
    marginOf: (event) => builderMarginOf(events.offers.of(event)),
  });
  return { terms, board, events, grids, builders };
};

type Markets = ReturnType<typeof openMarkets>;

/** What members do with bets: they place, edit and sell them. */
const openBets = (
  context: Context,
  { wallet, memberLimits, isUnsigned = false }: BookNeeds,
  { board, builders, grids, terms }: Markets,
) => {
  const { connections, config, clock, currency, bus, receipts } = context;
  const { calls, lanes } = connections;
  const limits = stakeLimitsOf(config, currency.scale);
  const records = createRecords(calls);
  const betReceipts = createBetReceipts({ pool: calls.pool, receipts });
  const settledReceipts = async (owner: Owner, betId: string): Promise<Receipt[]> => {
    const [settlements, entries] = await Promise.all([
      settlementFactsOf(calls.pool, owner, [betId]),
      wallet.entryFacts(owner, [betId]),
    ]);
    return signDated(receipts, [...settlements, ...entries]);
  };
  const exposure = new Exposure({ ...calls, board, caps: capsOf(config, currency.scale), terms });
  const liveDelay = new LiveDelay(context, { wallet, exposure, board, builders, grids });
  const admit = createAdmit({ board, builders, grids, exposure, limits, terms, currency });
  const placing = new Placing({
    pool: lanes.pool,
    board,
    admit,
    records,
    exposure,
    clock,
    currency,
    liveDelay,
    memberLimits,
    batches: { atOnce: config.PLACING_LANES, batchMax: config.PLACING_BATCH },
    receipts: isUnsigned ? undefined : { sign: (items, at) => receipts.sign(items, at), of: betReceipts },
    bus,
  });
  registerBatches(context.metrics, placing.batcher);
  const cashOut = new CashOut(context, { wallet, board, grids, records, exposure, limits });
  const cashOutRules = new CashOutRules(context, { board, records, cashOut });
  const editing = new Editing(context, {
    wallet,
    board,
    records,
    cashOut,
    exposure,
    admit,
    liveDelay,
    memberLimits,
    betReceipts,
  });
  const refusals = createRefusalCounts(connections.background.pool);
  return {
    records,
    betReceipts,
    settledReceipts,
    exposure,
    liveDelay,
    placing,
    cashOut,
    cashOutRules,
    editing,
    refusals,
  };
};

type Bets = ReturnType<typeof openBets>;

/** Settlement, and what is counted of it. */
const openResults = (
  context: Context,
  { wallet, failpoint }: BookNeeds,
  { events, exposure, liveDelay }: Markets & Bets,
) => {
  const { connections, config, log, currency, bus, reading } = context;
  const { calls, runs, background } = connections;
  const { pool } = background;
  return {
    returns: new StakeReturns(context, { wallet, exposure, liveDelay }, failpoint),
    settlement: new Settlement({ pool: calls.pool, runs, wallet, log, events, bus, failpoint }),
    matchTotals: createMatchTotals({ pool, currency: currency.code, failpoint }),
    reports: new Reports({ pool, timeZone: config.SITE_TIME_ZONE, reading }),
  };
};

type Results = ReturnType<typeof openResults>;

const handlersOf = (context: Context, services: Markets & Bets & { betDetails: BetDetails }) => {
  const { connections, clock, config, currency } = context;
  const { calls } = connections;
  const timeZone = config.SITE_TIME_ZONE;
  return {
    ...eventHandlers({ pool: calls.pool, board: services.board, clock, timeZone }),
    ...orderHandlers({
      ...services,
      builderQuote: createBuilderQuote({ ...services, clock }),
      builderMarks: createBuilderMarks({ ...services, clock }),
      statistics: createStatistics({ ...calls, scale: currency.scale, timeZone }),
    }),
  };
};

const routinesOf = (
  { config }: Context,
  {
    board,
    events,
    liveDelay,
    cashOut,
    cashOutRules,
    exposure,
    settlement,
    refusals,
    reports,
  }: Markets & Bets & Results,
): Routine[] => [
  { name: 'board', everyMs: 1_000, run: () => board.poll() },
  { name: 'offers', everyMs: 1_000, run: () => events.offers.poll() },
  { name: 'delayed orders', everyMs: 1_000, run: () => liveDelay.decideDue() },
  { name: 'delayed sales', everyMs: 1_000, run: () => cashOut.waiting.decideDue() },
  { name: 'silent feeds', everyMs: 1_000, run: () => events.suspendSilent(config.FEED_SILENCE_MS) },
  { name: 'kick-offs', everyMs: 1_000, run: () => events.suspendStarted() },
  { name: 'automatic cash-outs', everyMs: 1_000, run: () => cashOutRules.run() },
  { name: 'exposure', everyMs: 2_000, run: () => exposure.tidy() },
  { name: 'settlement', everyMs: 10_000, run: () => settlement.resume(stalledMs) },
  { name: 'matches called off', everyMs: 60_000, run: () => events.rulings.voidCalledOff() },
  { name: 'refused bets', everyMs: 10_000, run: refusals.flush },
  { name: 'reports', everyMs: 10_000, run: () => reports.rollUp() },
  { name: 'large bets', everyMs: 60_000, run: () => reports.tidy() },
  { name: 'settled large bets', everyMs: 600_000, firstMs: 60_000, run: () => reports.sweep() },
];
