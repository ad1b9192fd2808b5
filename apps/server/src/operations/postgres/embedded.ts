import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { hasEnded, markOf } from './process-mark.ts';
import { findBinaries, type Binaries } from './binaries.ts';
import { postgresUser, reachableBy, type PostgresUser } from './user.ts';

export type EmbeddedPostgres = {
  /** Connection string of the server's role, which reads and writes rows as far as it was given rights to. */
  serverUrl(database: string): string;
  /** Connection string of the owner, a superuser: it migrates, grants and repairs. */
  ownerUrl(database: string): string;
  /** The folder the cluster lives in; not always below the data folder (see `clusterFolder`). */
  folder: string;
  /**
   * Starts the cluster again at its port where its processes ended, or where it cannot recover alone.
   * @returns whether it had to
   * @throws Error when it does not start
   */
  mend(): Promise<boolean>;
  stop(): Promise<void>;
};

/** Where clusters live whose data folder the user of PostgreSQL cannot reach. */
export const outsideClusters = '/var/lib/touchline';
/** A file in a cluster that names its data folder. */
export const dataDirFile = 'touchline-data-dir';

/** The superuser of the cluster, which owns the tables. */
const owner = 'touchline';
/** The role the server connects as. */
const serverRole = 'touchline_app';
const ownerPasswordFile = 'postgres.password';
const serverPasswordFile = 'postgres-app.password';

type EmbeddedOptions = {
  /** Further settings of PostgreSQL, for tests. */
  extra?: Readonly<Record<string, string>>;
  /** Further environment of PostgreSQL's processes, for tests. */
  env?: Readonly<Record<string, string>>;
  /** Hears which step begins: `initdb`, `postgres`, `roles`. */
  enter?: (phase: string) => void;
  /** Ends the start before its next step. */
  stopping?: AbortSignal;
};

/** Settings of the embedded cluster. Durability stays on: an acknowledged bet is on the disk. */
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '120',
  shared_buffers: '256MB',
  max_wal_size: '4GB',
  // What waits for the archive (docs/deploy-and-recover.md) may not fill the disk.
  max_slot_wal_keep_size: '16GB',
  // This build compresses by pglz alone, which takes about 100 µs a page: a fifth of the time of a settlement.
  wal_compression: 'off',
  checkpoint_timeout: '15min',
  jit: 'off',
  log_min_messages: 'warning',
};

/**
 * Starts the cluster of a data folder, making it first when it is not there. A cluster that a killed server left
 * running is taken over as it is.
 * @param dataDir folder of this installation; only one server may use it (see lock.ts)
 * @throws the reason of `stopping` once it is aborted; `stopEmbedded` stops what runs by then
 */
export const startEmbedded = async (
  dataDir: string,
  { extra = {}, env = {}, enter = () => undefined, stopping }: EmbeddedOptions = {},
): Promise<EmbeddedPostgres> => {
  const user = await postgresUser();
  const folder = await clusterFolder(dataDir, user);
  const binaries = await findBinaries(user, outsideClusters);
  await mkdir(dataDir, { recursive: true });
  const password = await passwordIn(dataDir, ownerPasswordFile);
  const serverPassword = await passwordIn(dataDir, serverPasswordFile);
  const cluster: Cluster = { binaries, user, folder };
  if (!existsSync(join(folder, 'PG_VERSION'))) {
    enter('initdb');
    await initialise({ ...cluster, dataDir, password });
  }

  stopping?.throwIfAborted();
  enter('postgres');
  const running = await usablePort(cluster, password);
  const port = running ?? (await freePort());
  const start = (): Promise<void> =>
    startCluster(cluster, {
      settings: { ...settings, ...extra, port: String(port) },
      withinSeconds: 60,
      env,
    });
  if (running === undefined) await start();
  stopping?.throwIfAborted();
  enter('roles');
  await createDatabase({ port, password, serverPassword });
  const urls = await embeddedUrls(dataDir, port);
  return {
    ...urls,
    folder,
    mend: async () => {
      if ((await answerOf(port, password)) === 'there') return false;
      if ((await usablePort(cluster, password)) !== undefined) return false;
      await start();
      return true;
    },
    stop: () => stopCluster(cluster),
  };
};

