import { currencies } from '@touchline/money/currency';
import type { FastifyInstance } from 'fastify';
import type { AuditKey } from './core/audit-log/key.ts';
import { type BackupFigures, figureTable, pointsOfBackup } from './operations/index.ts';
import { siteHandlers } from './office/index.ts';
import { registerSandboxPages } from './payments/index.ts';
import { createEndedSessions, createPasswordHashers, type PasswordHashers } from './accounts/index.ts';
import { openCurrentKey } from './proofs/index.ts';
import { createApp } from './core/http/app.ts';
import { createCallCounts } from './core/http/call-counts.ts';
import { createMetrics, startMetrics } from './core/metrics/endpoint.ts';
import { productVersion } from './core/http/version.ts';
import { openModules, type Modules } from './modules.ts';
import { createBus } from './core/events.ts';
import type { Clock } from './core/clock.ts';
import type { Config } from './core/config/config.ts';
import { openConnections, openQueue, openStandby, queueConnections } from './core/database/connections.ts';
import type { Database } from './core/database/database.ts';
import type { Failpoint } from './core/failpoints.ts';
import type { FigureSource } from './core/metrics/metrics.ts';
import { isDatabaseAway } from './core/database/faults.ts';
import type { Handlers } from './core/handler.ts';
import { isId, shardOf } from './core/ids.ts';
import { pointsOfPools, pointsOfProcess, readJobFigures } from './core/metrics/server-metrics.ts';
import { jobNames, startJobs, type Routine } from './core/jobs.ts';
import { pointsOfLive } from './core/live/metrics.ts';
import { createLiveHub } from './core/live/hub.ts';
import type { LiveRelay } from './core/live/relay.ts';
import type { LogKeys } from './core/public-log/keys.ts';
import type { Log } from './core/logging/log.ts';
import { clientsMax } from './core/http/floods.ts';
import { openOutbox } from './core/outbox/open.ts';
import type { CodeConsole, Outbox } from './core/outbox/service.ts';
import { createReadiness } from './core/database/readiness.ts';
import { primaryAlone } from './core/database/standby.ts';
import { createReceipts } from './core/public-log/receipts.ts';
import type { Enter, Context, Module } from './core/module.ts';
import { createStoredFigures } from './core/metrics/stored-metrics.ts';

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
  context: Context;
  outbox: Outbox;
  modules: Modules;
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
 * Opens the modules in the order in which they use each other, and puts their calls behind HTTP. Nothing runs before `start`.
 */
export const compose = async (options: ServerOptions): Promise<Server> => {
  const { database, databaseUrl, log, clock, secret, relay } = options;
  const { hashers = createPasswordHashers() } = options;
  // Operators change settings while the server runs: modules share this object, and the module of settings writes to it.
  const config = { ...options.config };

  // The context of the modules
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
    betting: () => modules.book.service.betting(),
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
  const context: Context = {
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

  const modules = await openModules(context, {
    outbox,
    ended,
    hashers,
    auditKey: options.auditKey,
    logKeys,
    currentKey,
    failpoint: options.failpoint,
    isUnsigned: options.isUnsigned,
  });
  const order: readonly Module[] = Object.values(modules);

  // Calls
  const handlers: Handlers = {
    ...siteHandlers({
      config,
      currency,
      house: modules.houseTexts.service,
      betting: modules.book.service.betting,
      receiptKey: currentKey.vkey,
      replay: modules.feed.service.replay,
    }),
    ...modules.uploads.handlers,
    ...modules.liabilities.handlers,
    ...modules.publicLog.handlers,
    ...modules.house.handlers,
    ...modules.book.handlers,
    ...modules.play.handlers,
    ...modules.rewards.handlers,
    ...modules.team.handlers,
    ...modules.cashier.handlers,
    ...modules.messages.handlers,
    ...modules.profile.handlers,
    ...modules.football.handlers,
    ...modules.office.handlers,
  };
  const poolSizes = Object.values(connections).reduce((sum, { pool }) => sum + pool.options.max, 0);
  const connectionsMax = clientsMax(poolSizes + queueConnections);
  if (connectionsMax !== undefined && connectionsMax < config.LIVE_STREAMS) {
    log.warn(
      { connectionsMax, LIVE_STREAMS: config.LIVE_STREAMS },
      'the limit of open files allows fewer connections than LIVE_STREAMS',
    );
  }
  const { sandbox } = modules.cashier.service;
  const counts = createCallCounts();
  let open = false;
  const app = await createApp({
    config,
    log,
    live,
    counts,
    auth: modules.members.service.auth,
    officeAuth: modules.office.service.sessions,
    currency: currency.code,
    handlers: options.replaceHandlers ? options.replaceHandlers(handlers) : handlers,
    openFile: ({ id: memberId, shard }, id) => modules.uploads.service.open({ memberId, shard, id }),
    openOfficeFile: async (memberId, id, by) => {
      if (!isId(memberId)) return undefined;
      const shard = shardOf(memberId);
      const file = await modules.uploads.service.open({ memberId, shard, id });
      if (file === undefined) return undefined;
      await modules.office.service.readings.note(by, {
        action: 'file_opened',
        subject: { kind: 'file', id },
        member: { id: memberId, shard },
      });
      return file;
    },
    openPicture: modules.uploads.service.pictures.open,
    openAudit: (query, operator, address) => modules.office.service.openAudit(query, operator, address),
    publicLog: modules.publicLog.service.read,
    refusals: modules.office.service.refusals,
    findMeanwhile: (refused) => modules.office.service.findMeanwhile(refused),
    hearNotice: modules.cashier.service.rails.notify,
    registerSandbox: sandbox && ((pages, readers) => registerSandboxPages(pages, { ...sandbox, ...readers })),
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
    const jobs = await startJobs({ database: queue, log, handlers: modules.book.jobs, routines });
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

  /** What modules read from the database for `/metrics`, by module. */
  const storedSources = () => {
    const sources = new Map<string, NonNullable<FigureSource['stored']>>();
    for (const [name, { figures }] of Object.entries<Module>(modules)) {
      if (figures?.stored) sources.set(name, figures.stored);
    }
    sources.set('jobs', () => readJobFigures(connections.background.pool, jobNames));
    return sources;
  };
  return {
    app,
    context,
    outbox,
    modules,
    async start(enter = () => undefined) {
      for (const room of order) await room.start?.(enter);
      enter('jobs');
      if (options.background !== false) await startBackground();
      open = true;
    },
    async stop() {
      open = false;
      // One failure keeps no other module from closing. Locks in a lost database were released with it.
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
