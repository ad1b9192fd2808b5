import { currencies } from '@touchline/money/currency';
import type { FastifyInstance } from 'fastify';
import type { AuditKey } from './audit/key.ts';
import { pointsOfBackup, type BackupFigures } from './backup/figures.ts';
import { figureTable } from './figure-table.ts';
import { createApp } from './http/app.ts';
import { createCallCounts } from './http/call-counts.ts';
import { createMetrics, startMetrics } from './http/metrics.ts';
import { productVersion } from './http/version.ts';
import { siteHandlers } from './http/site.ts';
import { createEndedSessions } from './members/ended-sessions.ts';
import { openRooms, type Rooms } from './open-rooms.ts';
import { createBus } from './platform/bus.ts';
import type { Clock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import { openConnections, openQueue, openStandby, queueConnections } from './platform/connections.ts';
import type { Database } from './platform/database.ts';
import type { Failpoint } from './platform/failpoints.ts';
import type { FigureSource } from './platform/figures.ts';
import { isDatabaseAway } from './platform/faults.ts';
import type { Handlers } from './platform/handler.ts';
import { isId, shardOf } from './platform/ids.ts';
import { readJobFigures } from './platform/job-figures.ts';
import { jobNames, startJobs, type Routine } from './platform/jobs.ts';
import { pointsOfLive } from './platform/live/figures.ts';
import { createLiveHub } from './platform/live/hub.ts';
import type { LiveRelay } from './platform/live/relay.ts';
import type { LogKeys } from './platform/log-key.ts';
import { openCurrentKey } from './log/keys.ts';
import type { Log } from './platform/log.ts';
import { clientsMax } from './platform/open-files.ts';
import { openOutbox } from './platform/outbox/open.ts';
import type { CodeConsole, Outbox } from './platform/outbox/service.ts';
import { createPasswordHashers, type PasswordHashers } from './platform/password-hash.ts';
import { pointsOfPools } from './platform/pool-figures.ts';
import { pointsOfProcess } from './platform/process-figures.ts';
import { createReadiness } from './platform/readiness.ts';
import { primaryAlone } from './platform/standby.ts';
import { createReceipts } from './platform/receipts.ts';
import type { Enter, Ground, Room } from './platform/room.ts';
import { createStoredFigures } from './platform/stored-figures.ts';

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
  /** Signs receipts and the public log; the same in all processes. */
  logKeys: LogKeys;
  /** Seals the audit log; the same in all processes. */
  auditKey?: AuditKey | undefined;
  relay?: LiveRelay | undefined;
  /** How far the archive of the database is; absent where this process keeps none. */
  backupFigures?: (() => BackupFigures) | undefined;
  /** Folder of the built member app. */
  memberAppDir?: string | undefined;
  officeAppDir?: string | undefined;
  /** Whether the listening socket stays open without this process. */
  isHandedOver?: boolean | undefined;
  /** For tests: checks each answer against the contract, and uses other password hashers. */
  checkAnswers?: boolean | undefined;
  hashers?: PasswordHashers;
  /** `false` runs no jobs and no routines; for tests that move the clock themselves. */
  background?: boolean;
  /** Receives codes that no carrier sends, instead of the console; for tests. */
  console?: CodeConsole;
  /** Called at points of settlement and returns; for tests that kill the process there. */
  failpoint?: Failpoint;
  /** Placing makes no receipts; for benchmarks of what they cost. */
  isUnsigned?: boolean | undefined;
  /** Replaces some handlers; for benchmarks that compare them. */
  replaceHandlers?: ((handlers: Handlers) => Handlers) | undefined;
};

