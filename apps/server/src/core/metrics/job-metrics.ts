import type pg from 'pg';
import { secondsSince, type Figure, type Point } from './metrics.ts';

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
