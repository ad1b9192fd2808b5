import { collectDefaultMetrics, Counter, Gauge, Registry } from '@prometheus-io/client';
import type { Betting } from '@touchline/contract/shapes/site';
import { currencies } from '@touchline/money/currency';
import type { FastifyInstance } from 'fastify';
import type { AuditKey } from './core/audit-log/chain.ts';
import { type BackupProgress, registerBackup } from './operations/index.ts';
import { siteHandlers } from './office/index.ts';
import { createEndedSessions, createPasswordHashers, type PasswordHashers } from './accounts/index.ts';
import { openCurrentKey } from './proofs/index.ts';
import { createApp } from './core/http/app.ts';
import { CallCounts } from './core/http/call-log.ts';
import type { OpenOfficeFile } from './core/http/file-route.ts';
import { serveMetrics } from './core/metrics/endpoint.ts';
import { productVersion } from './core/process.ts';
import { openModules, type Modules } from './modules.ts';
import { createBus } from './core/events.ts';
import type { Clock } from './core/clock.ts';
import type { Config } from './core/config/config.ts';
import {
  createReadiness,
  openConnections,
  openQueue,
  openStandby,
  queueConnections,
  registerPools,
} from './core/database/connections.ts';
import type { Database } from './core/database/database.ts';
import type { Failpoint } from './core/failpoints.ts';
import { isDatabaseAway } from './core/database/faults.ts';
import type { Handlers } from './core/handler.ts';
import { isId, shardOf } from './core/ids.ts';
import { jobMetrics, startJobs, type Routine } from './core/jobs.ts';
import { LiveHub } from './core/live/hub.ts';
import type { LiveRelay } from './core/live/relay.ts';
import type { LogKeys } from './core/public-log/keys.ts';
import type { Log } from './core/logging/log.ts';
import { clientsMax } from './core/http/floods.ts';
import { openOutbox, type CodeConsole, type Outbox } from './core/outbox/service.ts';
import { primaryAlone } from './core/database/standby.ts';
import { Receipts } from './core/public-log/receipts.ts';
import type { Context, Enter, Module } from './core/module.ts';
import { StoredReader } from './core/metrics/stored-metrics.ts';

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
  backupProgress?: (() => BackupProgress) | undefined;
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

/** The currency of play mode, the only mode so far. */
const currency = currencies.PLAY;

type CurrentKey = Awaited<ReturnType<typeof openCurrentKey>>;

/**
 * What all modules use, and what the server closes after them.
 * @param betting what is on sale, for those who open a live stream; asked for once the modules are open
 */
const openContext = (
  { database, databaseUrl, log, clock, secret, relay, logKeys, ...options }: ServerOptions,
  { currentKey, betting }: { currentKey: CurrentKey; betting: () => Betting },
) => {
  // Operators change settings while the server runs: modules share this object, and the module of settings writes to it.
  const config = { ...options.config };
  const connections = {
    calls: database,
    ...openConnections(databaseUrl, config, { log, kin: database.kin }),
  };
  const ended = createEndedSessions({
    db: database.pool,
    onError: (error) => log.warn({ err: error }, 'ended sessions'),
  });
  const metrics = new Registry();
  const live = new LiveHub({
    secret,
    metrics,
    isEnded: ended.has,
    memberStreamsMax: () => config.LIVE_STREAMS_MEMBER,
    addressStreamsMax: () => config.LIVE_STREAMS_ADDRESS,
    allStreamsMax: () => config.LIVE_STREAMS,
    isOpenToVisitors: () => config.PUBLIC_PAGES,
    relay,
    betting,
  });
  ended.onEnd((sessionId) => live.endSession(sessionId));
  const receipts = new Receipts({
    nonceKey: logKeys.nonceKey,
    ...currentKey,
    onAway: (error) => log.warn({ err: error }, 'cannot sign receipts now; they will be signed later'),
  });
  const standby = openStandby(config, connections.probe, log);
  const context: Context = {
    config,
    connections,
    reading: standby ?? primaryAlone,
    log,
    metrics,
    clock,
    secret,
    currency,
    bus: createBus(log),
    live,
    receipts,
  };
  const outbox = openOutbox({ pool: database.pool, clock, log, config, secret, console: options.console });
  return { context, ended, standby, outbox };
};

/** The handlers of all calls. */
const handlersOf = ({ config }: Context, modules: Modules, currentKey: CurrentKey): Handlers => ({
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
});

