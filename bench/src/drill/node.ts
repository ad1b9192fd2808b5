import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, appendFile, open, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { childrenOf, microsOfFamily } from '../lib/clocks.ts';

/** A PostgreSQL of the drill, with an empty database of its own. */
export type Node = {
  port: number;
  url: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Ends all its processes at once, as a machine that loses power. */
  kill(): Promise<void>;
  /** Processor time of all its processes since it was started, in microseconds. */
  micros(): Promise<number>;
};

const execute = promisify(execFile);

/** The drill cannot run here; the message says what is missing. */
export class NotInstalled extends Error {}

/** Where the PostgreSQL on the path has its programs and its extensions. */
type Installed = { programs: string; version: string };

/**
 * Finds the PostgreSQL of `pg_config` on the path.
 * @throws NotInstalled without the extension, and for root
 */
export const findInstalled = async (): Promise<Installed> => {
  if (process.getuid?.() === 0)
    throw new NotInstalled('PostgreSQL does not run as root: start the drill as another user');
  const ask = async (what: string): Promise<string> => {
    const { stdout } = await execute('pg_config', [what]).catch(() => {
      throw new NotInstalled(
        'There is no pg_config on the PATH: install PostgreSQL with the extension Citus',
      );
    });
    return stdout.trim();
  };
  const [programs, shared, version] = await Promise.all(['--bindir', '--sharedir', '--version'].map(ask));
  if (programs === undefined || shared === undefined || version === undefined)
    throw new NotInstalled('pg_config is silent');
  await access(join(shared, 'extension/citus.control')).catch(() => {
    throw new NotInstalled(`${version} at ${programs} has no extension Citus`);
  });
  return { programs, version };
};

/** Durable like the server's own; what Citus needs beside it is in `citus`. */
const settings: Readonly<Record<string, string>> = {
  listen_addresses: `'127.0.0.1'`,
  unix_socket_directories: `''`,
  max_connections: '200',
  shared_buffers: '128MB',
  checkpoint_timeout: '15min',
  timezone: `'UTC'`,
  jit: 'off',
};
const citus: Readonly<Record<string, string>> = {
  shared_preload_libraries: `'citus'`,
  max_prepared_transactions: '200',
  'citus.local_hostname': `'127.0.0.1'`,
  'citus.node_conninfo': `'sslmode=disable'`,
};

const database = 'touchline';

/**
 * Makes a cluster in a folder and starts it.
 * @param folder does not exist yet
 */
export const makeNode = async (
  { programs }: Installed,
  { folder, isOfCitus }: { folder: string; isOfCitus: boolean },
): Promise<Node> => {
  const port = await freePort();
  const url = (name: string): string => `postgres://postgres@127.0.0.1:${port}/${name}`;
  const log = `${folder}.log`;
  const command = async (program: string, args: readonly string[]): Promise<void> => {
    // A file, because the database inherits the output and would keep a pipe open.
    const output = await open(log, 'a');
    const child = spawn(join(programs, program), args, { stdio: ['ignore', output.fd, output.fd] });
    const [code]: unknown[] = await once(child, 'exit');
    await output.close();
    if (code !== 0) throw new Error(`${program} has failed:\n${(await readFile(log, 'utf8')).slice(-2_000)}`);
  };
  const postmaster = async (): Promise<number> =>
    Number((await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n', 1)[0]);
  const node: Node = {
    port,
    url: url(database),
    start: () => command('pg_ctl', ['start', '-w', '-D', folder, '-l', log]),
    stop: () => command('pg_ctl', ['stop', '-w', '-m', 'fast', '-D', folder]),
    async kill() {
      const pid = await postmaster();
      const all = [pid, ...(await childrenOf(pid)).map(Number)];
      for (const one of all) kill(one, 'SIGKILL');
      for (let looks = 0; looks < 500 && all.some((one) => kill(one, 0)); looks++) await wait(20);
    },
    micros: async () => microsOfFamily(await postmaster()),
  };
  await command('initdb', [
    '-D',
    folder,
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C',
    '--no-sync',
  ]);
  const lines = Object.entries({ ...settings, ...(isOfCitus ? citus : {}), port: String(port) });
  await appendFile(
    join(folder, 'postgresql.conf'),
    lines.map(([name, value]) => `${name} = ${value}\n`).join(''),
  );
  await node.start();
  const admin = new pg.Client({ connectionString: url('postgres') });
  await admin.connect();
  await admin.query(`create database ${database}`);
  await admin.end();
  return node;
};

/** Sends a signal. @returns whether there is such a process */
const kill = (pid: number, signal: NodeJS.Signals | 0): boolean => {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
};

const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === 'string') throw new Error('No free port');
  return address.port;
};