/** The port of a cluster that runs. One that is stuck in its recovery is ended. */
const usablePort = async (cluster: Cluster, password: string): Promise<number | undefined> => {
  const { binaries, user, folder } = cluster;
  const port = await runningPort(cluster);
  if (port === undefined || !(await isStuck(cluster, { port, password }))) return port;
  await endedAfter(folder, () =>
    command(binaries.pgCtl, ['stop', '-D', folder, '-m', 'immediate', '-t', '30'], user),
  );
  return undefined;
};

/** How the server and the owner reach the cluster of a data folder on a port of this machine. */
export const embeddedUrls = async (
  dataDir: string,
  port: number,
): Promise<Pick<EmbeddedPostgres, 'serverUrl' | 'ownerUrl'>> => {
  const [password, serverPassword] = [
    await passwordIn(dataDir, ownerPasswordFile),
    await passwordIn(dataDir, serverPasswordFile),
  ];
  const url = (role: string, secret: string, database: string): string =>
    `postgres://${role}:${secret}@127.0.0.1:${port}/${database}`;
  return {
    serverUrl: (database) => url(serverRole, serverPassword, database),
    ownerUrl: (database) => url(owner, password, database),
  };
};

/**
 * The folder of a cluster: inside the data folder, or, when the server is root and PostgreSQL's system user
 * cannot reach it, under /var/lib in a place named after it.
 */
export const clusterFolder = async (dataDir: string, user: PostgresUser | undefined): Promise<string> => {
  if (!user || (await reachableBy(user, dataDir))) return join(dataDir, 'postgres');
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  return join(outsideClusters, name);
};

/** Creates the database `touchline` and the server's role where they are missing. */
const createDatabase = async (given: {
  port: number;
  password: string;
  serverPassword: string;
}): Promise<void> => {
  const admin = new pg.Client({
    host: '127.0.0.1',
    port: given.port,
    user: owner,
    password: given.password,
    database: 'postgres',
  });
  await admin.connect();
  try {
    const { rowCount } = await admin.query(`select from pg_database where datname = 'touchline'`);
    if (rowCount === 0) await admin.query('create database touchline');
    await createServerRole(admin, given);
  } finally {
    await admin.end();
  }
};

/**
 * Creates the role, or gives it the password of the data folder's file where that file was lost and made
 * again.
 */
const createServerRole = async (
  admin: pg.Client,
  { port, serverPassword }: { port: number; serverPassword: string },
): Promise<void> => {
  const secret = pg.escapeLiteral(serverPassword);
  const { rowCount } = await admin.query('select from pg_roles where rolname = $1', [serverRole]);
  if (rowCount === 0) {
    await admin.query(
      `create role ${serverRole} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password ${secret}`,
    );
    return;
  }
  const trial = new pg.Client({
    host: '127.0.0.1',
    port,
    user: serverRole,
    password: serverPassword,
    database: 'postgres',
  });
  const isKnown = await trial.connect().then(
    () => true,
    () => false,
  );
  await trial.end().catch(() => undefined);
  if (!isKnown) await admin.query(`alter role ${serverRole} password ${secret}`);
};

const passwordIn = async (dataDir: string, name: string): Promise<string> => {
  const file = join(dataDir, name);
  if (!existsSync(file)) await writeFile(file, randomBytes(24).toString('hex'), { mode: 0o600 });
  return (await readFile(file, 'utf8')).trim();
};

/** A folder of PostgreSQL, the programs that run it, and the user who does. */
export type Cluster = { binaries: Binaries; user: PostgresUser | undefined; folder: string };

/** Where the programs of a cluster write what happens to it. */
export const clusterLog = ({ folder }: Pick<Cluster, 'folder'>): string => join(folder, 'postgres.log');

type ClusterStart = {
  settings: Readonly<Record<string, string>>;
  withinSeconds: number;
  /** Further environment of PostgreSQL's processes, for tests. */
  env?: Readonly<Record<string, string>>;
};

