import { currencies } from '@touchline/money/currency';
import type { FastifyInstance } from 'fastify';
import { createBoard, type Board } from './book/board/board.ts';
import { createCashOut } from './book/cash-out/service.ts';
import { createDesk } from './book/desk/service.ts';
import { eventHandlers } from './book/events/routes.ts';
import { createEvents, type Events } from './book/events/service.ts';
import { capsOf } from './book/exposure/caps.ts';
import { createExposure } from './book/exposure/service.ts';
import { orderHandlers } from './book/orders.ts';
import { createLiveDelay } from './book/live/service.ts';
import { createPlacing } from './book/placing/service.ts';
import { stakeLimitsOf } from './book/placing/stake-limits.ts';
import { createCorrections } from './book/records/corrections.ts';
import { createBetDetails } from './book/records/detail.ts';
import { createRecords } from './book/records/service.ts';
import { createReports } from './book/report/service.ts';
import { createSettlement } from './book/settlement/service.ts';
import { createReturns } from './book/returns/service.ts';
import { createReplay } from './feed/replay/service.ts';
import { createFeeds } from './feed/service.ts';
import { createApp } from './http/app.ts';
import { createCallCounts } from './http/call-counts.ts';
import type { Handlers } from './platform/handler.ts';
import { createMetrics, startMetrics } from './http/metrics.ts';
import { siteHandlers } from './http/site.ts';
import { createEndedSessions } from './members/ended-sessions.ts';
import { createMoneyPages, moneyLogHandlers } from './cashier/log-routes.ts';
import { openCashier, type OpenCashier } from './cashier/open.ts';
import { cashierHandlers } from './cashier/routes.ts';
import { createTurnovers, sharedMethods } from './cashier/service.ts';
import { chainDesk, watchRails } from './cashier/rail-watch.ts';
import { createCashierNews } from './messages/cashier-news.ts';
import { createCommunity } from './community.ts';
import { openConnections, openQueue } from './platform/connections.ts';
import { settledStakes } from './book/records/stakes.ts';
import { createCashierLetters, createCorrectionLetters } from './messages/letters-of-money.ts';
import { memberHandlers } from './members/routes.ts';
import { playHandlers } from './play/routes.ts';
import { selectPlayUse, type Play } from './play/service.ts';
import { createSaferPlay } from './safer-play.ts';
import { createMembers, sameName, type Members } from './members/service.ts';
import { createMoneyNotes } from './cashier/money-notes.ts';
import { createNews } from './messages/news.ts';
import { officeRoomHandlers } from './office-handlers.ts';
import { openHouseTexts } from './open-house-texts.ts';
import type { AuditKey } from './audit/key.ts';
import { createOffice, type Office } from './office/service.ts';
import type { Clock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import type { Database } from './platform/database.ts';
import { isDatabaseAway } from './platform/faults.ts';
import type { Failpoint } from './platform/failpoints.ts';
import { enqueue, startJobs } from './platform/jobs.ts';
import { isId, shardOf } from './platform/ids.ts';
import { createLiveHub } from './platform/live/hub.ts';
import type { LiveRelay } from './platform/live/relay.ts';
import type { CodeConsole } from './platform/outbox/service.ts';
import type { Log } from './platform/log.ts';
import { createReadiness } from './platform/readiness.ts';
import { createPasswordHashers, type PasswordHashers } from './platform/password-hash.ts';
import { createAuditor } from './wallet/auditor.ts';
import { uploadHandlers } from './uploads/routes.ts';
import { openUploads } from './uploads/open.ts';
import { rollUpHouse } from './wallet/house.ts';
import { createWallet } from './wallet/service.ts';
import { openSettings, type Settings } from './settings/service.ts';

export type Ground = {
  config: Config;
  /** Migrated, with the tables of the jobs. */
  database: Database;
  /** The same database, for the lanes' own connections. */
  databaseUrl: string;
  log: Log;
  clock: Clock;
  /** Signs tokens and tickets; the same in all processes. */
  secret: Uint8Array;
  /** Seals the audit log; the same in all processes. */
  auditKey?: AuditKey;
  relay?: LiveRelay;
  /** Folder of the built member app. */
  memberAppDir?: string;
  officeAppDir?: string;
  /** Checks each answer against the contract, bears more load, and hashes passwords in its own way; for tests. */
  checkAnswers?: boolean;
  overloadMs?: number;
  hashers?: PasswordHashers;
  /** Takes codes that no carrier sends, in the place of the console; for tests. */
  console?: CodeConsole;
  /** Told where settlement is; for tests that kill the process there. */
  failpoint?: Failpoint;
  /** Puts other handlers in the place of some; for benchmarks that compare them. */
  replaceHandlers?: (handlers: Handlers) => Handlers;
};

export type Server = {
  app: FastifyInstance;
  members: Members;
  office: Office;
  cashier: OpenCashier;
  play: Play;
  settings: Settings;
  board: Board;
  events: Events;
  /**
   * Starts feeds and background work; call when the app may be used.
   * @param enter hears which step begins, and ends the start by throwing
   */
  start(enter?: (phase: string) => void): Promise<void>;
  /** Stops in order: no new calls, what is under way ends, then the background. The database is the caller's. */
  stop(): Promise<void>;
};

/** A settlement run that has not moved for this long is taken up by whoever sees it. */
const stalledMs = 30_000;

/** The currency of play mode, which is the only mode there is so far. */
const currency = currencies.PLAY;

/** Puts the rooms together. Nothing runs before `start`. */
export const compose = async (ground: Ground): Promise<Server> => {
  const { database, log, clock, secret, relay, hashers = createPasswordHashers() } = ground;
  const { pool } = database;
  // What operators have changed lies over it, and goes on changing: rooms read each value when they need it.
  const config = { ...ground.config };
  const connections = openConnections(ground.databaseUrl, config, { log, kin: database.kin });
  const { money, lanes, delayed, runs, feed, background, probe } = connections;
  const readiness = createReadiness({ pool: probe.pool });
  const settings = await openSettings({
    pool,
    config,
    log,
    audit: (client, entry) => office.audit(client, entry),
  });
  const limits = stakeLimitsOf(config, currency.scale);

  const wallet = createWallet({ pool });
  /** The same ledger for sums over many rows. */
  const ledger = createWallet({ pool: background.pool });
  const ended = createEndedSessions({
    db: pool,
    onError: (error) => log.warn({ err: error }, 'ended sessions'),
  });
  const live = createLiveHub({
    secret,
    isEnded: ended.has,
    memberStreamsMax: () => config.LIVE_STREAMS_MEMBER,
    addressStreamsMax: () => config.LIVE_STREAMS_ADDRESS,
    allStreamsMax: () => config.LIVE_STREAMS,
    ...(relay ? { relay } : {}),
  });
  ended.onEnd(live.endSession);
  const uploads = await openUploads({ pool, config, clock, log });
  const play = createSaferPlay({
    pool,
    wallet,
    clock,
    currency,
    timeZone: config.SITE_TIME_ZONE,
    returns: () => returns,
    sendLetter: (owner, letter) => community.sendLetter(owner, letter),
    endSessions: (...given) => members.endSessions(...given),
  });
  const turnovers = createTurnovers({
    pool,
    stakes: (owner, after, on) => settledStakes(on, owner, after),
    isWaived: async (owner, on) => (await play.restrictionOf(owner, on))?.kind === 'excluded',
  });
  const community = createCommunity({
    console: ground.console,
    pool,
    background: background.pool,
    wallet,
    config,
    currency,
    clock,
    secret,
    log,
    live,
    play,
    people: (ids) => members.byIds(ids),
    office: {
      audit: (client, entry) => office.audit(client, entry),
      names: (ids) => office.names(ids),
      findMembers: (q) => office.findMembers(q),
      findMember: (id) => office.people.find(id),
    },
    pictures: uploads.pictures,
    onMoved: ({ shard, memberId }) => news.moved(shard, memberId),
  });
  const { sendLetter } = community;
  const houseTexts = openHouseTexts({ pool, clock, office: () => office });
  const members = createMembers({
    pool,
    wallet,
    config,
    currency,
    clock,
    secret,
    hasher: hashers.members,
    ended,
    claimDocument: (client, owner, id, usedFor) =>
      uploads.claim(client, owner, id, { purpose: 'identity', usedFor }),
    turnoverLeft: async (owner) => (await turnovers.of(owner)).leftMinor,
    ...community.hooks,
    sendLetter: community.sendLetter,
    termsInForce: houseTexts.termsInForce,
  });

  const board = createBoard(feed.pool);
  const events = createEvents({
    database: feed,
    board,
    publish: live.publish,
    margins: config.MARGINS,
    onResult: (client, eventId, version) =>
      enqueue(client, 'settle', { eventId, version }, `settle:${eventId}:${version}`),
    onRule: (client, at) => enqueue(client, 'reprice', at, `reprice:${at.scope}:${at.id}`),
  });
  const records = createRecords({ pool });
  const news = createNews({ live, records, wallet, currency, log });
  const cashier = await openCashier({
    pool: money.pool,
    background: background.pool,
    houseTotals: ledger.houseTotals,
    turnovers,
    clock,
    log,
    currency,
    config,
    secret,
    names: { verifiedName: members.verifiedName, sameName },
    checkSecond: members.checkSecond,
    withdrawFrom: members.factorEnd.withdrawFrom,
    benefitsOf: (owner) => community.rewards.vip.termsOf(owner),
    claimVoucher: (client, owner, id, claim) => uploads.claim(client, owner, id, claim),
    admitDeposit: (client, owner, amountMinor) => play.admitDeposit(client, owner, amountMinor),
    onMethod: community.onMethod,
    onMoved: (owner, what) => {
      cashierNews.moved(owner, what);
      cashierLetters.moved(owner, what);
    },
  });
  const cashierNews = createCashierNews({ live, cashier, news, log });
  const cashierLetters = createCashierLetters({ cashier, sendLetter, log });
  const office = createOffice({
    pool,
    members,
    wallet,
    currency,
    clock,
    hasher: hashers.office,
    config,
    secret,
    auditKey: ground.auditKey,
    sharedMethods,
    timeZone: config.SITE_TIME_ZONE,
    onMoved: (shard, memberId) => news.moved(shard, memberId),
    sendLetter,
  });
  const correctionLetters = createCorrectionLetters({
    records,
    write: community.writeLetter,
    corrections: createCorrections({ pool, currency }),
  });
  const exposure = createExposure({ pool, board, caps: capsOf(config, currency.scale) });
  const liveDelay = createLiveDelay({
    pool: delayed.pool,
    wallet,
    exposure,
    currency: currency.code,
    delayMs: () => config.LIVE_DELAY_MS,
    onHeld: ({ shard, memberId }) => news.moved(shard, memberId),
    onDecided: (shard, orders) => news.settled(shard, orders),
  });
  const placing = createPlacing({
    pool: lanes.pool,
    board,
    records,
    exposure,
    clock,
    currency,
    liveDelay,
    standing: play.standing,
    limits,
    lanes: { count: config.PLACING_LANES, batchMax: config.PLACING_BATCH },
    onPlaced: (member, bet, money) => news.placed(member.id, bet, money),
  });
  const returns = createReturns({
    pool,
    wallet,
    exposure,
    liveDelay,
    onReturned: (shard, bets) => news.settled(shard, bets),
    ...(ground.failpoint ? { failpoint: ground.failpoint } : {}),
  });
  const cashOut = createCashOut({
    pool,
    wallet,
    board,
    records,
    exposure,
    clock,
    secret,
    currency,
    feeBp: () => config.CASH_OUT_FEE_BP,
    stakeMinMinor: () => limits.minMinor,
    onSold: (shard, bets) => news.settled(shard, bets),
  });
  const settlement = createSettlement({
    pool,
    runs: runs.pool,
    wallet,
    log,
    events,
    onSettled: (shard, bets) => news.settled(shard, bets),
    ...(ground.failpoint ? { failpoint: ground.failpoint } : {}),
  });
  const replay = config.REPLAY
    ? createReplay({
        events,
        database: feed,
        clock,
        log,
        config: { speed: config.REPLAY_SPEED, seed: config.REPLAY_SEED },
      })
    : undefined;
  const feeds = await createFeeds({ config, events, database: feed, clock, log });
  const auditor = createAuditor(background.pool);

  const audit = async (): Promise<void> => {
    for (const breach of await auditor.next()) log.error(breach, 'the ledger breaks an invariant');
  };

  const notes = createMoneyNotes({ records, cashier });
  const moneyPage = createMoneyPages({ wallet, currency, notes, timeZone: config.SITE_TIME_ZONE });
  const reports = createReports({ pool: background.pool, wallet: ledger, timeZone: config.SITE_TIME_ZONE });
  const rails = watchRails(cashier, log, clock);
  const betDetails = createBetDetails({ pool, wallet, houseRulesAt: houseTexts.rulesAt });
  const handlers: Handlers = {
    ...community.handlers,
    ...playHandlers({ play, checkPassword: members.checkPassword }),
    ...siteHandlers({
      config,
      currency,
      house: houseTexts,
      ...(replay ? { replay: replay.describe() } : {}),
    }),
    ...memberHandlers({ members, live }),
    ...cashierHandlers({ cashier, clock, currency, notes, timeZone: config.SITE_TIME_ZONE }),
    ...houseTexts.handlers,
    ...officeRoomHandlers({
      office,
      members,
      play,
      cashier,
      uploads,
      currency,
      records,
      moneyPage,
      betDetails,
      settings,
      feeds,
      turnoverLeft: async (owner) => (await turnovers.of(owner)).leftMinor,
      standing: community.hooks.standing,
      teamPlace: community.teamPlace,
      teamFlags: community.teamFlags,
      trading: { desk: createDesk({ database, board, timeZone: config.SITE_TIME_ZONE }), events, settlement },
      views: {
        exposure,
        board,
        wallet: ledger,
        clock,
        records,
        reports,
        timeZone: config.SITE_TIME_ZONE,
        ...community.waits,
        rails: rails.last,
        houseTexts,
        settings,
        playUse: (span) => selectPlayUse(background.pool, span),
      },
    }),
    ...moneyLogHandlers(moneyPage),
    ...uploadHandlers({ uploads }),
    ...eventHandlers({ pool, board, timeZone: config.SITE_TIME_ZONE, greet: community.greet }),
    ...orderHandlers({ placing, records, cashOut, betDetails }),
  };
  const sandbox = cashier.rails.sandbox && {
    desk: cashier.rails.sandbox,
    payee: () => config.SITE_NAME,
    ...(cashier.chain.sandbox ? { chain: chainDesk(cashier.chain.sandbox, cashier.payPages) } : {}),
  };
  const counts = createCallCounts();
  let open = false;
  const app = await createApp({
    config,
    log,
    live,
    counts,
    auth: members.auth,
    officeAuth: office.auth,
    currency: currency.code,
    handlers: ground.replaceHandlers ? ground.replaceHandlers(handlers) : handlers,
    openFile: ({ id: memberId, shard }, id) => uploads.open({ memberId, shard, id }),
    openOfficeFile: async (memberId, id) =>
      isId(memberId) ? uploads.open({ memberId, shard: shardOf(memberId), id }) : undefined,
    openPicture: uploads.pictures.open,
    openAudit: office.openAudit,
    refusals: office.refusals,
    findMeanwhile: office.findMeanwhile,
    hearNotice: cashier.rails.notify,
    ...(sandbox === undefined ? {} : { sandbox }),
    isReady: async () => open && (await readiness.isReady()),
    ...(ground.memberAppDir === undefined ? {} : { memberAppDir: ground.memberAppDir }),
    ...(ground.officeAppDir === undefined ? {} : { officeAppDir: ground.officeAppDir }),
    ...(ground.checkAnswers === undefined ? {} : { checkAnswers: ground.checkAnswers }),
    ...(ground.overloadMs === undefined ? {} : { overloadMs: ground.overloadMs }),
  });

  /** Notes the last seal in the log, where nobody of the database can change it. */
  const logAuditHead = async (): Promise<void> => {
    await office.seal();
    const head = await office.auditHead();
    if (head) log.info(head, 'head of the audit log');
  };

  const closers: (() => unknown)[] = [];
  return {
    app,
    members,
    office,
    cashier,
    play,
    settings,
    board,
    events,
    async start(enter = () => undefined) {
      enter('board');
      await board.load();
      await houseTexts.refresh();
      await ended.start();
      closers.push(() => ended.stop());
      enter('settlement');
      // What a server that was killed had begun; its jobs stay locked in the queue.
      await settlement.resume(config.DATABASE_URL === undefined ? 0 : stalledMs);
      enter('jobs');
      const queue = openQueue(ground.databaseUrl, config, { log, kin: database.kin });
      closers.push(() => queue.close());
      const jobs = await startJobs({
        database: queue,
        log,
        handlers: {
          settle: async (key) => {
            await settlement.run(key);
          },
          reprice: (at) => events.offers.settle(at),
        },
        routines: [
          { name: 'database', everyMs: 1_000, run: readiness.look },
          { name: 'settings', everyMs: 1_000, run: settings.refresh },
          { name: 'board', everyMs: 1_000, run: board.poll },
          { name: 'offers', everyMs: 1_000, run: events.offers.poll },
          { name: 'delayed orders', everyMs: 1_000, run: () => liveDelay.decideDue() },
          { name: 'silent feeds', everyMs: 1_000, run: () => events.suspendSilent(config.FEED_SILENCE_MS) },
          { name: 'exposure', everyMs: 2_000, run: () => exposure.tidy() },
          { name: 'house texts', everyMs: 1_000, run: houseTexts.refresh },
          { name: 'kick-offs', everyMs: 1_000, run: events.suspendStarted },
          { name: 'settlement', everyMs: 10_000, run: () => settlement.resume(stalledMs) },
          { name: 'matches called off', everyMs: 60_000, run: events.voidCalledOff },
          { name: 'house totals', everyMs: 10_000, run: () => rollUpHouse(background.pool) },
          {
            name: 'days of the ledger',
            everyMs: 10_000,
            run: () => ledger.rollUpDays(config.SITE_TIME_ZONE),
          },
          { name: 'deposits', everyMs: config.CHAIN_POLL_SECONDS * 1_000, run: () => cashier.chain.poll() },
          { name: 'sandbox notices', everyMs: 5_000, run: cashier.rails.resend },
          { name: 'reports', everyMs: 10_000, run: reports.rollUp },
          { name: 'large bets', everyMs: 60_000, run: reports.tidy },
          { name: 'settled large bets', everyMs: 600_000, firstMs: 60_000, run: reports.sweep },
          { name: 'unpaid recharges', everyMs: 5_000, run: () => cashier.recharges.expire() },
          { name: 'payouts', everyMs: 1_000, run: () => cashier.review.advance() },
          { name: 'rails', everyMs: 600_000, firstMs: 60_000, run: rails.check },
          { name: 'audit', everyMs: 1_000, run: audit },
          { name: 'tidy uploads', everyMs: 3_600_000, run: () => uploads.tidy() },
          ...community.routines,
          { name: 'letters of corrections', everyMs: 2_000, run: correctionLetters },
          { name: 'tidy members', everyMs: 3_600_000, run: members.tidy },
          { name: 'audit log', everyMs: 1_000, run: office.seal },
          { name: 'head of the audit log', everyMs: 3_600_000, run: logAuditHead },
          { name: 'tidy office', everyMs: 3_600_000, run: office.tidy },
        ],
      });
      closers.push(() => jobs.stop());
      if (ground.auditKey?.kept === 'database') {
        log.warn('the key of the audit log is in the database itself: set AUDIT_KEY to keep it elsewhere');
      }
      if (await office.operators.isOwnerAlone()) {
        log.warn('only one owner: nobody checks changes of operators');
      }
      await logAuditHead();
      enter('replay');
      if (replay) {
        await replay.start();
        closers.push(() => replay.stop());
      }
      if (feeds.api) {
        const { api } = feeds;
        api.start();
        closers.push(() => api.stop());
      }
      if (config.METRICS_PORT > 0) {
        const metrics = await startMetrics(
          createMetrics({ counts, liveStreams: live.size, isOwnerAlone: office.operators.isOwnerAlone }),
          {
            host: config.METRICS_HOST,
            port: config.METRICS_PORT,
          },
        );
        closers.push(() => metrics.close());
      }
      open = true;
    },
    async stop() {
      open = false;
      // One that fails keeps no other from closing. What is held in a database that has gone was given back with it.
      const failed: unknown[] = [];
      const closeNext = async (close: () => unknown): Promise<void> => {
        try {
          await close();
        } catch (error) {
          if (!isDatabaseAway(error)) failed.push(error);
        }
      };
      await closeNext(() => app.close());
      await closeNext(() => placing.drain());
      await closeNext(() => lanes.close());
      for (const close of closers.toReversed()) await closeNext(close);
      await logAuditHead().catch((error: unknown) =>
        log.warn({ err: error }, 'the audit log was not sealed'),
      );
      // Only now: what went on in the background used them.
      await closeNext(() => cashier.close());
      await closeNext(() => community.drain());
      await closeNext(() => money.close());
      await closeNext(() => delayed.close());
      await closeNext(() => exposure.close());
      await closeNext(() => uploads.close());
      await closeNext(() => runs.close());
      await closeNext(() => background.close());
      await closeNext(() => probe.close());
      await closeNext(() => feed.close());
      await closeNext(() => relay?.close());
      if (failed.length > 0) throw new AggregateError(failed, 'not all of the server could be closed');
    },
  };
};