/** How many clients may be connected at once, by the limit of open files; undefined without a limit. */
const connectionsMaxOf = ({ config, connections, log }: Context): number | undefined => {
  const poolSizes = Object.values(connections).reduce((sum, { pool }) => sum + pool.options.max, 0);
  const connectionsMax = clientsMax(poolSizes + queueConnections);
  if (connectionsMax !== undefined && connectionsMax < config.LIVE_STREAMS) {
    log.warn(
      { connectionsMax, LIVE_STREAMS: config.LIVE_STREAMS },
      'the limit of open files allows fewer connections than LIVE_STREAMS',
    );
  }
  return connectionsMax;
};

/** Opens a member's file for an operator, and notes who read it. */
const openOfficeFile =
  ({ uploads, office }: Modules): OpenOfficeFile =>
  async (memberId, id, by) => {
    if (!isId(memberId)) return undefined;
    const shard = shardOf(memberId);
    const file = await uploads.service.open({ memberId, shard, id });
    if (file === undefined) return undefined;
    await office.service.readings.note(by, {
      action: 'file_opened',
      subject: { kind: 'file', id },
      member: { id: memberId, shard },
    });
    return file;
  };

/** Puts the calls of the modules behind HTTP. */
const openHttp = (
  options: ServerOptions,
  context: Context,
  { modules, handlers, isReady }: { modules: Modules; handlers: Handlers; isReady: () => Promise<boolean> },
): Promise<FastifyInstance> => {
  const { members, office, uploads } = modules;
  return createApp({
    config: context.config,
    log: context.log,
    live: context.live,
    counts: new CallCounts(context.metrics),
    auth: members.service.auth,
    officeAuth: office.service.sessions,
    currency: currency.code,
    handlers: options.replaceHandlers ? options.replaceHandlers(handlers) : handlers,
    openFile: ({ id: memberId, shard }, id) => uploads.service.open({ memberId, shard, id }),
    openOfficeFile: openOfficeFile(modules),
    openPicture: uploads.service.pictures.open,
    openAudit: (query, operator, address) => office.service.openAudit(query, operator, address),
    routes: Object.values<Module>(modules).flatMap(({ routes = [] }) => routes),
    refusals: office.service.refusals,
    findMeanwhile: (refused) => office.service.findMeanwhile(refused),
    isReady,
    memberAppDir: options.memberAppDir,
    officeAppDir: options.officeAppDir,
    isHandedOver: options.isHandedOver,
    checkAnswers: options.checkAnswers,
    connectionsMax: connectionsMaxOf(context),
  });
};

type ServerParts = {
  options: ServerOptions;
  context: Context;
  standby: ReturnType<typeof openStandby>;
  readiness: ReturnType<typeof createReadiness>;
  outbox: Outbox;
  modules: Modules;
  app: FastifyInstance;
};

/** One process of the site: its modules, its calls and its background work. */
export class Server {
  readonly app: FastifyInstance;
  readonly context: Context;
  readonly outbox: Outbox;
  readonly modules: Modules;
  readonly #parts: ServerParts;
  /** In the order in which they use each other. */
  readonly #order: readonly Module[];
  readonly #background: { close: () => Promise<unknown> }[] = [];
  #isOpen = false;

  constructor(parts: ServerParts) {
    this.app = parts.app;
    this.context = parts.context;
    this.outbox = parts.outbox;
    this.modules = parts.modules;
    this.#parts = parts;
    this.#order = Object.values(parts.modules);
    registerProcess(this);
  }

