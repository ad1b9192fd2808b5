import { Gauge, type Registry } from '@prometheus-io/client';
import { BucketHistogram, Buckets } from '../../core/metrics/histogram.ts';
import { currentSpan, traced, type SpanRef, type Work } from '../../core/logging/spans.ts';
import { Refused } from '../../core/refusal.ts';
import { isTransient } from '../../core/database/transaction.ts';

/** The queue is full, or the server is stopping: nothing was done, and the same key may be sent again. */
export class BatcherFull extends Refused {
  constructor() {
    super('unavailable');
  }
}

/** How long items waited for their batch and how long batches took, in seconds, and how many items they had. */
type BatchRecord = { readonly waits: Buckets; readonly durations: Buckets; readonly sizes: Buckets };

/** The most calls that the span of a batch names. */
const linksMax = 100;

const sizeBounds = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000];

type Waiting<T, R> = {
  item: T;
  /** When it joined, by `performance.now()`. */
  joinedMs: number;
  /** The span of the call it came with. */
  from: SpanRef | undefined;
  resolve(answer: R): void;
  reject(error: unknown): void;
};
/** A wallet with items: in line, or in flight with the rest of its items behind it. */
type Line<T, R> = { items: Waiting<T, R>[] };

/**
 * A batch of this size is worth a statement. While another is under way, one that is smaller, and less than half
 * as large as that, costs more than it gains: it waits for more items or for the end of the other.
 */
const worthwhile = 40;

/**
 * Groups items into batches without a timer: when no batch is under way one starts at the end of the current turn of the
 * event loop, further ones as soon as it is worth it, and while as many as may be wait for the disk the next batches grow.
 * A batch holds a wallet once, a wallet is in one batch at a time, and its items keep their order.
 */
export class Batcher<T extends { shard: number; memberId: string }, R> {
  /** How long items waited, how long batches took and how large they were. */
  readonly record: BatchRecord = {
    waits: new Buckets(),
    durations: new Buckets(),
    sizes: new Buckets(sizeBounds),
  };
  readonly #atOnce: number;
  readonly #batchMax: number;
  readonly #queueMax: number;
  readonly #run: (items: readonly T[]) => Promise<readonly R[]>;
  readonly #lines = new Map<string, Line<T, R>>();
  readonly #ready = fifo<Line<T, R>>();
  #waiting = 0;
  #flying = 0;
  #flyingItems = 0;
  #isScheduled = false;
  #isClosed = false;
  #emptied: (() => void)[] = [];

  /**
   * @param options.atOnce the most batches in flight
   * @param options.batchMax the most items in a batch
   * @param options.queueMax the most items that wait; more are refused
   * @param options.run does a batch and answers each item, in order. It must be idempotent: when a batch fails
   *   for a reason that will not pass, its halves are run again, so that one bad item fails no other
   */
  constructor(options: {
    atOnce: number;
    batchMax: number;
    queueMax?: number;
    run: (items: readonly T[]) => Promise<readonly R[]>;
  }) {
    const { atOnce, batchMax, queueMax = 20_000, run } = options;
    this.#atOnce = atOnce;
    this.#batchMax = batchMax;
    this.#queueMax = queueMax;
    this.#run = run;
  }

