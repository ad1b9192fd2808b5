import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { startEmbedded } from '../../apps/server/src/operations/postgres/embedded.ts';
import { removeFolder } from '../fixtures/data-folder.ts';
import { makeMigratedFolder } from './migrated-folder.ts';

const run = promisify(execFile);

/** A PostgreSQL of a test's own. */
export type Node = {
  /** Connection string of the server's database, as its owner. */
  url: string;
  /** The same as the server's role. */
  serverUrl: string;
  port: number;
  /** Stops all its processes where they are (SIGSTOP), as a machine that hangs does, and resumes them. */
  freeze: () => Promise<void>;
  thaw: () => Promise<void>;
  /** Ends all its processes at once (SIGKILL), as a machine that loses power does. */
  kill: () => Promise<void>;
};

const quick = {
  extra: { fsync: 'off', full_page_writes: 'off', shared_buffers: '64MB', wal_keep_size: '256MB' },
};

/** The postmaster of a cluster and its child processes, each in its own process session. */
const processesOf = async (folder: string): Promise<number[]> => {
  const postmaster = Number((await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n')[0]);
  const children: number[] = [];
  for (const name of await readdir('/proc')) {
    const stat = /^\d+$/.test(name) ? await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '') : '';
    if (Number(/\) \S (\d+) /.exec(stat)?.[1]) === postmaster) children.push(Number(name));
  }
  return [postmaster, ...children];
};

/** Sends a signal to all processes of a cluster. */
export const signalCluster = async (folder: string, name: 'SIGSTOP' | 'SIGCONT'): Promise<void> => {
  for (const pid of await processesOf(folder)) end(pid, name);
};

const nodeOf = (postgres: Awaited<ReturnType<typeof startEmbedded>>): Node => {
  const url = postgres.ownerUrl('touchline');
  return {
    url,
    serverUrl: postgres.serverUrl('touchline'),
    port: Number(new URL(url).port),
    freeze: () => signalCluster(postgres.folder, 'SIGSTOP'),
    thaw: () => signalCluster(postgres.folder, 'SIGCONT'),
    kill: () => killCluster(postgres.folder),
  };
};

/** Ends all processes of a cluster at once, as a machine that loses power. */
export const killCluster = async (folder: string): Promise<void> => {
  const pids = await processesOf(folder);
  for (const pid of pids) end(pid, 'SIGKILL');
  for (let looks = 0; looks < 500 && pids.some((pid) => end(pid, 0)); looks++) await wait(20);
};

/** Sends a signal. @returns whether there is such a process */
const end = (pid: number, signal: NodeJS.Signals | 0): boolean => {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
};

/**
 * A primary and a standby that follows it, both of this machine; `close` stops and removes them. Linux only. A commit of the
 * primary does not wait for the standby before `waitForStandby`.
 */
export const startPair = async (): Promise<{ primary: Node; standby: Node; close: () => Promise<void> }> => {
  const [first, second] = [await makeMigratedFolder(), await makeMigratedFolder()];
  const copy = second.cluster;
  await run('cp', ['-a', join(copy, 'PG_VERSION'), join(copy, 'standby.signal')]);
  const one = await startEmbedded(first.path, quick);
  const { port, username, password } = new URL(one.ownerUrl('postgres'));
  await writeFile(
    join(copy, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${port} user=${username} password=${password}'\n`,
  );
  const two = await startEmbedded(second.path, quick);
  const [primary, standby] = [nodeOf(one), nodeOf(two)];
  return {
    primary,
    standby,
    close: async () => {
      await primary.thaw().catch(() => undefined);
      await two.stop();
      await one.stop();
      await removeFolder(one.folder);
      await removeFolder(two.folder);
      await first.remove();
      await second.remove();
    },
  };
};

/** Runs `work` with a connection to a node, past the server. */
const onNode = async <T>(node: Node, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: node.url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

/** From now on no commit is answered before the standby has it on its disk, so that no answered bet is lost with the primary. */
export const waitForStandby = (primary: Node): Promise<void> =>
  onNode(primary, async (client) => {
    await client.query(`alter system set synchronous_standby_names = '*'`);
    await client.query('select pg_reload_conf()');
    const isSynchronous = async (): Promise<boolean> => {
      const { rowCount } = await client.query(
        `select from pg_stat_replication where sync_state = 'sync' and state = 'streaming'`,
      );
      return rowCount === 1;
    };
    while (!(await isSynchronous())) await wait(50);
  });

/** Makes a standby a primary. */
export const promote = (standby: Node): Promise<void> =>
  onNode(standby, async (client) => void (await client.query('select pg_promote()')));

/** Ends all other connections of a node, whose clients connect again. */
export const endConnections = (node: Node): Promise<void> =>
  onNode(node, async (client) => {
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
  });

/** An address that leads to one node or another, as a virtual address of a cluster does. */
export const startAddress = async (
  toPort: number,
): Promise<{
  port: number;
  /** Connections that were asked for so far. */
  met: () => number;
  /** Leads new connections elsewhere; those there are stay. */
  lead: (toPort: number) => void;
  /** Breaks all connections there are. */
  cut: () => void;
  close: () => Promise<void>;
}> => {
  let target = toPort;
  let met = 0;
  const open = new Set<Socket>();
  const server = createServer((from) => {
    met += 1;
    const to = connect(target, '127.0.0.1');
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      open.add(one);
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address: AddressInfo | string | null = server.address();
  const cut = (): void => {
    for (const socket of open) socket.destroy();
  };
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    met: () => met,
    lead: (port) => {
      target = port;
    },
    cut,
    close: async () => {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
