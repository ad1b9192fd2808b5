import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { openServer } from './server.ts';
import { onLost, openMain, waitForDatabase } from './core/database/connections.ts';
import { demoMember, secretFromDatabase, secretFromFolder } from './accounts/index.ts';
import {
  type Archiving,
  closeDemoOperators,
  DataFolderInUse,
  demoOperators,
  externalDatabase,
  lockDataFolder,
  startArchiving,
  startEmbedded,
  stopEmbedded,
  watchEmbedded,
} from './operations/index.ts';
import type { Office } from './office/index.ts';
import { openAuditKey } from './core/audit-log/chain.ts';
import { systemClock } from './core/clock.ts';
import { ConfigError, readConfig, type Config } from './core/config/config.ts';
import { openDatabase, type Database } from './core/database/database.ts';
import { failpointFrom } from './core/failpoints.ts';
import { openLiveRelay } from './core/live/relay.ts';
import { openLogKeys, SignerAway } from './core/public-log/keys.ts';
import { createLog, type Log } from './core/logging/log.ts';
import { isLoopback } from './core/config/messaging.ts';
import { anyoneMaySignIn, isExposed, offersDemoOperators, siteAddresses } from './core/config/betting.ts';
import {
  ownsTablesWarning,
  prepareDatabase,
  SchemaBehind,
  type DatabaseUrls,
} from './core/database/prepare.ts';
import {
  aborted,
  createOpenings,
  handedOverSocket,
  productVersion,
  SocketProblem,
  Stop,
  tellReady,
  type Openings,
} from './core/process.ts';

const memberAppDir = fileURLToPath(new URL('../../member/dist', import.meta.url));
const officeAppDir = fileURLToPath(new URL('../../office/dist', import.meta.url));
const isBuilt = (folder: string): boolean => existsSync(join(folder, 'index.html'));

/** Time limit for calls and jobs to end at a stop; PostgreSQL is stopped after it in any case. */
const stopWithinMs = 30_000;

/** The length of the queue of a socket that was handed over; the system's own bound is below it. */
const queueMax = 4_096;

type Serving = {
  env: Record<string, string | undefined>;
  /** Aborted with a `Stop` when the server must stop. */
  stopping: AbortSignal;
  /** Writes a line for the person at the terminal. */
  say: (line: string) => void;
};

/**
 * Runs the server until it must stop, also during its start: the current step ends, no other begins, and everything open is
 * closed, the newest first.
 * @returns the exit code: 0 when a signal stopped it and nothing is left open, else 1
 */
export const serve = async ({ env, stopping, say }: Serving): Promise<number> => {
  const openings = createOpenings();
  const settings = readSettings(env);
  if (settings instanceof Error) return fail(settings);
  const { config, log, socket } = settings;
  let failure: unknown;
  try {
    await start({ env, stopping, say, config, log, socket, openings });
    await aborted(stopping);
  } catch (error) {
    failure = error;
  }
  const { reason }: { reason: unknown } = stopping;
  const fault = reason instanceof Stop ? reason.fault : undefined;
  if (fault !== undefined) log.fatal({ err: fault }, 'stopping after a fault');
  const left = await openings.closeAll();
  for (const { what, error } of left) log.error({ err: error }, `${what} could not be closed`);
  if (!stopping.aborted) return fail(failure);
  if (fault !== undefined) return 1;
  say('Stopped.');
  return left.length === 0 ? 0 : 1;
};