export type Server = {
  app: FastifyInstance;
  ground: Ground;
  outbox: Outbox;
  rooms: Rooms;
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
  const { database, databaseUrl, log, clock, secret, relay } = options;
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
    isOpenToVisitors: () => config.PUBLIC_PAGES,
    relay,
    betting: () => rooms.book.service.betting(),
  });
  ended.onEnd(live.endSession);
  const { logKeys } = options;
  const currentKey = await openCurrentKey(database.pool, logKeys);
  const receipts = createReceipts({
    nonceKey: logKeys.nonceKey,
    ...currentKey,
    onAway: (error) => log.warn({ err: error }, 'receipts are not signed, and given later'),
  });
  const standby = openStandby(config, connections.probe, log);
  const ground: Ground = {
    config,
    connections,
    reading: standby ?? primaryAlone,
    log,
    clock,
    secret,
    currency,
    bus,
    live,
    receipts,
  };
  const outbox = openOutbox({ pool: database.pool, clock, log, config, secret, console: options.console });

  const rooms = await openRooms(ground, {
    outbox,
    ended,
    hashers,
    auditKey: options.auditKey,
    logKeys,
    currentKey,
    failpoint: options.failpoint,
    isUnsigned: options.isUnsigned,
  });
  const order: readonly Room[] = Object.values(rooms);

  // Calls
  const handlers: Handlers = {
    ...siteHandlers({
      config,
      currency,
      house: rooms.houseTexts.service,
      betting: rooms.book.service.betting,
      receiptKey: currentKey.vkey,
      replay: rooms.feed.service.replay,
    }),
    ...rooms.uploads.handlers,
    ...rooms.liabilities.handlers,
    ...rooms.publicLog.handlers,
    ...rooms.house.handlers,
    ...rooms.book.handlers,
    ...rooms.play.handlers,
    ...rooms.rewards.handlers,
    ...rooms.team.handlers,
    ...rooms.cashier.handlers,
    ...rooms.messages.handlers,
    ...rooms.profile.handlers,
    ...rooms.football.handlers,
    ...rooms.office.handlers,
  };
  const poolSizes = Object.values(connections).reduce((sum, { pool }) => sum + pool.options.max, 0);
  const connectionsMax = clientsMax(poolSizes + queueConnections);
  if (connectionsMax !== undefined && connectionsMax < config.LIVE_STREAMS) {
    log.warn(
      { connectionsMax, LIVE_STREAMS: config.LIVE_STREAMS },
      'the limit of open files allows fewer connections than LIVE_STREAMS',
    );
  }
  const counts = createCallCounts();
  let open = false;
  const app = await createApp({
    config,
    log,
    live,
    counts,
    auth: rooms.members.service.auth,
    officeAuth: rooms.office.service.auth,
    currency: currency.code,
    handlers: options.replaceHandlers ? options.replaceHandlers(handlers) : handlers,
    openFile: ({ id: memberId, shard }, id) => rooms.uploads.service.open({ memberId, shard, id }),
    openOfficeFile: async (memberId, id, by) => {
      if (!isId(memberId)) return undefined;
      const shard = shardOf(memberId);
      const file = await rooms.uploads.service.open({ memberId, shard, id });
      if (file === undefined) return undefined;
      await rooms.office.service.readings.note(by, {
        action: 'file_opened',
        subject: { kind: 'file', id },
        member: { id: memberId, shard },
      });
      return file;
    },
    openPicture: rooms.uploads.service.pictures.open,
    openAudit: rooms.office.service.openAudit,
    publicLog: rooms.publicLog.service.read,
    refusals: rooms.office.service.refusals,
    findMeanwhile: rooms.office.service.findMeanwhile,
    hearNotice: rooms.cashier.service.rails.notify,
    sandbox: rooms.cashier.service.sandbox,
    isReady: async () => open && (await readiness.isReady()),
    memberAppDir: options.memberAppDir,
    officeAppDir: options.officeAppDir,
    isHandedOver: options.isHandedOver,
    checkAnswers: options.checkAnswers,
    connectionsMax,
  });
  let turnedAway = 0;
  app.server.on('drop', () => void turnedAway++);

  const background: { close: () => Promise<unknown> }[] = [];
  const startBackground = async (): Promise<void> => {
    const queue = openQueue(databaseUrl, config, { log, kin: database.kin });
    background.push({ close: () => queue.close() });
    const hasMetrics = config.METRICS_PORT !== 0;
    const stored = createStoredFigures({
      sources: storedSources(),
      everyMs: config.METRICS_SECONDS * 1_000,
      log,
    });
    const routines: readonly Routine[] = [
      { name: 'database', everyMs: 1_000, run: readiness.look },
      ...(standby ? [{ name: 'standby', everyMs: 1_000, firstMs: 0, run: standby.look }] : []),
      ...order.flatMap((room) => room.routines ?? []),
      ...(hasMetrics ? [stored.routine] : []),
    ];
    const jobs = await startJobs({ database: queue, log, handlers: rooms.book.jobs, routines });
    background.push({ close: () => jobs.stop() });
    if (!hasMetrics) return;
    const registry = createMetrics(Object.values(figureTable).flat(), () => [
      ...pointsOfProcess({
        version: productVersion,
        isReady: open,
        turnedAway,
        failures: jobs.routineFailures,
      }),
      ...counts.points(),
      ...pointsOfLive(live, config.LIVE_STREAMS),
      ...pointsOfPools({ ...connections, queue }),
      ...order.flatMap(({ figures }) => figures?.now?.() ?? []),
      ...(options.backupFigures ? pointsOfBackup(options.backupFigures()) : []),
      ...stored.now(),
    ]);
    const metrics = await startMetrics(registry, {
      host: config.METRICS_HOST,
      port: config.METRICS_PORT,
      log,
    });
    background.push({ close: async () => void metrics.close() });
  };

  /** What rooms read from the database for `/metrics`, by room. */
  const storedSources = () => {
    const sources = new Map<string, NonNullable<FigureSource['stored']>>();
    for (const [name, { figures }] of Object.entries<Room>(rooms)) {
      if (figures?.stored) sources.set(name, figures.stored);
    }
    sources.set('jobs', () => readJobFigures(connections.background.pool, jobNames));
    return sources;
  };
  return {
    app,
    ground,
    outbox,
    rooms,
    async start(enter = () => undefined) {
      for (const room of order) await room.start?.(enter);
      enter('jobs');
      if (options.background !== false) await startBackground();
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
      for (const room of order.toReversed()) await close(() => room.stop?.());
      await close(() => bus.drain());
      const { calls: _callers, ...others } = connections;
      for (const one of Object.values(others)) await close(() => one.close());
      await close(() => standby?.close());
      await close(() => relay?.close());
      if (failed.length > 0) throw new AggregateError(failed, 'not all of the server could be closed');
    },
  };
};
