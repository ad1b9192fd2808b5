import type { Receipt } from '@touchline/contract/shapes/receipt';
import type { Owner } from '../core/owner.ts';
import { enqueue } from '../core/jobs.ts';
import type { Failpoint } from '../core/failpoints.ts';
import { signDated } from '../core/public-log/receipts.ts';
import type { Context, Module } from '../core/module.ts';
import type { Wallet } from '../ledger/index.ts';
import { basisTermsOf, builderMarginOf, createBoard, Grids, toWireBetting } from '../pricing/index.ts';
import { createEvents, createMatches, eventHandlers, homeMatches } from '../catalogue/index.ts';
import { createBuilders } from './builder/builders.ts';
import { createBuilderMarks } from './builder/marks.ts';
import { createBuilderQuote } from './builder/quote.ts';
import { createCashOutRules } from './cash-out/rules.ts';
import { createCashOut } from './cash-out/service.ts';
import { createEditing } from './editing/service.ts';
import { createDesk } from './desk/service.ts';
import { pointsOfBoard, readBookFigures } from './metrics.ts';
import { capsOf } from './exposure/caps.ts';
import { createExposure } from './exposure/service.ts';
import { createLiveDelay } from './live-delay/service.ts';
import { orderHandlers } from './orders.ts';
import { createRefusalCounts, selectRefusals } from './placing/refusal-counts.ts';
import { createAdmit } from './placing/admit.ts';
import { pointsOfLanes } from './placing/lane-figures.ts';
import { createPlacing } from './placing/service.ts';
import { stakeLimitsOf } from './placing/stake-limits.ts';
import type { MemberLimits } from './placing/member-limits.ts';
import { settlementFactsOf } from './log-facts.ts';
import { createBetReceipts } from './bets/bet-receipts.ts';
import { createBetDetails } from './bets/detail.ts';
import { createFollowed } from './bets/followed.ts';
import { createStatistics } from './bets/statistics.ts';
import { createRecords } from './bets/service.ts';
import { createReports } from './report/service.ts';
import { createReturns } from './returns/service.ts';
import { createMatchTotals } from './settlement/match-totals.ts';
import { createSettlement } from './settlement/service.ts';
import { createSettledNews } from './settlement/settled-news.ts';

/** A settlement run that has not moved for this long is taken up by another process. */
const stalledMs = 30_000;

