import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '../platform/log.ts';

const TICK_MS = 1_000;

/** Does `tick` each second, never twice at once, until it is stopped. One that fails is logged and the next comes all the same. */
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
    /** Ends after the tick at hand. */
    stop: async (): Promise<void> => {
      stopping.abort();
      await running;
    },
  };
};
