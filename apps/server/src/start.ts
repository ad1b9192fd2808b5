import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { Modules } from './modules.ts';
import { openServer, type Server } from './server.ts';
import { onLost, openMain, waitForDatabase } from './core/database/connections.ts';
import { demoMember, secretFromDatabase, secretFromFolder } from './accounts/index.ts';
import {
  Archiving,
  closeDemoOperators,
  DataFolderInUse,
  demoOperators,
  externalDatabase,
  lockDataFolder,
  startEmbedded,
  stopEmbedded,
  watchEmbedded,
} from './operations/index.ts';
import type { Office } from './office/index.ts';
import { openAuditKey } from './core/audit-log/chain.ts';
import { systemClock } from './core/clock.ts';
import type { Enter } from './core/module.ts';
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

type Start = Serving & {
  config: Config;
  log: Log;
  socket: number | undefined;
  openings: Openings;
  /** Begins the next step, unless the server must stop. */
  enter: Enter;
};

const start = async (options: Omit<Start, 'enter'>): Promise<void> => {
  const startedMs = performance.now();
  const { env, stopping, say, config, log, openings } = options;
  const enter = (phase: string): void => {
    stopping.throwIfAborted();
    log.debug({ phase }, 'start');
  };
  const step: Start = { ...options, enter };
  const urls = await openPrepared(step);
  const archiving = beginArchive(urls, step);
  enter('modules');
  const database = openPool(urls, step);
  await openTraces(step);
  const server = await openServer({
    config,
    database,
    databaseUrl: urls.url,
    log,
    clock: systemClock,
    failpoint: failpointFrom(env),
    backupProgress: archiving && (() => archiving.progress()),
    ...(await sharing(config, database, log)),
    auditKey: await openAuditKey(config, database.pool),
    logKeys: await openLogKeys(config, database.pool),
    memberAppDir: isBuilt(memberAppDir) ? memberAppDir : undefined,
    officeAppDir: isBuilt(officeAppDir) ? officeAppDir : undefined,
    isHandedOver: step.socket !== undefined,
  });
  openings.add('the server', () => server.stop(), stopWithinMs);
  await server.start(enter);
  const address = await listen(server, step);
  const accounts = await openAccounts(server.modules, step);
  enter('ready');
  await tellReady(env);
  say(`Touchline is ready at ${address} (${((performance.now() - startedMs) / 1000).toFixed(1)} s)`);
  printAccounts(accounts, address, step);
};

/** The database, answering and with the schema of this version. */
const openPrepared = async (step: Start): Promise<DatabaseUrls> => {
  const { enter, config, log, stopping } = step;
  const urls = await openPostgres(step);
  enter('database');
  await awaitDatabase(urls.ownerUrl ?? urls.url, config, log, stopping);
  enter('migrations');
  const { applied, ownsTables } = await prepareDatabase(urls);
  if (applied.length > 0) log.info({ applied }, 'migrated');
  if (ownsTables) log.warn(ownsTablesWarning);
  return urls;
};

const openPool = ({ url }: DatabaseUrls, { config, log, openings }: Start): Database => {
  const database = openMain(url, config, log);
  if (config.METRICS_PORT > 0 && !isLoopback(config.METRICS_HOST)) {
    log.warn(
      { host: config.METRICS_HOST, port: config.METRICS_PORT },
      'figures of the house are open to all who reach the metrics port: METRICS_HOST is not this machine alone',
    );
  }
  openings.add('the pool of the database', () => database.close(), stopWithinMs);
  return database;
};

const openTraces = async ({ config, log, openings }: Start): Promise<void> => {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = config;
  if (endpoint === undefined) return;
  // Loaded only where traces are made.
  const { startTraces } = await import('./core/logging/traces.ts');
  const traces = startTraces({ config, endpoint, version: productVersion, log });
  openings.add('traces', () => traces.stop(), stopWithinMs);
};

/** @returns the address at which the server answers */
const listen = async ({ app, modules }: Server, { config, log, socket, enter }: Start): Promise<string> => {
  enter('listen');
  await guardExposed(modules.office.service, config, log);
  return socket === undefined ? app.listen({ host: config.HOST, port: config.PORT }) : listenOn(app, socket);
};

/** Accounts that are shown at the terminal. */
type Accounts = {
  member: Awaited<ReturnType<typeof demoMember>>;
  operators: Awaited<ReturnType<typeof demoOperators>>;
  /** Codes that make the first owner, and that let an owner in who lost the others. */
  first: string | undefined;
  recovery: string | undefined;
};

/** Makes the accounts of a trial, and the codes by which an owner begins. */
const openAccounts = async (
  { members, office: { service: office } }: Modules,
  { config, log, enter }: Start,
): Promise<Accounts> => {
  enter('demo member');
  const member = await demoMember(members.service, config.DATA_DIR);
  enter('demo operators');
  const operators = offersDemoOperators(config) ? await demoOperators(office, config.DATA_DIR) : [];
  enter('first owner');
  const first = await office.first.offer();
  const recovery = await office.ownerAlone.offerCode();
  // A trial on this machine needs no second owner.
  if (operators.length === 0 && (await office.operators.isOwnerAlone())) {
    log.warn(
      { alarm: 'owner_alone' },
      'there is one owner alone: no other operator checks changes of operators',
    );
  }
  return { member, operators, first, recovery };
};

/** Tells the person at the terminal where to go, and with which accounts. */
const printAccounts = (
  { member, operators, first, recovery }: Accounts,
  address: string,
  { config, say }: Start,
): void => {
  say(`  member app  ${address}/`);
  say(`  office      ${address}/office/`);
  say(`  API         ${address}/api/docs`);
  if (member) say(`  demo member ${member.account} / ${member.password} (play money)`);
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
const openPostgres = async ({ config, enter, stopping, openings, log }: Start): Promise<DatabaseUrls> => {
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
  { config, log, openings }: Start,
): Archiving | undefined => {
  const { BACKUP_TO: to, BACKUP_DATABASE_URL: own = ownerUrl } = config;
  if (to === undefined) return undefined;
  const archiving = new Archiving({ config: { ...config, BACKUP_TO: to }, url: own, log });
  archiving.start();
  openings.add('the archive of the database', () => archiving.stop());
  return archiving;
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
