import { count, countSince, createBuckets, type Buckets } from '../../core/metrics/buckets.ts';
import { currentSpan, traced, type SpanRef, type Work } from '../../core/logging/spans.ts';
import { Refused } from '../../core/refusal.ts';
import { isTransient } from '../../core/database/transaction.ts';

/** The queue is full, or the server is stopping: nothing was done, and the same key may be sent again. */
export class LanesBusy extends Refused {
  constructor() {
    super('unavailable');
  }
}

export type Lanes<T, R> = {
  /** Joins the next batch. Rejects with LanesBusy, or with the error that `run` threw for this item. */
  submit(item: T): Promise<R>;
  /** Accepts no more items and resolves when the accepted ones are done. */
  drain(): Promise<void>;
  /** Items that no batch has taken yet. */
  waiting(): number;
  /** Batches under way. */
  running(): number;
  /** What the batches have been like. */
  record: LaneRecord;
};

/** How long items waited for their batch and how long batches took, in seconds, and how many items they had. */
type LaneRecord = { readonly waits: Buckets; readonly durations: Buckets; readonly sizes: Buckets };

/** Calls that the span of a batch names at the most. */
const linksMax = 100;

const sizeBounds = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000];

type Ticket<T, R> = {
  item: T;
  /** When it joined, by `performance.now()`. */
  joinedMs: number;
  /** The span of the call it came with. */
  from: SpanRef | undefined;
  resolve(answer: R): void;
  reject(error: unknown): void;
};
/** A wallet with items: in line, or in flight with the rest of its items behind it. */
type Line<T, R> = { tickets: Ticket<T, R>[] };

/**
 * A batch of this size is worth a statement. Beside a batch under way one that is smaller, and less than half
 * as large as that, costs more than it gains: it waits for more items or for the end of the other.
 */
const worthwhile = 40;

/**
 * Groups items into batches without a timer: when nothing is under way a lane starts at the end of the
 * current turn of the event loop, further lanes as soon as it is worth it, and while all lanes wait for the
 * disk the next batches grow. A batch holds a wallet once, a wallet is in one batch at a time, and its items
 * keep their order.
 * @param options.lanes batches in flight at the most
 * @param options.batchMax items in a batch at the most
 * @param options.queueMax items waiting at the most; more are refused
 * @param options.run does a batch and answers each item, in order. It must be idempotent: when a batch fails
 *   for a reason that will not pass, its halves are run again, so that one bad item spoils no other
 */
export const createLanes = <T extends { shard: number; memberId: string }, R>(options: {
  lanes: number;
  batchMax: number;
  queueMax?: number;
  run: (items: readonly T[]) => Promise<readonly R[]>;
}): Lanes<T, R> => {
  const { lanes, batchMax, queueMax = 20_000, run } = options;
  const record: LaneRecord = {
    waits: createBuckets(),
    durations: createBuckets(),
    sizes: createBuckets(sizeBounds),
  };
  const lines = new Map<string, Line<T, R>>();
  const ready = fifo<Line<T, R>>();
  let waiting = 0;
  let flying = 0;
  let flyingItems = 0;
  let scheduled = false;
  let closed = false;
  let emptied: (() => void)[] = [];

  const schedule = (): void => {
    if (scheduled || flying >= lanes || ready.size() === 0) return;
    if (flying > 0 && ready.size() < Math.min(worthwhile, flyingItems >> 1)) return;
    scheduled = true;
    setImmediate(start);
  };

  const start = (): void => {
    scheduled = false;
    const batch: Line<T, R>[] = [];
    const tickets: Ticket<T, R>[] = [];
    while (tickets.length < batchMax) {
      const line = ready.shift();
      const ticket = line?.tickets.shift();
      if (!line || !ticket) break;
      batch.push(line);
      tickets.push(ticket);
    }
    waiting -= tickets.length;
    flying++;
    flyingItems += tickets.length;
    const startedMs = performance.now();
    count(record.sizes, tickets.length);
    for (const { joinedMs } of tickets) count(record.waits, (startedMs - joinedMs) / 1_000);
    const batchOf = (): Work => ({
      name: 'batch of bets',
      kind: 'batch',
      attributes: { 'touchline.bets': tickets.length },
      links: tickets.flatMap(({ from }) => from ?? []).slice(0, linksMax),
    });
    void traced(batchOf, () => runOrSplit(tickets, run)).finally(() => {
      countSince(record.durations, startedMs);
      finish(batch, tickets);
    });
    schedule();
  };

  const finish = (batch: readonly Line<T, R>[], tickets: readonly Ticket<T, R>[]): void => {
    flying--;
    flyingItems -= tickets.length;
    batch.forEach((line, i) => {
      const ticket = tickets[i];
      if (line.tickets.length > 0) ready.push(line);
      else if (ticket) lines.delete(ticket.item.memberId);
    });
    schedule();
    if (flying > 0 || ready.size() > 0) return;
    for (const resolve of emptied) resolve();
    emptied = [];
  };

  return {
    submit: (item) => {
      if (closed || waiting >= queueMax) return Promise.reject(new LanesBusy());
      return new Promise<R>((resolve, reject) => {
        waiting++;
        const ticket = { item, joinedMs: performance.now(), from: currentSpan(), resolve, reject };
        const line = lines.get(item.memberId);
        if (line) {
          line.tickets.push(ticket);
          return;
        }
        const opened = { tickets: [ticket] };
        lines.set(item.memberId, opened);
        ready.push(opened);
        schedule();
      });
    },
    drain: () => {
      closed = true;
      if (flying === 0 && ready.size() === 0) return Promise.resolve();
      return new Promise((resolve) => emptied.push(resolve));
    },
    waiting: () => waiting,
    running: () => flying,
    record,
  };
};

const runOrSplit = async <T, R>(
  tickets: readonly Ticket<T, R>[],
  run: (items: readonly T[]) => Promise<readonly R[]>,
): Promise<void> => {
  let failure: unknown;
  try {
    const answers = await run(tickets.map((ticket) => ticket.item));
    if (answers.length !== tickets.length) throw new Error('A batch must answer each of its items');
    answers.forEach((answer, i) => tickets[i]?.resolve(answer));
    return;
  } catch (error) {
    failure = error;
  }
  if (tickets.length === 1 || isTransient(failure)) {
    for (const ticket of tickets) ticket.reject(failure);
    return;
  }
  const half = Math.ceil(tickets.length / 2);
  await runOrSplit(tickets.slice(0, half), run);
  await runOrSplit(tickets.slice(half), run);
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
