import { setTimeout as wait } from 'node:timers/promises';

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