const readSettings = (
  env: Serving['env'],
): { config: Config; log: Log; socket: number | undefined } | Error => {
  try {
    const config = readConfig(env);
    const log = createLog(config.LOG_LEVEL);
    const socket = handedOverSocket(env, process.pid);
    // Who opened the socket decides who reaches it: it counts as one that others reach.
    return socket === undefined
      ? { config, log, socket }
      : { config: { ...config, HOST: 'a socket that was handed over' }, log, socket };
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
};

/** Prints why a start failed. @returns the exit code */
const fail = (error: unknown): number => {
  const text = isExpected(error) ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${text}\n`);
  return 1;
};

type Start = Serving & { config: Config; log: Log; socket: number | undefined; openings: Openings };

const start = async ({ env, stopping, say, config, log, socket, openings }: Start): Promise<void> => {
  const startedMs = performance.now();
  /** Begins the next step of the start, unless the server must stop. */
  const enter = (phase: string): void => {
    stopping.throwIfAborted();
    log.debug({ phase }, 'start');
  };
  const urls = await openGround(config, { enter, stopping, openings, log });
  enter('database');
  await awaitDatabase(urls.ownerUrl ?? urls.url, config, log, stopping);
  enter('migrations');
  const { applied, ownsTables } = await prepareDatabase(urls);
  if (applied.length > 0) log.info({ applied }, 'migrated');
  if (ownsTables) log.warn(ownsTablesWarning);
  const archiving = beginArchive(urls, config, log);
  if (archiving) openings.add('the archive of the database', archiving.stop);
  enter('modules');
  const database = openMain(urls.url, config, log);
  if (config.METRICS_PORT > 0 && !isLoopback(config.METRICS_HOST)) {
    log.warn(
      { host: config.METRICS_HOST, port: config.METRICS_PORT },
      'figures of the house are open to all who reach the metrics port: METRICS_HOST is not this machine alone',
    );
  }
  openings.add('the pool of the database', () => database.close(), stopWithinMs);
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = config;
  if (endpoint !== undefined) {
    // Loaded only where traces are made.
    const { startTraces } = await import('./core/logging/traces.ts');
    const traces = startTraces({ config, endpoint, version: productVersion, log });
    openings.add('traces', () => traces.stop(), stopWithinMs);
  }
  const server = await openServer({
    config,
    database,
    databaseUrl: urls.url,
    log,
    clock: systemClock,
    failpoint: failpointFrom(env),
    backupFigures: archiving?.figures,
    ...(await sharing(config, database, log)),
    auditKey: await openAuditKey(config, database.pool),
    logKeys: await openLogKeys(config, database.pool),
    memberAppDir: isBuilt(memberAppDir) ? memberAppDir : undefined,
    officeAppDir: isBuilt(officeAppDir) ? officeAppDir : undefined,
    isHandedOver: socket !== undefined,
  });
  openings.add('the server', () => server.stop(), stopWithinMs);
  await server.start(enter);
  enter('listen');
  await guardExposed(server.modules.office.service, config, log);
  const address =
    socket === undefined
      ? await server.app.listen({ host: config.HOST, port: config.PORT })
      : await listenOn(server.app, socket);
  enter('demo member');
  const demo = await demoMember(server.modules.members.service, config.DATA_DIR);
  enter('demo operators');
  const operators = offersDemoOperators(config)
    ? await demoOperators(server.modules.office.service, config.DATA_DIR)
    : [];
  enter('first owner');
  const first = await server.modules.office.service.first.offer();
  const recovery = await server.modules.office.service.ownerAlone.offerCode();
  // A trial on this machine needs no second owner.
  if (operators.length === 0 && (await server.modules.office.service.operators.isOwnerAlone())) {
    log.warn(
      { alarm: 'owner_alone' },
      'there is one owner alone: no other operator checks changes of operators',
    );
  }
  enter('ready');
  await tellReady(env);
  say(`Touchline is ready at ${address} (${((performance.now() - startedMs) / 1000).toFixed(1)} s)`);
  say(`  member app  ${address}/`);
  say(`  office      ${address}/office/`);
  say(`  API         ${address}/api/docs`);
  if (demo) say(`  demo member ${demo.account} / ${demo.password} (play money)`);
  if (first !== undefined) {
    // The owner opens it elsewhere, where the address on this machine leads nowhere.
    const site = siteAddresses(config.SITE_ADDRESS)[0]?.origin ?? address;
    say(`  office      ${site}/office/#/first?code=${first} (makes the owner, once, within 24 hours)`);
  }
  if (recovery !== undefined) {
    say(
      `  recovery    ${recovery} (for an owner who lost the others: shown once, keep it outside of this system)`,
    );
  }
  for (const { account, password, roles } of operators) {
    say(`  demo office ${account} / ${password} (${roles.join(', ')})`);
  }
};