/** Starts a cluster and waits until it takes connections. @throws Error when it does not within the time */
export const startCluster = async (
  cluster: Cluster,
  { settings: given, withinSeconds, env = {} }: ClusterStart,
): Promise<void> => {
  const { binaries, user, folder } = cluster;
  const flags = Object.entries(given).map(([name, value]) => `-c ${name}='${value}'`);
  const [log, time] = [clusterLog(cluster), String(withinSeconds)];
  // pg_ctl starts the database in a new session, so that Ctrl-C reaches the server alone and the database stops last.
  const args = ['start', '-w', '-t', time, '-D', folder, '-l', log, '-o', flags.join(' ')];
  await command(binaries.pgCtl, args, user, env);
};

const initialise = async ({
  binaries,
  user,
  folder,
  dataDir,
  password,
}: Cluster & { dataDir: string; password: string }): Promise<void> => {
  await mkdir(dirname(folder), { recursive: true, mode: 0o755 });
  await removeUnfinished(folder);
  // The folder gets its name when it is complete: the next start would take a half-made cluster for a whole
  // one.
  const unfinished = `${folder}.new-${randomBytes(6).toString('hex')}`;
  await mkdir(unfinished, { mode: 0o700 });
  if (user) await chown(unfinished, user.uid, user.gid);
  const passwordFile = `${unfinished}.password`;
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (user) await chown(passwordFile, user.uid, user.gid);
  try {
    await command(
      binaries.initdb,
      [
        '--pgdata',
        unfinished,
        '--username',
        owner,
        '--pwfile',
        passwordFile,
        '--auth',
        'scram-sha-256',
        '--encoding',
        'UTF8',
        '--locale',
        'C',
        '--data-checksums',
      ],
      user,
    );
    await writeFile(join(unfinished, dataDirFile), `${dataDir}\n`);
    await rename(unfinished, folder);
  } finally {
    await rm(passwordFile, { force: true });
    await rm(unfinished, { recursive: true, force: true });
  }
};

/** Removes the half-made clusters of killed starts. The caller has the lock of the data folder. */
const removeUnfinished = async (folder: string): Promise<void> => {
  const parent = dirname(folder);
  for (const name of await readdir(parent)) {
    if (!name.startsWith(`${basename(folder)}.new-`)) continue;
    await rm(join(parent, name), { recursive: true, force: true });
  }
};

/** Stops the cluster of a data folder where it runs, also after a failed start. */
export const stopEmbedded = async (dataDir: string): Promise<void> => {
  const user = await postgresUser();
  const folder = await clusterFolder(dataDir, user);
  if (!existsSync(join(folder, 'PG_VERSION'))) return;
  await stopCluster({ binaries: await findBinaries(user, outsideClusters), user, folder });
};

/** Stops a cluster and ends its connections at once; does nothing where it does not run. */
export const stopCluster = async (cluster: Cluster): Promise<void> => {
  if ((await runningPort(cluster)) === undefined) return;
  const { binaries, user, folder } = cluster;
  await endedAfter(folder, () =>
    command(binaries.pgCtl, ['stop', '-w', '-m', 'fast', '-t', '60', '-D', folder], user).catch(
      async (error: unknown) => {
        // It may have ended alone in the meantime.
        if ((await runningPort(cluster)) !== undefined) throw error;
      },
    ),
  );
};

/** How long the process of a stopped cluster may take to end after it has removed its lock file, milliseconds. */
const endMs = 30_000;

/**
 * Stops a cluster and waits until its process has ended. For pg_ctl a cluster has stopped when its lock file is removed, which
 * its process does some milliseconds earlier.
 * @throws Error when the process does not end
 */
const endedAfter = async (folder: string, stop: () => Promise<void>): Promise<void> => {
  const file = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '');
  const postmaster = await markOf(Number.parseInt(file, 10));
  await stop();
  if (!(await hasEnded(postmaster, endMs))) {
    throw new Error(`PostgreSQL has stopped, but its process ${postmaster.pid} has not ended`);
  }
};

