import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '../core/logging/log.ts';

const TICK_MS = 1_000;

/**
 * Runs `tick` each second, never twice at once, until it is stopped. A failure is logged and the next tick
 * comes all the same.
 */
export const createTicker = (tick: () => Promise<unknown>, { log, name }: { log: Log; name: string }) => {
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await wait(TICK_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      await tick().catch((error: unknown) => log.error({ err: error }, `${name}: tick failed`));
    }
  };

  return {
    start: (): void => {
      running = run();
    },
    /** Ends after the present tick. */
    stop: async (): Promise<void> => {
      stopping.abort();
      await running;
    },
  };
};