/** Listens on a socket that was handed over. @returns its address */
const listenOn = async (app: FastifyInstance, socket: number): Promise<string> => {
  await app.ready();
  // Node asks again for the length of the queue, and Fastify does not pass one on for a descriptor.
  app.server.listen({ fd: socket }, queueMax);
  await once(app.server, 'listening');
  const address = app.server.address();
  if (typeof address !== 'object' || address === null) return String(address);
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}`;
};

/** The database of the settings: an external one as it is, or the embedded one, started under the folder's lock. */
const openGround = async (
  config: Config,
  {
    enter,
    stopping,
    openings,
    log,
  }: Pick<Start, 'stopping' | 'openings' | 'log'> & { enter: (phase: string) => void },
): Promise<DatabaseUrls> => {
  const external = externalDatabase(config);
  if (external) return external;
  enter('lock');
  const unlock = await lockDataFolder(config.DATA_DIR);
  openings.add('the lock of the data folder', unlock);
  // Registered before the start, so that a start that fails halfway leaves no database running.
  openings.add('PostgreSQL', () => stopEmbedded(config.DATA_DIR));
  const postgres = await startEmbedded(config.DATA_DIR, { enter, stopping });
  openings.add('the watch of PostgreSQL', watchEmbedded(postgres, log));
  return { url: postgres.serverUrl('touchline'), ownerUrl: postgres.ownerUrl('touchline') };
};

/** Archives the database while the server runs, where the settings name a target. */
const beginArchive = (
  { url, ownerUrl = url }: DatabaseUrls,
  config: Config,
  log: Log,
): Archiving | undefined => {
  const { BACKUP_TO: to, BACKUP_DATABASE_URL: own = ownerUrl } = config;
  return to === undefined
    ? undefined
    : startArchiving({ config: { ...config, BACKUP_TO: to }, url: own, log });
};

/** Waits for a database that is starting, failing over or not there yet, as long as the settings say. */
const awaitDatabase = async (url: string, config: Config, log: Log, stopping: AbortSignal): Promise<void> => {
  const database = openDatabase(url, 1, onLost(log, 'database'), { mustWrite: true });
  try {
    await waitForDatabase(
      () => {
        stopping.throwIfAborted();
        return database.pool.query('select 1');
      },
      config.DATABASE_WAIT_SECONDS * 1_000,
      (error) => log.warn({ err: error }, 'the start waits for the database'),
    );
  } finally {
    await database.close();
  }
};

/**
 * If other machines can reach the server, removes what is only for a trial before the first call, and prints that.
 */
const guardExposed = async (office: Office, config: Config, log: Log): Promise<void> => {
  if (!isExposed(config)) return;
  if (config.TRUST_PROXY !== '' && config.SITE_ADDRESS === '') {
    log.warn('SITE_ADDRESS is not set: links and passkeys follow the Host header, never a forwarded one');
  }
  if (config.MODE !== 'play' || offersDemoOperators(config)) return;
  const closed = await closeDemoOperators(office, config.DATA_DIR);
  if (closed.length === 0) return;
  log.warn(
    { closed },
    `demo operators are disabled, since others reach this server; an owner is added by "npm run operator -- add NAME --roles owner", and OFFICE_DEMO_PUBLIC=${anyoneMaySignIn} keeps them`,
  );
};

/**
 * What the processes of one database share: the secret of their tokens, and messages between them. A server with an
 * embedded database needs no messages, and keeps the secret in a file so that a copy of the database does not hold it.
 */
const sharing = async (config: Config, { pool, kin }: Database, log: Log) => {
  if (config.DATABASE_URL === undefined) return { secret: await secretFromFolder(config.DATA_DIR) };
  const relay = await openLiveRelay(kin.nodes, (error) => log.warn({ err: error }, 'live relay'));
  return { secret: await secretFromDatabase(pool), relay };
};

/** Problems that an operator can fix, printed without a stack. */
const isExpected = (error: unknown): error is Error =>
  error instanceof ConfigError ||
  error instanceof DataFolderInUse ||
  error instanceof SchemaBehind ||
  error instanceof SignerAway ||
  error instanceof SocketProblem ||
  (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE');