/**
 * Whether a running cluster says that it recovers, and has no process that does: PostgreSQL 18 stays so for good where its
 * recovery failed after a crash, as by a disk that did not write briefly. A new start recovers it. Known on Linux alone.
 */
const isStuck = async (
  { folder }: Cluster,
  { port, password }: { port: number; password: string },
): Promise<boolean> => {
  for (let looks = 0; looks < stuckLooks; looks++) {
    if ((await answerOf(port, password)) !== 'recovering' || (await hasStartupProcess(folder))) return false;
    await wait(200);
  }
  return true;
};
/** Looks that must all find a cluster stuck before it counts as such: for a short time it runs no startup process. */
const stuckLooks = 10;

/** How long a cluster may take to answer whether it is there, milliseconds. */
const answerMs = 5_000;

const answerOf = async (port: number, password: string): Promise<'there' | 'recovering' | 'away'> => {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: owner,
    password,
    database: 'postgres',
    connectionTimeoutMillis: answerMs,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return 'there';
  } catch (error) {
    return error instanceof pg.DatabaseError && error.code === '57P03' ? 'recovering' : 'away';
  } finally {
    // A frozen PostgreSQL closes no connections.
    void client.end().catch(() => undefined);
  }
};

/** Whether a process of the cluster recovers it; also where that cannot be seen. */
const hasStartupProcess = async (folder: string): Promise<boolean> => {
  const postmaster = (await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n')[0];
  const names = await readdir('/proc').catch(() => undefined);
  // The system may hide processes of another service (ProtectProc, PrivateUsers of systemd).
  if (names === undefined || postmaster === undefined || !names.includes(postmaster)) return true;
  for (const name of names.filter((each) => /^\d+$/.test(each))) {
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    if (/\) \S (\d+) /.exec(stat)?.[1] !== postmaster) continue;
    const title = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '');
    if (title.startsWith('postgres: startup')) return true;
  }
  return false;
};

/** What pg_ctl answers, by its exit code, where a cluster does not run or is not there. */
const notRunning: readonly unknown[] = [3, 4];

/**
 * The port of a cluster that is already running, from its own lock file.
 * @throws Error when pg_ctl cannot tell whether it runs
 */
export const runningPort = async ({ binaries, user, folder }: Cluster): Promise<number | undefined> => {
  try {
    await command(binaries.pgCtl, ['status', '-D', folder], user);
  } catch (error) {
    if (error instanceof CommandFailed && notRunning.includes(error.code)) return undefined;
    throw error;
  }
  const file = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '');
  const line = file.split('\n')[3];
  return line === undefined ? undefined : Number(line);
};

/** A free port of this machine. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => {
        if (address && typeof address === 'object') resolve(address.port);
        else reject(new Error('No free port'));
      });
    });
  });

/** A program of PostgreSQL ended with an exit code other than 0; null when a signal ended it. */
class CommandFailed extends Error {
  readonly code: number | null;
  constructor(program: string, code: number | null, output: string) {
    super(`${program} ended with ${code}: ${output}`);
    this.code = code;
  }
}

/** Runs a program of PostgreSQL to its end. @throws CommandFailed with its output */
const command = async (
  program: string,
  args: string[],
  user: PostgresUser | undefined,
  env: Readonly<Record<string, string>> = {},
): Promise<void> => {
  // Output goes through a file: the database inherits it and would keep a pipe open.
  const path = join(tmpdir(), `touchline-${randomBytes(8).toString('hex')}`);
  const file = await open(path, 'w+', 0o600);
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      const child = spawn(program, args, {
        cwd: tmpdir(),
        // A separate process group: Ctrl-C and a closed terminal reach the server alone, which stops in
        // order.
        detached: true,
        stdio: ['ignore', file.fd, file.fd],
        env: { ...process.env, LC_ALL: 'C', ...env },
        ...user,
      });
      child.once('error', reject);
      child.once('exit', resolve);
    });
    if (code !== 0) {
      const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(8_192), position: 0 });
      throw new CommandFailed(program, code, buffer.toString('utf8', 0, bytesRead).trim());
    }
  } finally {
    await file.close();
    await rm(path, { force: true });
  }
};
