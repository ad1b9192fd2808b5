import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, open, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  startEmbedded,
  type EmbeddedPostgres,
} from '../../../apps/server/src/operations/postgres/embedded.ts';
import { killCluster, signalCluster } from '../cluster.ts';
import { removeFolder } from '../../fixtures/data-folder.ts';
import { NotStarted, startServer, type Server } from '../../fixtures/server.ts';
import { makePreload, noLever, type Lever } from './preload.ts';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

const run = promisify(execFile);

/** Servers that share the database of a run. */
export const serverCount = 2;
/** Room for the database of a run, where it has a disk of its own. */
const diskMegabytes = 400;

/** PostgreSQL of a run: little memory, and a log of writes too small to fill the small disk. */
const small = {
  shared_buffers: '64MB',
  min_wal_size: '32MB',
  max_wal_size: '96MB',
  wal_recycle: 'off',
};

/** A server of a run, behind an address that stays the same. */
export type Machine = {
  /** Where members reach it, through a proxy. */
  url: string;
  door: TcpProxy;
  lever: Lever;
  dataDir: string;
  /** The running process, if there is one. */
  server: Server | undefined;
  isFrozen: boolean;
  /** What its earlier processes have printed. */
  ended: string;
};

/** PostgreSQL and servers of one run, with all that an adversary does to them. */
export type Fleet = {
  machines: readonly Machine[];
  /** The way of all servers to the database. */
  wire: TcpProxy;
  databaseLever: Lever;
  /** Whether clocks can be turned, and fsync can fail. */
  hasLevers: boolean;
  /** Whether the database has a small disk of its own. */
  hasDisk: boolean;
  /** Settings of the servers. */
  settings: Record<string, string>;
  /** Connection strings past the proxy. */
  ownerUrl(): string;
  serverUrl(): string;
  /**
   * Starts a server that is not there.
   * @param more settings in addition to those of the run
   * @returns whether it is ready; not where it was killed during its start
   */
  start(n: number, more?: Record<string, string>): Promise<boolean>;
  kill(n: number): Promise<void>;
  /** Stops a process where it is (SIGSTOP), as a machine that hangs does, or resumes it. */
  freeze(n: number, isFrozen: boolean): void;
  killDatabase(): Promise<void>;
  freezeDatabase(isFrozen: boolean): Promise<void>;
  /** Starts PostgreSQL where it does not run. */
  startDatabase(): Promise<void>;
  fillDisk(): Promise<void>;
  emptyDisk(): Promise<void>;
  /** Ends servers and database in order, and keeps what they have become as the template of other runs. */
  keep(into: string): Promise<Template>;
  close(): Promise<void>;
};

/** What a run begins with: a stopped cluster with members, and the data folders of its servers. */
export type Template = { folder: string };

/** Writes a piece again and again until there is no room for another. */
const fillBy = async (file: FileHandle, piece: Uint8Array): Promise<void> => {
  try {
    for (;;) await file.write(piece);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  }
};

/** A server's data is on the disk of the database, which may be full. */
const machineFolder = (disk: string, n: number): string => join(disk, `machine-${n}`);

