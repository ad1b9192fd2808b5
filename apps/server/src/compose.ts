import { currencies } from '@touchline/money/currency';
import type { FastifyInstance } from 'fastify';
import type { AuditKey } from './audit/key.ts';
import { openAudit } from './audit/open.ts';
import type { Board } from './book/board/board.ts';
import type { Events } from './book/events/service.ts';
import { openBook } from './book/open.ts';
import { openCashier, type OpenCashier } from './cashier/open.ts';
import { paymentRecords } from './cashier/records.ts';
import { openFeed } from './feed/open.ts';
import { openHouseTexts } from './house-texts/open.ts';
import { createApp } from './http/app.ts';
import { createCallCounts } from './http/call-counts.ts';
import { createMetrics, startMetrics } from './http/metrics.ts';
import { siteHandlers } from './http/site.ts';
import { createEndedSessions } from './members/ended-sessions.ts';
import { openMembers } from './members/open.ts';
import type { Members } from './members/service.ts';
import { findSessionsAt } from './members/session-queries.ts';
import { openMessages } from './messages/open.ts';
import { openOffice } from './office/open.ts';
import type { Office } from './office/service.ts';
import { createBus } from './platform/bus.ts';
import type { Clock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import { openConnections, openQueue } from './platform/connections.ts';
import type { Database } from './platform/database.ts';
import type { Failpoint } from './platform/failpoints.ts';
import { isDatabaseAway } from './platform/faults.ts';
import type { Handlers } from './platform/handler.ts';
import { isId, shardOf } from './platform/ids.ts';
import { startJobs } from './platform/jobs.ts';
import { createLiveHub } from './platform/live/hub.ts';
import type { LiveRelay } from './platform/live/relay.ts';
import type { Log } from './platform/log.ts';
import { openOutbox } from './platform/outbox/open.ts';
import type { CodeConsole } from './platform/outbox/service.ts';
import { createPasswordHashers, type PasswordHashers } from './platform/password-hash.ts';
import { createReadiness } from './platform/readiness.ts';
import type { Enter, Ground, Room } from './platform/room.ts';
import { openPlay, openMemberLimits } from './play/open.ts';
import type { Play } from './play/service.ts';
import { openProfile } from './profile/open.ts';
import { openRewards } from './rewards/open.ts';
import { openSettings } from './settings/open.ts';
import type { Settings } from './settings/service.ts';
import { openTeam } from './team/open.ts';
import { openUploads } from './uploads/open.ts';
import { openWallet } from './wallet/open.ts';

export type ServerOptions = {
  config: Config;
  /** Migrated, with the tables of the jobs. */
  database: Database;
  /** The same database, with separate connections for each kind of work. */
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
  /** For tests: checks each answer against the contract, allows more load, and uses other password hashers. */
  checkAnswers?: boolean;
  overloadMs?: number;
  hashers?: PasswordHashers;
  /** Receives codes that no carrier sends, instead of the console; for tests. */
  console?: CodeConsole;
  /** Called at points of settlement and returns; for tests that kill the process there. */
  failpoint?: Failpoint;
  /** Replaces some handlers; for benchmarks that compare them. */
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
   * Starts feeds and background work; call it when the app may be used.
   * @param enter is called with each step that begins, and ends the start by throwing
   */
  start(enter?: Enter): Promise<void>;
  /** Stops new calls, waits for those under way, then stops background work. The caller closes the database. */
  stop(): Promise<void>;
};

/** The currency of play mode, the only mode so far. */
const currency = currencies.PLAY;

/**
 * Opens the rooms in the order in which they use each other, and puts their calls behind HTTP. Nothing runs before `start`.
 */
export const compose = async (options: ServerOptions): Promise<Server> => {
  const { database, databaseUrl, log, clock, secret, relay, failpoint } = options;
  const { hashers = createPasswordHashers() } = options;
  // Operators change settings while the server runs: rooms share this object, and the room of settings writes to it.
  const config = { ...options.config };

  // The ground of the rooms
  const connections = {
    calls: database,
    ...openConnections(databaseUrl, config, { log, kin: database.kin }),
  };
  const readiness = createReadiness({ pool: connections.probe.pool });
  const bus = createBus(log);
  const ended = createEndedSessions({
    db: database.pool,
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
  const ground: Ground = { config, connections, log, clock, secret, currency, bus, live };
  const outbox = openOutbox({ pool: database.pool, clock, log, config, secret, console: options.console });

  // Rooms
  const wallet = openWallet(ground);
  const audit = openAudit(ground, { ...paymentRecords, sessionsAt: findSessionsAt });
  const settings = await openSettings(ground, { audit: audit.service });
  const houseTexts = openHouseTexts(ground, { audit: audit.service });
  const uploads = await openUploads(ground);
  const members = openMembers(ground, {
    wallet: wallet.service,
    uploads: uploads.service,
    houseTexts: houseTexts.service,
    outbox,
    hasher: hashers.members,
    ended,
  });
  const memberLimits = openMemberLimits(ground, { wallet: wallet.service });
  const book = openBook(ground, {
    wallet: wallet.service,
    houseTexts: houseTexts.service,
    memberLimits: memberLimits.service,
    failpoint,
  });
  const play = openPlay(ground, {
    wallet: wallet.service,
    members: members.service,
    returns: book.service.returns,
    payments: paymentRecords,
  });
  const rewards = openRewards(ground, { wallet: wallet.service, play: play.service });
  const team = openTeam(ground, {
    wallet: wallet.service,
    members: members.service,
    play: play.service,
    rewards: rewards.service,
    payments: paymentRecords,
  });
  const cashier = await openCashier(ground, {
    wallet: wallet.service,
    members: members.service,
    play: play.service,
    rewards: rewards.service,
    uploads: uploads.service,
    records: book.service.records,
  });
  const messages = openMessages(ground, {
    audit: audit.service,
    outbox,
    wallet: wallet.service,
    members: members.service,
    play: play.service,
    rewards: rewards.service,
    pictures: uploads.service.pictures,
    cashier: cashier.service,
    records: book.service.records,
  });
  const profile = openProfile(ground, {
    members: members.service,
    wallet: wallet.service,
    turnovers: cashier.service.turnovers,
    play: play.service,
    rewards: rewards.service,
    team: team.service,
    messages: messages.service,
    book: book.service,
  });
  const feed = await openFeed(ground, { events: book.service.events });
  const office = openOffice(ground, {
    auditKey: options.auditKey,
    hasher: hashers.office,
    outbox,
    audit: audit.service,
    book: book.service,
    cashier: cashier.service,
    feed: feed.service,
    houseTexts: houseTexts.service,
    members: members.service,
    messages: messages.service,
    play: play.service,
    profile: profile.service,
    rewards: rewards.service,
    settings: settings.service,
    team: team.service,
    uploads: uploads.service,
    wallet: wallet.service,
  });
  const rooms: readonly Room[] = [
    wallet,
    audit,
    settings,
    houseTexts,
    uploads,
    members,
    book,
    play,
    rewards,
    team,
    cashier,
    messages,
    profile,
    feed,
    office,
  ];

  // Calls
  const handlers: Handlers = {
    ...siteHandlers({
      config,
      currency,
      house: houseTexts.service,
      ...(feed.service.replay ? { replay: feed.service.replay } : {}),
    }),
    ...uploads.handlers,
    ...book.handlers,
    ...play.handlers,
    ...rewards.handlers,
    ...team.handlers,
    ...cashier.handlers,
    ...messages.handlers,
    ...profile.handlers,
    ...office.handlers,
  };
  const counts = createCallCounts();
  let open = false;
  const app = await createApp({
    config,
    log,
    live,
    counts,
    auth: members.service.auth,
    officeAuth: office.service.auth,
    currency: currency.code,
    handlers: options.replaceHandlers ? options.replaceHandlers(handlers) : handlers,
    openFile: ({ id: memberId, shard }, id) => uploads.service.open({ memberId, shard, id }),
    openOfficeFile: async (memberId, id) =>
      isId(memberId) ? uploads.service.open({ memberId, shard: shardOf(memberId), id }) : undefined,
    openPicture: uploads.service.pictures.open,
    openAudit: office.service.openAudit,
    refusals: office.service.refusals,
    findMeanwhile: office.service.findMeanwhile,
    hearNotice: cashier.service.rails.notify,
    ...(cashier.service.sandbox === undefined ? {} : { sandbox: cashier.service.sandbox }),
    isReady: async () => open && (await readiness.isReady()),
    ...(options.memberAppDir === undefined ? {} : { memberAppDir: options.memberAppDir }),
    ...(options.officeAppDir === undefined ? {} : { officeAppDir: options.officeAppDir }),
    ...(options.checkAnswers === undefined ? {} : { checkAnswers: options.checkAnswers }),
    ...(options.overloadMs === undefined ? {} : { overloadMs: options.overloadMs }),
  });

  const background: { close: () => Promise<unknown> }[] = [];
  return {
    app,
    members: members.service,
    office: office.service,
    cashier: cashier.service,
    play: play.service,
    settings: settings.service,
    board: book.service.board,
    events: book.service.events,
    async start(enter = () => undefined) {
      for (const room of rooms) await room.start?.(enter);
      enter('jobs');
      const queue = openQueue(databaseUrl, config, { log, kin: database.kin });
      background.push({ close: () => queue.close() });
      const jobs = await startJobs({
        database: queue,
        log,
        handlers: book.jobs,
        routines: [
          { name: 'database', everyMs: 1_000, run: readiness.look },
          ...rooms.flatMap(({ routines = [] }) => routines),
        ],
      });
      background.push({ close: () => jobs.stop() });
      if (config.METRICS_PORT > 0) {
        const { isOwnerAlone } = office.service.operators;
        const metrics = await startMetrics(createMetrics({ counts, liveStreams: live.size, isOwnerAlone }), {
          host: config.METRICS_HOST,
          port: config.METRICS_PORT,
        });
        background.push({ close: async () => void metrics.close() });
      }
      open = true;
    },
    async stop() {
      open = false;
      // One failure keeps no other room from closing. Locks in a lost database were released with it.
      const failed: unknown[] = [];
      const close = async (what: () => unknown): Promise<void> => {
        try {
          await what();
        } catch (error) {
          if (!isDatabaseAway(error)) failed.push(error);
        }
      };
      await close(() => app.close());
      for (const one of background.toReversed()) await close(one.close);
      for (const room of rooms.toReversed()) await close(() => room.stop?.());
      await close(() => bus.drain());
      const { calls: _callers, ...others } = connections;
      for (const one of Object.values(others)) await close(() => one.close());
      await close(() => relay?.close());
      if (failed.length > 0) throw new AggregateError(failed, 'not all of the server could be closed');
    },
  };
};
