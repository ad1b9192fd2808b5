import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import '../../apps/server/src/testing/compile-cache.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** The environment a program needs; other variables of the person who runs the tests are not passed on. */
const machine = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'USERPROFILE', 'SystemRoot', 'NODE_COMPILE_CACHE'];
/** Far beyond what a start takes: making a database on a busy machine takes some seconds. */
const readyWithinMs = 120_000;

/** A server process that ended before it was ready, with all it said. */
export class NotStarted extends Error {
  readonly code: number | null;
  readonly log: string;
  constructor(code: number | null, log: string) {
    super(`The server ended with ${code} before it was ready:\n${log}`);
    this.code = code;
    this.log = log;
  }
}

/** A running server, the same program that `npm start` runs. */
export type Server = {
  /** Without a slash at the end. */
  url: string;
  pid: number;
  /** All it printed so far. */
  log(): string;
  /** Asks it to stop (SIGTERM). @returns its exit code, null when a signal ended it */
  stop(): Promise<number | null>;
  /** Ends it at once (SIGKILL), as a power failure of the process would. */
  kill(): Promise<void>;
  /** When it has ended, however that came. */
  ended: Promise<unknown>;
  /** Moves the time of the process forward, not that of its database. @param byMs milliseconds */
  moveTime(byMs: number): Promise<void>;
};

type Program = { child: ChildProcess; log: () => string; ended: Promise<number | null> };

const preload = (file: URL): string[] => ['--import', file.href];
/** Lets a test move the time of the program that it starts. */
const withTime = preload(new URL('../../apps/server/src/testing/time-of-parent.ts', import.meta.url));
/** Makes passwords cheap, which else take as long as a start for a few members. */
const withQuickHashes = preload(new URL('../../apps/server/src/testing/quick-hashes.ts', import.meta.url));

/** Starts a program of the server's, in the project's folder, with no settings but those given. */
const spawnProgram = (
  path: string,
  settings: Record<string, string>,
  {
    args = [],
    folder = root,
    flags = [],
  }: { args?: readonly string[]; folder?: string | undefined; flags?: readonly string[] } = {},
): Program => {
  const inherited = Object.entries(process.env).filter(([name]) => machine.includes(name));
  const child = spawn(process.execPath, [...flags, path, ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...Object.fromEntries(inherited), ...settings },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
  }
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return { child, log: () => text, ended };
};

/**
 * Starts the server on a free port of this machine and waits until it says that it is ready.
 * @param settings its environment: DATA_DIR at least, OFFICE_DEMO for a test that has operators, QUICK_HASHES for one that is
 * not about the cost of passwords
 * @param folder of the release, else this one
 * @throws NotStarted when it ends instead
 */
export const startServer = async (settings: Record<string, string>, folder?: string): Promise<Server> => {
  const { child, log, ended } = spawnProgram(
    'apps/server/src/main.ts',
    {
      PORT: '0',
      TRANSACTION_GUARD: 'throw',
      // Tests run on busy machines. Those of nodes that fail set 1, since they wait for a limit.
      PATIENCE_FACTOR: '10',
      // Their passwords take half a second of each start.
      OFFICE_DEMO: 'false',
      ...settings,
    },
    { folder, flags: settings['QUICK_HASHES'] === 'true' ? [...withTime, ...withQuickHashes] : withTime },
  );
  const ready = new Promise<string>((resolve) => {
    const look = (): void => {
      const url = /^Touchline is ready at (\S+)\s/m.exec(log())?.[1];
      if (url === undefined) return;
      child.stdout?.off('data', look);
      resolve(url);
    };
    child.stdout?.on('data', look);
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), readyWithinMs);
  const url = await Promise.race([
    ready,
    ended.then((code) => {
      throw new NotStarted(code, log());
    }),
  ]).finally(() => clearTimeout(timer));
  const { pid } = child;
  if (pid === undefined) throw new Error('The server has no process');
  return {
    url,
    pid,
    log,
    ended,
    stop: async () => {
      child.kill('SIGTERM');
      return ended;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
    moveTime: async (byMs) => {
      const moved = once(child, 'message');
      child.send(byMs);
      await moved;
    },
  };
};

/** A server that starts, for tests that do not wait until it is ready. */
export type Starting = {
  pid: number;
  log(): string;
  /** Resolves once it printed the text; rejects when it ended before. */
  said(text: string): Promise<void>;
  signal(name: NodeJS.Signals): void;
  /** Its exit code, null when a signal ended it. */
  ended: Promise<number | null>;
};

/** Begins to start the server on a free port of this machine. */
export const beginServer = (settings: Record<string, string>): Starting => {
  const { child, log, ended } = spawnProgram('apps/server/src/main.ts', { PORT: '0', ...settings });
  const { pid } = child;
  if (pid === undefined) throw new Error('The server could not be started');
  const said = async (text: string): Promise<void> => {
    let isOver = false;
    void ended.finally(() => (isOver = true));
    while (!log().includes(text)) {
      if (isOver) throw new NotStarted(child.exitCode, log());
      await wait(2);
    }
  };
  return { pid, log, said, signal: (name) => void child.kill(name), ended };
};

/** Starts a program of those who check a house, such as a witness. */
export const startOutsider = (path: string, args: readonly string[]): Program =>
  spawnProgram(path, {}, { args });

/** Runs the program that recomputes the ledger (`npm run verify`) to its end. */
export const verifyLedger = async (
  settings: Record<string, string>,
): Promise<{ code: number | null; log: string }> => {
  const { log, ended } = spawnProgram('apps/server/src/operations/cli/verify.ts', settings);
  const code = await ended;
  return { code, log: log() };
};

/** A program that runs next to the server. */
export type Tool = { ended: Promise<number | null>; log: () => string; kill: () => void };

/** Starts `npm run log -- …`. */
export const startLogTool = (args: readonly string[], settings: Record<string, string>): Tool => {
  const { child, log, ended } = spawnProgram('apps/server/src/operations/cli/log.ts', settings, { args });
  return { ended, log, kill: () => void child.kill('SIGKILL') };
};

/** Runs `npm run backup -- …` or `npm run restore -- …` to its end. */
export const runBackup = async (
  tool: 'backup' | 'restore',
  args: readonly string[],
  settings: Record<string, string>,
): Promise<{ code: number | null; log: string }> => {
  const file = tool === 'backup' ? 'cli.ts' : 'restore-cli.ts';
  const { log, ended } = spawnProgram(`apps/server/src/operations/backup/${file}`, settings, { args });
  const code = await ended;
  return { code, log: log() };
};
