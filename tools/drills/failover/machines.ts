import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open, readdir, readFile, readlink, stat } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { postgresUser } from '@touchline/server/tools/cluster';

const execute = promisify(execFile);

/** A machine of the drill: a folder, an address, and the programs started on it. */
export type Machine = {
  name: string;
  address: string;
  folder: string;
  /**
   * Starts a program, whose output goes into a file of the folder.
   * @param env variables in addition to those of this process
   */
  start: (program: string, args: readonly string[], env?: Readonly<Record<string, string>>) => Promise<void>;
  /** Ends all its processes at once (SIGKILL), as a machine that loses power. */
  kill: () => Promise<void>;
  /**
   * Ends those with such a name at once, one time: others of the machine may start them again.
   * @returns their ids
   */
  killNamed: (name: RegExp) => Promise<number[]>;
  /** Asks those with one name to end (SIGTERM), as a service manager does, and waits until none with the other name is left. */
  stopNamed: (name: RegExp, gone: RegExp) => Promise<void>;
  /** Stops all its processes where they are, and resumes them. */
  freeze: () => Promise<void>;
  thaw: () => Promise<void>;
  /** Takes it off the network, and puts it back. */
  cut: () => Promise<void>;
  join: () => Promise<void>;
};

export type Machines = {
  /** In network spaces of their own, so that they can be cut off; else on addresses of the loopback. */
  canBeCut: boolean;
  list: readonly Machine[];
  close: () => Promise<void>;
};

const bridge = 'tl-drill';
/** Address ranges for documentation (RFC 5737), which no real network should use; of these one that this machine does not know. */
const ranges = ['203.0.113', '198.51.100', '192.0.2'] as const;

/**
 * Makes machines. Root gets a network space for each, connected by a bridge that leads nowhere else; others get addresses of the
 * loopback, and no machine of theirs can be cut off.
 * @param folder for their files
 * @param names of the machines
 */
export const makeMachines = async (folder: string, names: readonly string[]): Promise<Machines> => {
  const canBeCut = process.getuid?.() === 0;
  const user = await postgresUser();
  const range = canBeCut ? await freeRange() : '127.0.0';
  if (canBeCut) await makeBridge(range);
  const list: Machine[] = [];
  for (const [i, name] of names.entries()) {
    const own = join(folder, name);
    await mkdir(own, { recursive: true });
    if (user) await execute('chown', [`${user.uid}:${user.gid}`, own]);
    const address = `${range}.${21 + i}`;
    if (canBeCut) await makeSpace(name, address);
    list.push(machineOf({ name, address, folder: own, canBeCut, user }));
  }
  return {
    canBeCut,
    list,
    close: async () => {
      for (const machine of list) {
        await machine.thaw();
        await machine.kill();
      }
      if (canBeCut) await removeNetwork(names);
    },
  };
};

type Made = {
  name: string;
  address: string;
  folder: string;
  canBeCut: boolean;
  user: { uid: number; gid: number } | undefined;
};

/** Whether the system still has a process, alive or dead and not cleared away. */
const isThere = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

const machineOf = ({ name, address, folder, canBeCut, user }: Made): Machine => {
  const signal = async (what: NodeJS.Signals, only?: RegExp): Promise<number[]> => {
    const pids = await processesIn(folder, only);
    for (const pid of pids) send(pid, what);
    return pids;
  };
  const link = (state: 'up' | 'down'): Promise<unknown> =>
    canBeCut ? execute('ip', ['link', 'set', linkOf(name), state]) : Promise.resolve();
  return {
    name,
    address,
    folder,
    start: async (program, args, env = {}) => {
      const output = await open(join(folder, 'output.log'), 'a');
      const enter = canBeCut ? ['nsenter', `--net=/run/netns/${spaceOf(name)}`] : [];
      const asUser = user ? ['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'] : [];
      const [command = program, ...rest] = [...enter, ...asUser, program, ...args];
      const child = spawn(command, rest, {
        cwd: folder,
        detached: true,
        stdio: ['ignore', output.fd, output.fd],
        env: { PATH: process.env['PATH'] ?? '', HOME: folder, LC_ALL: 'C.UTF-8', ...env },
      });
      child.unref();
      await output.close();
    },
    killNamed: (only) => signal('SIGKILL', only),
    stopNamed: async (only, gone) => {
      await signal('SIGTERM', only);
      for (let looks = 0; looks < 1_200; looks++) {
        if ((await processesIn(folder, gone)).length === 0) return;
        await wait(100);
      }
      throw new Error(`${name} has processes that do not stop`);
    },
    kill: async () => {
      const killed = new Set<number>();
      // A postmaster that is starting may have another child by the time the first are dead. Some processes take long to disappear,
      // and until then PostgreSQL takes their lock files for those of a running server.
      for (let looks = 0; looks < 1_500; looks++) {
        const found = await signal('SIGKILL');
        for (const pid of found) killed.add(pid);
        if (found.length === 0 && ![...killed].some(isThere)) return;
        await wait(20);
      }
      throw new Error(`${name} has processes that cannot be killed`);
    },
    freeze: async () => void (await signal('SIGSTOP')),
    thaw: async () => void (await signal('SIGCONT')),
    cut: async () => void (await link('down')),
    join: async () => void (await link('up')),
  };
};

