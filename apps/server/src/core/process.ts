import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { Type } from 'typebox';
import { Value } from 'typebox/value';

const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

/** Version of the product, from its own manifest. */
export const productVersion: string = Value.Parse(Type.Object({ version: Type.String() }), manifest).version;

/**
 * The version as one whole number, as app stores count it: 1.0.0 is 100, 1.2.3 is 123.
 * @throws when the version is no three numbers, of which the last two have one digit
 */
export const codeOfVersion = (version: string): number => {
  const parts = /^(\d+)\.(\d)\.(\d)$/.exec(version);
  if (parts === null) throw new Error(`"${version}" is no version of the product`);
  const [, major, minor, patch] = parts;
  return Number(major) * 100 + Number(minor) * 10 + Number(patch);
};

export const productCode: number = codeOfVersion(productVersion);

/** A stop asked for by a signal, or made necessary by an error that nothing caught. */
export class Stop extends Error {
  readonly fault: unknown;
  constructor(why: string, fault?: unknown) {
    super(why);
    this.fault = fault;
  }
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

/**
 * Listens for everything that stops this process, from now until it ends. The first one counts. Later signals
 * change nothing, since a stop that is cut short would leave the database running.
 * @param say writes a line for the person at the terminal
 * @returns aborted with a `Stop` once the process is to stop
 */
export const listenForStop = (say: (line: string) => void): AbortSignal => {
  const stopping = new AbortController();
  const stop = (reason: Stop): void => {
    if (stopping.signal.aborted) return;
    stopping.abort(reason);
    say('Stopping …');
  };
  for (const signal of signals) process.on(signal, () => stop(new Stop(signal)));
  process.on('uncaughtException', (error) => stop(new Stop('a fault', error)));
  process.on('unhandledRejection', (error) => stop(new Stop('a fault', error)));
  // A closed terminal cannot be written to any more; that must not end the stop.
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
  return stopping.signal;
};

/** Resolves once the signal is aborted. */
export const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** Something that could not be closed, and why. */
type NotClosed = { what: string; error: unknown };

/** What a process has open. */
export type Openings = {
  /**
   * Remembers how to close what was just opened, or is about to be.
   * @param withinMs after this long it is abandoned, still closing; without it, closing takes as long as it
   *   takes
   */
  add(what: string, close: () => unknown, withinMs?: number): void;
  /** Closes everything, the newest first, each after the previous one, even when another failed. */
  closeAll(): Promise<NotClosed[]>;
};

type Opening = { what: string; close: () => unknown; withinMs: number | undefined };

/** An ordered list of what is open. */
export const createOpenings = (): Openings => {
  const open: Opening[] = [];
  return {
    add: (what, close, withinMs) => void open.push({ what, close, withinMs }),
    async closeAll() {
      const failed: NotClosed[] = [];
      for (let next = open.pop(); next; next = open.pop()) {
        const { what, close, withinMs } = next;
        const closed = attempt(close, (error) => failed.push({ what, error })).then(() => true);
        const late = withinMs === undefined ? undefined : wait(withinMs, false, { ref: false });
        if (await (late === undefined ? closed : Promise.race([closed, late]))) continue;
        failed.push({ what, error: new Error(`not closed within ${withinMs} ms`) });
      }
      return failed;
    },
  };
};

const attempt = async (work: () => unknown, onError: (error: unknown) => void): Promise<void> => {
  try {
    await work();
  } catch (error) {
    onError(error);
  }
};

/** Exit codes by which a shell recognises the signal that ended a program. */
const codes = { SIGHUP: 129, SIGINT: 130, SIGQUIT: 131, SIGTERM: 143 } as const;

/**
 * Closes what a tool has open when a signal ends it, and then ends this process with the code of the signal.
 * @returns a function that stops listening
 */
export const closeOnSignal = (close: () => Promise<unknown>): (() => void) => {
  let isClosing = false;
  const stop = (signal: (typeof signals)[number]): void => {
    if (isClosing) return;
    isClosing = true;
    void attempt(close, () => undefined).then(() => process.exit(codes[signal]));
  };
  for (const signal of signals) process.on(signal, stop);
  return () => {
    for (const signal of signals) process.off(signal, stop);
  };
};

type Environment = Readonly<Record<string, string | undefined>>;

/** The first descriptor of a program that a service manager hands over. */
const firstSocket = 3;

/** A handed over socket that cannot be used. The message says why. */
export class SocketProblem extends Error {}

/**
 * The listening socket that a service manager such as systemd has opened for this process. It stays open between two processes, so
 * that new connections wait in it instead of being refused.
 * @param env `LISTEN_FDS` and `LISTEN_PID`, as sd_listen_fds(3) describes them
 * @param pid of this process: what is meant for another one does not count
 * @returns its file descriptor, or undefined where there is none
 * @throws SocketProblem when there is more than one
 */
export const handedOverSocket = (env: Environment, pid: number): number | undefined => {
  const { LISTEN_FDS: count = '', LISTEN_PID: owner = '' } = env;
  if (count === '' || owner !== String(pid)) return undefined;
  if (count !== '1') throw new SocketProblem(`LISTEN_FDS is ${count}: this server takes one socket`);
  return firstSocket;
};

/**
 * Tells the service manager that the server is ready (`Type=notify`), where it wants to know. Node has no datagram sockets of
 * Unix, so systemd's own program tells it.
 * @throws when that program is missing or fails
 */
export const tellReady = async (env: Environment): Promise<void> => {
  if ((env['NOTIFY_SOCKET'] ?? '') === '') return;
  const child = spawn('systemd-notify', ['--ready'], { stdio: 'ignore', env: { ...env } });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`systemd-notify ended with ${code}`);
};
