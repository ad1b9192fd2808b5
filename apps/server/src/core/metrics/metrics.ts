import type { Buckets } from './buckets.ts';

/** A figure of the server, as `/metrics` gives it to those who run it. */
export type Figure = {
  readonly name: string;
  readonly kind: 'counter' | 'gauge' | 'histogram';
  /** What it says, without a stop at the end. The unit is in the name. */
  readonly help: string;
  /** Each label with its possible values. They are few: names of the code, of settings or of the site, never of members. */
  readonly labels?: Readonly<Record<string, string>>;
};

/** A figure with its value. A label that its figure does not name is a fault. */
export type Point = {
  readonly of: Figure;
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number | Buckets;
};

/** The figures of a part of the server. */
export type FigureSource = {
  /** Reads from memory, at each request for metrics. */
  now?: () => readonly Point[];
  /** Reads from the database, every so often, on connections that no call waits for. */
  stored?: () => Promise<readonly Point[]>;
};

/** Seconds since a time, not below 0. @param nowMs of the same clock */
export const secondsSince = (moment: Date, nowMs: number): number =>
  Math.max(0, (nowMs - moment.getTime()) / 1_000);

/** What waits for a person or for its turn; modules add theirs. */
export const queueFigures = {
  length: {
    name: 'touchline_queue_length',
    kind: 'gauge',
    help: 'Items that wait',
    labels: {
      queue:
        'recharges, withdrawals_in_review, withdrawals_paying, payment_notices, identity, outbox, feed_flags, audit_lines',
    },
  },
  oldest: {
    name: 'touchline_queue_oldest_seconds',
    kind: 'gauge',
    help: 'How long the oldest item of a queue has waited; 0 without one',
    labels: {
      queue:
        'recharges, withdrawals_in_review, withdrawals_paying, payment_notices, identity, outbox, feed_flags, audit_lines',
    },
  },
} as const satisfies Record<string, Figure>;

/** A queue as its module counts it. */
export type QueueRow = { total: number; oldest: Date | null };

/** The figures of a queue. @param nowMs the time */
export const pointsOfQueue = (queue: string, parts: readonly QueueRow[], nowMs: number): Point[] => [
  {
    of: queueFigures.length,
    labels: { queue },
    value: parts.reduce((sum, { total }) => sum + total, 0),
  },
  {
    of: queueFigures.oldest,
    labels: { queue },
    value: parts.reduce(
      (most, { oldest }) => (oldest === null ? most : Math.max(most, secondsSince(oldest, nowMs))),
      0,
    ),
  },
];