/** Processes that work in a folder or below it: a database works in its cluster, which is there. */
export const processesIn = async (folder: string, only?: RegExp): Promise<number[]> => {
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const at = await readlink(`/proc/${name}/cwd`).catch(() => '');
    if (at !== folder && !at.startsWith(`${folder}/`)) continue;
    const status = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    // A process that has ended and was not waited for yet.
    if (status === '' || /\) Z /.test(status)) continue;
    if (only && !only.test(/\((.*)\)/.exec(status)?.[1] ?? '')) continue;
    found.push(Number(name));
  }
  return found;
};

const send = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has already ended.
  }
};

const spaceOf = (name: string): string => `tl-drill-${name}`;
/** Names of links have 15 letters at most. */
const linkOf = (name: string): string => `tl-${name}`.slice(0, 15);

const ip = (...args: string[]): Promise<unknown> => execute('ip', args);

const insideVariable = 'TOUCHLINE_DRILL_NETWORK';

/**
 * Runs this program again in a network space without any other interface, so that the addresses of the drill hide none that the
 * machine uses. Others than root get none.
 * @returns the exit code of that run, undefined where this is it
 */
export const inNetworkOfItsOwn = async (): Promise<number | undefined> => {
  if (process.getuid?.() !== 0) return undefined;
  if (process.env[insideVariable] !== undefined) {
    // Without the program the drill names its package.
    await ip('link', 'set', 'lo', 'up').catch(() => undefined);
    return undefined;
  }
  const child = spawn('unshare', ['--net', process.execPath, ...process.argv.slice(1)], {
    stdio: 'inherit',
    env: { ...process.env, [insideVariable]: '1' },
  });
  const pass = (signal: NodeJS.Signals): void => void child.kill(signal);
  process.on('SIGINT', pass).on('SIGTERM', pass);
  const [code]: unknown[] = await once(child, 'exit');
  return typeof code === 'number' ? code : 1;
};

/** A range that no interface of this machine has, so that all traffic of the drill stays inside it. */
const freeRange = async (): Promise<string> => {
  const used = Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map((one) => one.address));
  const free = ranges.find((range) => !used.some((address) => address.startsWith(`${range}.`)));
  if (free === undefined) throw new Error('This machine uses all address ranges that are for documentation');
  return free;
};

const makeBridge = async (range: string): Promise<void> => {
  await ip('link', 'add', bridge, 'type', 'bridge');
  await ip('addr', 'add', `${range}.254/24`, 'dev', bridge);
  await ip('link', 'set', bridge, 'up');
};

const makeSpace = async (name: string, address: string): Promise<void> => {
  const space = spaceOf(name);
  await ip('netns', 'add', space);
  await ip('link', 'add', linkOf(name), 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space);
  await ip('link', 'set', linkOf(name), 'master', bridge);
  await ip('link', 'set', linkOf(name), 'up');
  await ip('-n', space, 'addr', 'add', `${address}/24`, 'dev', 'eth0');
  await ip('-n', space, 'link', 'set', 'eth0', 'up');
  await ip('-n', space, 'link', 'set', 'lo', 'up');
};

/** Removes what a drill has made; also what one that was killed has left, with the processes in it. */
export const removeNetwork = async (names: readonly string[]): Promise<void> => {
  const quietly = (...args: string[]): Promise<unknown> => ip(...args).catch(() => undefined);
  for (const name of names) {
    const { stdout } = await execute('ip', ['netns', 'pids', spaceOf(name)]).catch(() => ({ stdout: '' }));
    for (const pid of stdout.split('\n').filter(Boolean)) send(Number(pid), 'SIGKILL');
    await quietly('link', 'del', linkOf(name));
    await quietly('netns', 'del', spaceOf(name));
  }
  if (await stat(`/sys/class/net/${bridge}`).catch(() => undefined)) await quietly('link', 'del', bridge);
};