  /** Joins the next batch. Rejects with BatcherFull, or with the error that `run` threw for this item. */
  submit(item: T): Promise<R> {
    if (this.#isClosed || this.#waiting >= this.#queueMax) return Promise.reject(new BatcherFull());
    return new Promise<R>((resolve, reject) => {
      this.#waiting++;
      const waiting = { item, joinedMs: performance.now(), from: currentSpan(), resolve, reject };
      const line = this.#lines.get(item.memberId);
      if (line) {
        line.items.push(waiting);
        return;
      }
      const opened = { items: [waiting] };
      this.#lines.set(item.memberId, opened);
      this.#ready.push(opened);
      this.#schedule();
    });
  }

  /** Accepts no more items and resolves when the accepted ones are done. */
  drain(): Promise<void> {
    this.#isClosed = true;
    if (this.#flying === 0 && this.#ready.size() === 0) return Promise.resolve();
    return new Promise((resolve) => this.#emptied.push(resolve));
  }

  /** Items that no batch has taken yet. */
  waiting(): number {
    return this.#waiting;
  }

  /** Batches under way. */
  running(): number {
    return this.#flying;
  }

  #schedule(): void {
    if (this.#isScheduled || this.#flying >= this.#atOnce || this.#ready.size() === 0) return;
    if (this.#flying > 0 && this.#ready.size() < Math.min(worthwhile, this.#flyingItems >> 1)) return;
    this.#isScheduled = true;
    setImmediate(this.#start);
  }

  // A function of the instance: the event loop calls it without one.
  readonly #start = (): void => {
    this.#isScheduled = false;
    const lines: Line<T, R>[] = [];
    const batch: Waiting<T, R>[] = [];
    while (batch.length < this.#batchMax) {
      const line = this.#ready.shift();
      const item = line?.items.shift();
      if (!line || !item) break;
      lines.push(line);
      batch.push(item);
    }
    this.#waiting -= batch.length;
    this.#flying++;
    this.#flyingItems += batch.length;
    const startedMs = performance.now();
    this.record.sizes.observe(batch.length);
    for (const { joinedMs } of batch) this.record.waits.observe((startedMs - joinedMs) / 1_000);
    const spanOf = (): Work => ({
      name: 'batch of bets',
      kind: 'batch',
      attributes: { 'touchline.bets': batch.length },
      links: batch.flatMap(({ from }) => from ?? []).slice(0, linksMax),
    });
    void traced(spanOf, () => runOrSplit(batch, this.#run)).finally(() => {
      this.record.durations.observeSince(startedMs);
      this.#finish(lines, batch);
    });
    this.#schedule();
  };

  #finish(lines: readonly Line<T, R>[], batch: readonly Waiting<T, R>[]): void {
    this.#flying--;
    this.#flyingItems -= batch.length;
    lines.forEach((line, i) => {
      const done = batch[i];
      if (line.items.length > 0) this.#ready.push(line);
      else if (done) this.#lines.delete(done.item.memberId);
    });
    this.#schedule();
    if (this.#flying > 0 || this.#ready.size() > 0) return;
    for (const resolve of this.#emptied) resolve();
    this.#emptied = [];
  }
}

/** Registers what a batcher of bets does. */
export const registerBatches = (
  metrics: Registry,
  batcher: Pick<Batcher<never, unknown>, 'record' | 'running' | 'waiting'>,
): void => {
  const registers = [metrics];
  new Gauge({
    name: 'touchline_lane_bets_waiting',
    help: 'Bets that no batch has taken yet',
    registers,
    collect() {
      this.set(batcher.waiting());
    },
  });
  new Gauge({
    name: 'touchline_lane_batches_running',
    help: 'Batches of bets that are being written',
    registers,
    collect() {
      this.set(batcher.running());
    },
  });
  const { waits, durations, sizes } = batcher.record;
  new BucketHistogram({
    name: 'touchline_lane_wait_seconds',
    help: 'How long a bet waited for its batch',
    registers,
  }).add({}, waits);
  new BucketHistogram({
    name: 'touchline_lane_batch_duration_seconds',
    help: 'How long a batch took to be written, with its commit',
    registers,
  }).add({}, durations);
  new BucketHistogram({
    name: 'touchline_lane_batch_bets',
    help: 'Bets in a batch',
    registers,
  }).add({}, sizes);
};

const runOrSplit = async <T, R>(
  batch: readonly Waiting<T, R>[],
  run: (items: readonly T[]) => Promise<readonly R[]>,
): Promise<void> => {
  let failure: unknown;
  try {
    const answers = await run(batch.map(({ item }) => item));
    if (answers.length !== batch.length) throw new Error('A batch must answer each of its items');
    answers.forEach((answer, i) => batch[i]?.resolve(answer));
    return;
  } catch (error) {
    failure = error;
  }
  if (batch.length === 1 || isTransient(failure)) {
    for (const waiting of batch) waiting.reject(failure);
    return;
  }
  const half = Math.ceil(batch.length / 2);
  await runOrSplit(batch.slice(0, half), run);
  await runOrSplit(batch.slice(half), run);
};

/** A queue whose `shift` does not move the rest: it drops the taken part at intervals. */
const fifo = <T>() => {
  let items: T[] = [];
  let head = 0;
  return {
    push: (item: T): void => void items.push(item),
    shift: (): T | undefined => {
      const item = items[head];
      if (head < items.length) head++;
      if (head > 1_024 && head * 2 > items.length) {
        items = items.slice(head);
        head = 0;
      }
      return item;
    },
    size: (): number => items.length - head,
  };
};