/** Whether a file system of its own can be mounted, as root can. */
const mountDisk = async (folder: string): Promise<boolean> => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${diskMegabytes}m,mode=755`, 'touchline-faults', folder]);
    return true;
  } catch {
    return false;
  }
};

/**
 * Opens the fleet of a run: PostgreSQL on a disk of its own where this machine can mount one, proxies, and no server yet.
 * @param template is copied; without one the database is new
 */
export const openGround = async ({
  template,
  settings,
}: {
  template?: Template | undefined;
  settings: Record<string, string>;
}): Promise<Fleet> => {
  const folder = await mkdtemp(join(tmpdir(), 'touchline-faults-'));
  // PostgreSQL runs as another user if this one is root.
  await chmod(folder, 0o755);
  const tools = join(folder, 'tools');
  await mkdir(tools, { mode: 0o755 });
  const disk = join(folder, 'disk');
  await mkdir(disk, { mode: 0o755 });
  const isMounted = await mountDisk(disk);
  const preload = await makePreload(tools);
  const leverOf = preload ?? (() => Promise.resolve(noLever));
  const databaseLever = await leverOf('postgres');
  if (template !== undefined) await run('cp', ['-a', `${template.folder}/.`, disk]);
  const startPostgres = (): Promise<EmbeddedPostgres> =>
    startEmbedded(disk, { extra: small, env: databaseLever.env });
  let postgres = await startPostgres();
  // Where PostgreSQL's user cannot reach the folder, the cluster lies elsewhere.
  const hasDisk = isMounted && postgres.folder.startsWith(disk);
  const portOf = (): number => Number(new URL(postgres.ownerUrl('touchline')).port);
  const wire = await startTcpProxy(portOf());
  const through = (url: string): string => {
    const parsed = new URL(url);
    parsed.port = String(wire.port);
    return parsed.href;
  };
  const shared = {
    ...settings,
    OFFICE_DEMO: 'true',
    PATIENCE_FACTOR: '1',
    DATABASE_URL: through(postgres.serverUrl('touchline')),
    DATABASE_OWNER_URL: through(postgres.ownerUrl('touchline')),
  };
  const machines: Machine[] = [];
  for (let n = 0; n < serverCount; n++) {
    const dataDir = machineFolder(disk, n);
    await mkdir(dataDir, { recursive: true });
    // Connections to port 1 are refused until the server is there.
    const door = await startTcpProxy(1);
    machines.push({
      url: `http://127.0.0.1:${door.port}`,
      door,
      lever: await leverOf(`server-${n}`),
      dataDir,
      server: undefined,
      isFrozen: false,
      ended: '',
    });
  }
  const machineAt = (n: number): Machine => {
    const machine = machines[n];
    if (machine === undefined) throw new Error(`there is no server ${n}`);
    return machine;
  };
  const forget = (machine: Machine, server: Server): void => {
    if (machine.server !== server) return;
    machine.ended += server.log();
    machine.server = undefined;
    machine.isFrozen = false;
  };
  const filler = join(disk, 'filler');

  return {
    machines,
    wire,
    databaseLever,
    hasLevers: preload !== undefined,
    hasDisk,
    settings: shared,
    ownerUrl: () => postgres.ownerUrl('touchline'),
    serverUrl: () => postgres.serverUrl('touchline'),
    start: async (n, more = {}) => {
      const machine = machineAt(n);
      if (machine.server !== undefined) return true;
      try {
        const server = await startServer({
          ...shared,
          DATA_DIR: machine.dataDir,
          ...machine.lever.env,
          ...more,
        });
        machine.server = server;
        machine.door.lead(Number(new URL(server.url).port));
        void server.ended.finally(() => forget(machine, server));
        return true;
      } catch (error) {
        if (!(error instanceof NotStarted)) throw error;
        machine.ended += error.log;
        return false;
      }
    },
    kill: async (n) => {
      const machine = machineAt(n);
      const { server } = machine;
      if (server === undefined) return;
      await server.kill();
      forget(machine, server);
    },
    freeze: (n, isFrozen) => {
      const machine = machineAt(n);
      if (machine.server === undefined) return;
      machine.isFrozen = isFrozen;
      process.kill(machine.server.pid, isFrozen ? 'SIGSTOP' : 'SIGCONT');
    },
    killDatabase: async () => {
      await killCluster(postgres.folder).catch(() => undefined);
      wire.cut();
    },
    freezeDatabase: (isFrozen) =>
      signalCluster(postgres.folder, isFrozen ? 'SIGSTOP' : 'SIGCONT').catch(() => undefined),
    startDatabase: async () => {
      postgres = await startPostgres();
      wire.lead(portOf());
    },
    fillDisk: async () => {
      const file = await open(filler, 'w');
      try {
        // Smaller pieces at the end, so that nothing is left.
        for (const size of [1_048_576, 4_096]) await fillBy(file, new Uint8Array(size));
      } finally {
        await file.close();
      }
    },
    emptyDisk: () => rm(filler, { force: true }),
    keep: async (into) => {
      for (const machine of machines) await machine.server?.stop();
      await postgres.stop();
      await run('cp', ['-a', `${disk}/.`, into]);
      return { folder: into };
    },
    close: async () => {
      for (const machine of machines) {
        await machine.server?.kill();
        await machine.door.close();
      }
      await wire.close();
      await killCluster(postgres.folder).catch(() => undefined);
      if (isMounted) await run('umount', ['-l', disk]);
      for (const path of [postgres.folder, folder]) await removeFolder(path);
    },
  };
};