/** Opens the book: matches and their markets, bets and their settlement. */
export const openBook = (
  { connections, reading, config, log, clock, secret, currency, bus, live, receipts }: Context,
  {
    wallet,
    houseTexts,
    memberLimits,
    failpoint,
    isUnsigned = false,
  }: {
    wallet: Wallet;
    houseTexts: { rulesAt: (moment: Date) => Promise<string | undefined> };
    /** What members may stake by their own limits. */
    memberLimits: MemberLimits;
    /** Called at points of settlement and returns; for tests that kill the process there. */
    failpoint: Failpoint | undefined;
    /** Placing makes no receipts; for benchmarks of what they cost. */
    isUnsigned?: boolean | undefined;
  },
) => {
  const { calls, lanes, delayed, runs, feed, background } = connections;
  const { pool } = calls;
  const timeZone = config.SITE_TIME_ZONE;
  const limits = stakeLimitsOf(config, currency.scale);

  const terms = basisTermsOf(config);
  const board = createBoard(feed.pool);
  const events = createEvents({
    database: feed,
    board,
    publish: live.publish,
    clock,
    margins: config.MARGINS,
    terms,
    isBounded: () => config.BOUND_BY_BOOKMAKERS,
    onResult: (client, eventId, version) =>
      enqueue(client, 'settle', { eventId, version }, `settle:${eventId}:${version}`),
    onRule: (client, at) => enqueue(client, 'reprice', at, `reprice:${at.scope}:${at.id}`),
  });
  const records = createRecords(calls);
  const betReceipts = createBetReceipts({ pool: calls.pool, receipts });
  const settledReceipts = async (owner: Owner, betId: string): Promise<Receipt[]> => {
    const [settlements, entries] = await Promise.all([
      settlementFactsOf(calls.pool, owner, [betId]),
      wallet.entryFacts(owner, [betId]),
    ]);
    return signDated(receipts, [...settlements, ...entries]);
  };
  const exposure = createExposure({ ...calls, board, caps: capsOf(config, currency.scale), terms });
  const grids = new Grids();
  const builders = createBuilders({
    grids,
    marginOf: (event) => builderMarginOf(events.offers.of(event)),
  });
  const liveDelay = createLiveDelay({
    pool: delayed.pool,
    wallet,
    exposure,
    board,
    builders,
    grids,
    clock,
    currency: currency.code,
    delayMs: () => config.LIVE_DELAY_MS,
    replaySpeed: config.REPLAY_SPEED,
    bus,
  });
  const admit = createAdmit({ board, builders, grids, exposure, limits, terms, currency });
  const placing = createPlacing({
    pool: lanes.pool,
    board,
    admit,
    records,
    exposure,
    clock,
    currency,
    liveDelay,
    memberLimits,
    lanes: { count: config.PLACING_LANES, batchMax: config.PLACING_BATCH },
    receipts: isUnsigned ? undefined : { sign: (items, at) => receipts.sign(items, at), of: betReceipts },
    bus,
  });
  const returns = createReturns({
    pool: calls.pool,
    wallet,
    exposure,
    liveDelay,
    bus,
    failpoint,
  });
  const cashOut = createCashOut({
    pool: calls.pool,
    wallet,
    board,
    grids,
    records,
    exposure,
    clock,
    secret,
    currency,
    feeBp: () => config.CASH_OUT_FEE_BP,
    stakeMinMinor: () => limits.minMinor,
    delay: { delayMs: () => config.LIVE_DELAY_MS, replaySpeed: config.REPLAY_SPEED },
    log,
    bus,
  });
  const editing = createEditing({
    pool: delayed.pool,
    wallet,
    board,
    records,
    cashOut,
    exposure,
    admit,
    clock,
    currency,
    liveDelay,
    memberLimits,
    betReceipts,
    bus,
  });
  const cashOutRules = createCashOutRules({
    pool: calls.pool,
    board,
    records,
    cashOut,
    currency,
    feeBp: () => config.CASH_OUT_FEE_BP,
    log,
    bus,
  });
  const settlement = createSettlement({
    pool,
    runs,
    wallet,
    log,
    events,
    bus,
    failpoint,
  });
  const refusals = createRefusalCounts(background.pool);
  const matchTotals = createMatchTotals({
    pool: background.pool,
    currency: currency.code,
    failpoint,
  });
  const reports = createReports({ pool: background.pool, timeZone, reading });
  const betDetails = createBetDetails({
    ...calls,
    wallet,
    betReceipts,
    settledReceipts,
    houseRulesAt: houseTexts.rulesAt,
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
      settledNews: createSettledNews({ pool: calls.pool }),
      desk: createDesk({ database: calls, board, timeZone }),
      betting: () => toWireBetting(board),
      homeMatches: () => homeMatches(board, timeZone),
      matches: createMatches({ pool, board, reading }),
    },
    handlers: {
      ...eventHandlers({ pool, board, clock, timeZone }),
      ...orderHandlers({
        placing,
        builderQuote: createBuilderQuote({ board, builders, clock }),
        builderMarks: createBuilderMarks({ board, builders, clock }),
        records,
        cashOut,
        cashOutRules,
        editing,
        betDetails,
        settledReceipts,
        statistics: createStatistics({ ...calls, scale: currency.scale, timeZone }),
        refusals,
      }),
    },
    jobs: {
      settle: async (key) => {
        await settlement.run(key);
      },
      reprice: (at) => events.offers.settle(at),
    },
    figures: {
      now: () => [...pointsOfBoard(board), ...pointsOfLanes(placing)],
      stored: () => readBookFigures({ ...background, board, exposure }),
    },
    routines: [
      { name: 'board', everyMs: 1_000, run: board.poll },
      { name: 'offers', everyMs: 1_000, run: events.offers.poll },
      { name: 'delayed orders', everyMs: 1_000, run: () => liveDelay.decideDue() },
      { name: 'delayed sales', everyMs: 1_000, run: () => cashOut.waiting.decideDue() },
      { name: 'silent feeds', everyMs: 1_000, run: () => events.suspendSilent(config.FEED_SILENCE_MS) },
      { name: 'kick-offs', everyMs: 1_000, run: events.suspendStarted },
      { name: 'automatic cash-outs', everyMs: 1_000, run: () => cashOutRules.run() },
      { name: 'exposure', everyMs: 2_000, run: () => exposure.tidy() },
      { name: 'settlement', everyMs: 10_000, run: () => settlement.resume(stalledMs) },
      { name: 'matches called off', everyMs: 60_000, run: events.voidCalledOff },
      { name: 'refused bets', everyMs: 10_000, run: refusals.flush },
      { name: 'reports', everyMs: 10_000, run: reports.rollUp },
      { name: 'large bets', everyMs: 60_000, run: reports.tidy },
      { name: 'settled large bets', everyMs: 600_000, firstMs: 60_000, run: reports.sweep },
    ],
    start: async (enter) => {
      enter('board');
      await board.load();
      enter('settlement');
      // A killed server leaves runs behind whose jobs stay locked in the queue. An embedded database has no other server.
      await settlement.resume(config.DATABASE_URL === undefined ? 0 : stalledMs);
    },
    stop: async () => {
      await placing.drain();
      await refusals.flush();
      await exposure.close();
    },
  } satisfies Module;
};

export type Book = ReturnType<typeof openBook>['service'];
