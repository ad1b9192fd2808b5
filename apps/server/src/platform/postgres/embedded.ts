import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, open, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { findBinaries, type Binaries } from './binaries.ts';
import { postgresUser, reachableBy, type PostgresUser } from './user.ts';

export type EmbeddedPostgres = {
  /** Connection string of a database of this cluster. */
  url(database: string): string;
  /** The folder the cluster lives in; not always below the data folder (see `clusterFolder`). */
  folder: string;
  stop(): Promise<void>;
};

/** Settings of the embedded cluster. Durability stays on: an acknowledged bet is on the disk. */
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '120',
  shared_buffers: '256MB',
  max_wal_size: '4GB',
  wal_compression: 'on',
  checkpoint_timeout: '15min',
  jit: 'off',
  log_min_messages: 'warning',
};

/**
 * Starts the cluster of a data folder, making it first when it is not there. A cluster that a killed server left
 * running is taken over as it is.
 * @param dataDir folder of this installation; only one server may use it (see lock.ts)
 * @param extra further settings of PostgreSQL, for tests
 */
export const startEmbedded = async (
  dataDir: string,
  extra: Record<string, string> = {},
): Promise<EmbeddedPostgres> => {
  const user = await postgresUser();
  const folder = await clusterFolder(dataDir, user);
  const binaries = await findBinaries(user, '/var/lib/touchline');
  await mkdir(dataDir, { recursive: true });
  const password = await clusterPassword(dataDir);
  if (!existsSync(join(folder, 'PG_VERSION'))) await initialise({ binaries, user, folder, password });

  const running = await runningPort({ binaries, user, folder });
  const port = running ?? (await freePort());
  if (running === undefined) {
    const options = Object.entries({ ...settings, ...extra, port: String(port) });
    const flags = options.map(([name, value]) => `-c ${name}='${value}'`).join(' ');
    const log = join(folder, 'postgres.log');
    // pg_ctl gives the database a session of its own, so that Ctrl-C reaches the server alone and the database stops last.
    await command(binaries.pgCtl, ['start', '-w', '-t', '60', '-D', folder, '-l', log, '-o', flags], user);
  }
  await createDatabase(password, port);
  return {
    url: (database) => `postgres://touchline:${password}@127.0.0.1:${port}/${database}`,
    folder,
    stop: () => command(binaries.pgCtl, ['stop', '-w', '-m', 'fast', '-t', '60', '-D', folder], user),
  };
};

/**
 * Where the cluster of a data folder lives: inside it, or, when the server is root and the system user of PostgreSQL
 * cannot reach that folder, under /var/lib in a place named after it.
 */
export const clusterFolder = async (dataDir: string, user: PostgresUser | undefined): Promise<string> => {
  if (!user || (await reachableBy(user, dataDir))) return join(dataDir, 'postgres');
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  return join('/var/lib/touchline', name);
};

/** The database of the server, `touchline`, when it is not there yet. */
const createDatabase = async (password: string, port: number): Promise<void> => {
  const admin = new pg.Client({
    ...{ host: '127.0.0.1', port, user: 'touchline', password, database: 'postgres' },
  });
  await admin.connect();
  try {
    const { rowCount } = await admin.query(`select from pg_database where datname = 'touchline'`);
    if (rowCount === 0) await admin.query('create database touchline');
  } finally {
    await admin.end();
  }
};

const clusterPassword = async (dataDir: string): Promise<string> => {
  const file = join(dataDir, 'postgres.password');
  if (!existsSync(file)) await writeFile(file, randomBytes(24).toString('hex'), { mode: 0o600 });
  return (await readFile(file, 'utf8')).trim();
};

type Cluster = { binaries: Binaries; user: PostgresUser | undefined; folder: string };

const initialise = async ({
  binaries,
  user,
  folder,
  password,
}: Cluster & { password: string }): Promise<void> => {
  await mkdir(dirname(folder), { recursive: true, mode: 0o755 });
  await mkdir(folder, { mode: 0o700 });
  if (user) await chown(folder, user.uid, user.gid);
  const passwordFile = `${folder}.init`;
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (user) await chown(passwordFile, user.uid, user.gid);
  try {
    await command(
      binaries.initdb,
      [
        ...['--pgdata', folder, '--username', 'touchline', '--pwfile', passwordFile],
        ...['--auth', 'scram-sha-256', '--encoding', 'UTF8', '--locale', 'C', '--data-checksums'],
      ],
      user,
    );
  } catch (error) {
    // A half-made cluster would be taken for a whole one at the next start.
    await rm(folder, { recursive: true, force: true });
    throw error;
  } finally {
    await rm(passwordFile, { force: true });
  }
};

/** The port of a cluster that is already running, from its own lock file. */
const runningPort = async ({ binaries, user, folder }: Cluster): Promise<number | undefined> => {
  try {
    await command(binaries.pgCtl, ['status', '-D', folder], user);
  } catch {
    return undefined;
  }
  const line = (await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n')[3];
  return line === undefined ? undefined : Number(line);
};

const freePort = (): Promise<number> =>
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

/** Runs a program of PostgreSQL to its end; its output goes into the error when it fails. */
const command = async (program: string, args: string[], user: PostgresUser | undefined): Promise<void> => {
  // Output goes through a file: the database inherits it and would keep a pipe open.
  const path = join(tmpdir(), `touchline-${randomBytes(8).toString('hex')}`);
  const file = await open(path, 'w+', 0o600);
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      const child = spawn(program, args, {
        cwd: tmpdir(),
        stdio: ['ignore', file.fd, file.fd],
        env: { ...process.env, LC_ALL: 'C' },
        ...user,
      });
      child.once('error', reject);
      child.once('exit', resolve);
    });
    if (code !== 0) {
      const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(8_192), position: 0 });
      throw new Error(`${program} ended with ${code}: ${buffer.toString('utf8', 0, bytesRead).trim()}`);
    }
  } finally {
    await file.close();
    await rm(path, { force: true });
  }
};
