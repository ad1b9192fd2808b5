import { Counter, Gauge, type Registry } from '@prometheus-io/client';
import type { Log } from '../logging/log.ts';

/** What waits for a person or for its turn, as its module counts it. */
export type QueueRow = { total: number; oldest: Date | null };

/** A gauge of any labels, as far as taking its values away goes. */
type Emptied = Pick<Gauge<string>, 'remove' | 'reset'>;

/** What a module knows from the database, read every so often on connections that no call waits for. */
export type StoredMetrics = {
  /** The gauges that `read` sets. They are empty until then, and once what was read is old. */
  gauges?: readonly Emptied[];
  /** Reads everything, then sets the gauges: a failure leaves them as they were. */
  read?: () => Promise<void>;
  /** Counts each of its queues. */
  queues?: Readonly<Record<string, () => Promise<{ rows: readonly QueueRow[] }>>>;
};

/** Values that were read this many turns ago or earlier are not given any more: no value is better than an old one. */
const turnsKept = 4;

/** Seconds since a time, not below 0. @param nowMs of the same clock */
export const secondsSince = (time: Date, nowMs: number): number =>
  Math.max(0, (nowMs - time.getTime()) / 1_000);

/** Leaves a gauge without a value: the library would give one without labels as 0. */
const empty = (gauge: Emptied): void => {
  gauge.reset();
  gauge.remove({});
};

/**
 * Reads metrics from the database at intervals, so that no request for `/metrics` waits for the database.
 * Modules are read one after the other: it takes one or two connections at a time.
 */
export class StoredReader {
  readonly #modules: ReadonlyMap<string, StoredMetrics>;
  readonly #keptMs: number;
  readonly #log: Pick<Log, 'warn'>;
  readonly #nowMs: () => number;
  /** When a module was last read; absent while it has no values. */
  readonly #readMs = new Map<string, number>();
  readonly #readAt: Gauge<'module'>;
  readonly #failures: Counter<'module'>;
  readonly #length: Gauge<'queue'>;
  readonly #oldest: Gauge<'queue'>;

  /**
   * @param options.modules by name
   * @param options.everyMs the interval
   * @param options.nowMs the time, for tests
   */
  constructor(options: {
    metrics: Registry;
    modules: ReadonlyMap<string, StoredMetrics>;
    everyMs: number;
    log: Pick<Log, 'warn'>;
    nowMs?: () => number;
  }) {
    const { metrics, modules, everyMs, log, nowMs = Date.now } = options;
    const registers = [metrics];
    this.#modules = modules;
    this.#keptMs = turnsKept * everyMs;
    this.#log = log;
    this.#nowMs = nowMs;
    this.#readAt = new Gauge({
      name: 'touchline_figures_read_timestamp_seconds',
      help: 'When the figures of a module were last read from the database, in seconds since 1970',
      labelNames: ['module'],
      registers,
    });
    this.#failures = new Counter({
      name: 'touchline_figures_failures_total',
      help: 'Failed attempts to read the figures of a module from the database',
      labelNames: ['module'],
      registers,
    });
    this.#length = new Gauge({
      name: 'touchline_queue_length',
      help: 'Items that wait',
      labelNames: ['queue'],
      registers,
    });
    this.#oldest = new Gauge({
      name: 'touchline_queue_oldest_seconds',
      help: 'How long the oldest item of a queue has waited; 0 without one',
      labelNames: ['queue'],
      registers,
    });
    for (const [module, stored] of modules) {
      this.#failures.inc({ module }, 0);
      this.#empty(stored);
    }
  }

  /** Takes away what is old; to be done before the text of all metrics is made. */
  dropOld(): void {
    for (const [module, atMs] of this.#readMs) {
      if (this.#nowMs() - atMs < this.#keptMs) continue;
      this.#readMs.delete(module);
      this.#empty(this.#modules.get(module) ?? {});
    }
  }

  /** Reads all modules. A failure is counted and logged. */
  async readAll(): Promise<void> {
    for (const [module, stored] of this.#modules) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- one after the other, to take few connections
        await this.#read(stored);
        this.#readMs.set(module, this.#nowMs());
        this.#readAt.set({ module }, this.#nowMs() / 1_000);
      } catch (error) {
        this.#log.warn({ err: error, module }, 'figures could not be read');
        this.#failures.inc({ module });
      }
    }
  }

  async #read({ read, queues = {} }: StoredMetrics): Promise<void> {
    const counted = new Map<string, readonly QueueRow[]>();
    for (const [queue, count] of Object.entries(queues)) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, to take few connections
      counted.set(queue, (await count()).rows);
    }
    await read?.();
    const nowMs = this.#nowMs();
    for (const [queue, rows] of counted) {
      const ages = rows.map(({ oldest }) => (oldest === null ? 0 : secondsSince(oldest, nowMs)));
      const total = rows.reduce((sum, row) => sum + row.total, 0);
      this.#length.set({ queue }, total);
      this.#oldest.set({ queue }, Math.max(0, ...ages));
    }
  }

  #empty({ gauges = [], queues = {} }: StoredMetrics): void {
    for (const gauge of gauges) empty(gauge);
    for (const queue of Object.keys(queues)) {
      this.#length.remove({ queue });
      this.#oldest.remove({ queue });
    }
  }
}
