import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '../core/logging/log.ts';

const TICK_MS = 1_000;

/**
 * Runs `tick` each second, never twice at once, until it is stopped. A failure is logged and the next tick
 * comes all the same.
 */
export class Ticker {
  readonly #tick: () => Promise<unknown>;
  readonly #log: Log;
  readonly #name: string;
  readonly #stopping = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(tick: () => Promise<unknown>, { log, name }: { log: Log; name: string }) {
    this.#tick = tick;
    this.#log = log;
    this.#name = name;
  }

  /** Begins to tick, the first time after a second. */
  start(): void {
    this.#running = this.#run();
  }

  /** Ends after the present tick. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await wait(TICK_MS, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      await this.#tick().catch((error: unknown) =>
        this.#log.error({ err: error }, `${this.#name}: tick failed`),
      );
    }
  }
}
