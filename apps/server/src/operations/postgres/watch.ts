import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '../../core/logging/log.ts';
import type { EmbeddedPostgres } from './embedded.ts';

/** How often the server looks whether its own database is there, milliseconds. */
const everyMs = 5_000;

/**
 * Keeps the database of a server running: starts it again where its processes were killed, or where its recovery failed for good.
 * @returns ends the watch, after a start that is under way
 */
export const watchEmbedded = (postgres: Pick<EmbeddedPostgres, 'mend'>, log: Log): (() => Promise<void>) => {
  const stopping = new AbortController();
  const { signal } = stopping;
  const watching = (async () => {
    while (!signal.aborted) {
      // oxlint-disable-next-line no-await-in-loop -- one look after the other
      await wait(everyMs, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      try {
        // oxlint-disable-next-line no-await-in-loop -- one look after the other
        if (await postgres.mend()) log.warn('the database had ended and was started again');
      } catch (error) {
        log.error({ err: error }, 'the database has ended and does not start');
      }
    }
  })();
  return () => {
    stopping.abort();
    return watching;
  };
};
