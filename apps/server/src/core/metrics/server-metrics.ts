import type pg from 'pg';
import type { Database } from '../database/database.ts';
import { GuardedPool } from '../database/guarded-pool.ts';
import { secondsSince, type Figure, type Point } from './metrics.ts';

export const processFigures = {
  build: {
    name: 'touchline_build_info',
    kind: 'gauge',
    help: 'Always 1, with the version of the server',
    labels: { version: 'of the server' },
  },
  ready: {
    name: 'touchline_ready',
    kind: 'gauge',
    help: '1 once the server has started and while it does not stop; /readyz also asks the database',
  },
  turnedAway: {
    name: 'touchline_connections_turned_away_total',
    kind: 'counter',
    help: 'Connections of clients that were closed at once, since the limit of open files allows no more',
  },
  routineFailures: {
    name: 'touchline_routine_failures_total',
    kind: 'counter',
    help: 'Failed turns of work that repeats, which is tried again at its next turn',
    labels: { routine: 'names of routines' },
  },
} as const satisfies Record<string, Figure>;

/** What this process is, and how its routines do. */
export const pointsOfProcess = ({
  version,
  isReady,
  turnedAway,
  failures,
}: {
  version: string;
  isReady: boolean;
  turnedAway: number;
  failures: ReadonlyMap<string, number>;
}): Point[] => [
  { of: processFigures.build, labels: { version }, value: 1 },
  { of: processFigures.ready, value: isReady ? 1 : 0 },
  { of: processFigures.turnedAway, value: turnedAway },
  ...Array.from(failures, ([routine, value]) => ({
    of: processFigures.routineFailures,
    labels: { routine },
    value,
  })),
];

const pool = { pool: 'calls, cashier, lanes, delayed, runs, feed, probe, background, queue' };

export const poolFigures = {
  connections: {
    name: 'touchline_pool_connections',
    kind: 'gauge',
    help: 'Open connections to the database',
    labels: { ...pool, state: 'idle, busy' },
  },
  max: {
    name: 'touchline_pool_connections_max',
    kind: 'gauge',
    help: 'Connections that a pool may open',
    labels: pool,
  },
  waiting: {
    name: 'touchline_pool_waiting',
    kind: 'gauge',
    help: 'Requests that wait for a connection',
    labels: pool,
  },
  wait: {
    name: 'touchline_pool_wait_seconds',
    kind: 'histogram',
    help: 'How long a connection was waited for',
    labels: pool,
  },
} as const satisfies Record<string, Figure>;

/** The figures of pools, by purpose. */
export const pointsOfPools = (databases: Readonly<Record<string, Pick<Database, 'pool'>>>): Point[] =>
  Object.entries(databases).flatMap(([name, { pool: one }]): Point[] => {
    const labels = { pool: name };
    return [
      { of: poolFigures.connections, labels: { ...labels, state: 'idle' }, value: one.idleCount },
      {
        of: poolFigures.connections,
        labels: { ...labels, state: 'busy' },
        value: one.totalCount - one.idleCount,
      },
      { of: poolFigures.max, labels, value: one.options.max },
      { of: poolFigures.waiting, labels, value: one.waitingCount },
      ...(one instanceof GuardedPool ? [{ of: poolFigures.wait, labels, value: one.waits }] : []),
    ];
  });

const labels = { task: 'settle, reprice' };

export const jobFigures = {
  waiting: {
    name: 'touchline_jobs_waiting',
    kind: 'gauge',
    help: 'Jobs in the queue, also those under way',
    labels,
  },
  oldest: {
    name: 'touchline_jobs_oldest_seconds',
    kind: 'gauge',
    help: 'How long the oldest due job has waited; 0 without one',
    labels,
  },
  failed: {
    name: 'touchline_jobs_failed',
    kind: 'gauge',
    help: 'Jobs that have failed as often as they may, and are not tried again',
    labels,
  },
} as const satisfies Record<string, Figure>;

type Row = { task: string; waiting: number; failed: number; oldest: Date | null };

const text = `select task_identifier as task, (count(*) filter (where attempts < max_attempts))::int as waiting,
    (count(*) filter (where attempts >= max_attempts and locked_at is null))::int as failed,
    min(run_at) filter (where attempts < max_attempts and run_at <= now()) as oldest
  from graphile_worker.jobs group by task_identifier`;

/** The figures of the queue of jobs. @param tasks each has figures, also without a job */
export const readJobFigures = async (pool: pg.Pool, tasks: readonly string[]): Promise<Point[]> => {
  const { rows } = await pool.query<Row>(text);
  return tasks.flatMap((task): Point[] => {
    const row = rows.find((one) => one.task === task);
    const oldest = row?.oldest ?? null;
    return [
      { of: jobFigures.waiting, labels: { task }, value: row?.waiting ?? 0 },
      {
        of: jobFigures.oldest,
        labels: { task },
        value: oldest === null ? 0 : secondsSince(oldest, Date.now()),
      },
      { of: jobFigures.failed, labels: { task }, value: row?.failed ?? 0 },
    ];
  });
};