  /** Whether calls are answered. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /**
   * Starts feeds and background work; call it when the app may be used.
   * @param enter is called with each step that begins, and ends the start by throwing
   */
  async start(enter: Enter = () => undefined): Promise<void> {
    for (const module of this.#order) await module.start?.(enter);
    enter('jobs');
    if (this.#parts.options.background !== false) await this.#startBackground();
    this.#isOpen = true;
  }

  /** Stops new calls, waits for those under way, then stops background work. The caller closes the database. */
  async stop(): Promise<void> {
    this.#isOpen = false;
    // One failure keeps no other module from closing. Locks in a lost database were released with it.
    const failed: unknown[] = [];
    const close = async (what: () => unknown): Promise<void> => {
      try {
        await what();
      } catch (error) {
        if (!isDatabaseAway(error)) failed.push(error);
      }
    };
    await close(() => this.app.close());
    for (const one of this.#background.toReversed()) await close(one.close);
    for (const module of this.#order.toReversed()) await close(() => module.stop?.());
    await close(() => this.context.bus.drain());
    const { calls: _callers, ...others } = this.context.connections;
    for (const one of Object.values(others)) await close(() => one.close());
    await close(() => this.#parts.standby?.close());
    await close(() => this.#parts.options.relay?.close());
    if (failed.length > 0) throw new AggregateError(failed, 'not all of the server could be closed');
  }

  async #startBackground(): Promise<void> {
    const { options, standby, readiness } = this.#parts;
    const { config, log } = this.context;
    const queue = openQueue(options.databaseUrl, config, { log, kin: options.database.kin });
    this.#background.push({ close: () => queue.close() });
    const stored = config.METRICS_PORT === 0 ? undefined : await this.#startMetrics(queue);
    const routines: readonly Routine[] = [
      { name: 'database', everyMs: 1_000, run: readiness.look },
      ...(standby ? [{ name: 'standby', everyMs: 1_000, firstMs: 0, run: () => standby.look() }] : []),
      ...this.#order.flatMap((module) => module.routines ?? []),
      ...(stored
        ? [
            {
              name: 'figures',
              everyMs: config.METRICS_SECONDS * 1_000,
              firstMs: 0,
              run: () => stored.readAll(),
            },
          ]
        : []),
    ];
    const jobs = await startJobs({
      database: queue,
      log,
      metrics: this.context.metrics,
      handlers: this.modules.book.jobs,
      routines,
    });
    this.#background.push({ close: () => jobs.stop() });
  }

  /** Serves `/metrics` on its own port. @returns what reads those of the database */
  async #startMetrics(queue: Database): Promise<StoredReader> {
    const { config, connections, log, metrics } = this.context;
    collectDefaultMetrics({ register: metrics });
    registerPools(metrics, { ...connections, queue });
    registerBackup(metrics, this.#parts.options.backupProgress);
    const modules = new Map([['jobs', jobMetrics(metrics, connections.background.pool)]]);
    for (const [name, module] of Object.entries<Module>(this.modules)) {
      if (module.stored) modules.set(name, module.stored);
    }
    const stored = new StoredReader({ metrics, modules, everyMs: config.METRICS_SECONDS * 1_000, log });
    const read = (): Promise<string> => {
      stored.dropOld();
      return metrics.metrics();
    };
    const served = await serveMetrics(read, { host: config.METRICS_HOST, port: config.METRICS_PORT, log });
    this.#background.push({ close: async () => void served.close() });
    return stored;
  }
}

/** Registers what this process is, and whether it answers. */
const registerProcess = (server: Server): void => {
  const { metrics } = server.context;
  const build = new Gauge({
    name: 'touchline_build_info',
    help: 'Always 1, with the version of the server',
    labelNames: ['version'],
    registers: [metrics],
  });
  build.set({ version: productVersion }, 1);
  new Gauge({
    name: 'touchline_ready',
    help: '1 once the server has started and while it does not stop; /readyz also asks the database',
    registers: [metrics],
    collect() {
      this.set(server.isOpen ? 1 : 0);
    },
  });
  const turnedAway = new Counter({
    name: 'touchline_connections_turned_away_total',
    help: 'Connections of clients that were closed at once, since the limit of open files allows no more',
    registers: [metrics],
  });
  server.app.server.on('drop', () => turnedAway.inc());
};

/** Opens the modules in the order in which they use each other, and puts their calls behind HTTP. Nothing runs before `start`. */
export const openServer = async (options: ServerOptions): Promise<Server> => {
  const { hashers = createPasswordHashers() } = options;
  const currentKey = await openCurrentKey(options.database.pool, options.logKeys);
  const { context, ended, standby, outbox } = openContext(options, {
    currentKey,
    betting: () => modules.book.service.betting(),
  });
  const modules = await openModules(context, {
    outbox,
    ended,
    hashers,
    auditKey: options.auditKey,
    logKeys: options.logKeys,
    currentKey,
    failpoint: options.failpoint,
    isUnsigned: options.isUnsigned,
  });
  const readiness = createReadiness({ pool: context.connections.probe.pool });
  const app = await openHttp(options, context, {
    modules,
    handlers: handlersOf(context, modules, currentKey),
    isReady: async () => server.isOpen && (await readiness.isReady()),
  });
  const server = new Server({ options, context, standby, readiness, outbox, modules, app });
  return server;
};
