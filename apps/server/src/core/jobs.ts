import { EventEmitter } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Counter, Gauge, type Registry } from '@prometheus-io/client';
import { Logger, run, runMigrations, type Runner, type TaskList, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import type { Database, Queryable } from './database/database.ts';
import type { Log } from './logging/log.ts';
import { traced } from './logging/spans.ts';
import { secondsSince, type StoredMetrics } from './metrics/stored-metrics.ts';
import { aborted } from './process.ts';

/** Jobs that can be queued: a task's name and its payload. */
export type JobPayloads = {
  settle: { eventId: string; version: number };
  reprice: { scope: 'site' | 'competition' | 'event'; id: string };
};
export type JobName = keyof JobPayloads;
const jobNames: readonly JobName[] = ['settle', 'reprice'];
/** The handler of each task, with a parsed payload. It must be safe to run again. */
export type JobHandlers = { [N in JobName]: (payload: JobPayloads[N]) => Promise<void> };

/** Work that repeats after a pause. */
export type Routine = {
  name: string;
  everyMs: number;
  /** The first turn, when it is sooner: for work that may have been left while the server was down. */
  firstMs?: number;
  run: () => Promise<unknown>;
};

/** Prepares the queue's own tables. */
export const migrateJobs = (pool: pg.Pool): Promise<void> => runMigrations({ pgPool: pool, logger: quiet });

/**
 * Queues a job as part of the caller's transaction. A job with the same `jobKey` as a waiting one is not
 * queued again.
 */
export const enqueue = async <N extends JobName>(
  q: Queryable,
  name: N,
  payload: JobPayloads[N],
  jobKey: string,
): Promise<void> => {
  await q.query(
    `select graphile_worker.add_job($1, payload => $2::json, job_key => $3, job_key_mode => 'preserve_run_at')`,
    [name, JSON.stringify(payload), jobKey],
  );
};

/** How long the queue rests before it starts again, milliseconds. */
const restMs = 1_000;

/**
 * Runs queued jobs and routines until it is stopped; stopping waits for jobs under way. A failed job is
 * recorded and tried again later. A job that was done but could not be marked as done runs again.
 * @param database separate connections, which read numbers as the driver does: the queue puts ids of jobs
 *   into JSON
 */
export const startJobs = async ({
  database,
  handlers,
  routines,
  log,
  metrics,
}: {
  database: Pick<Database, 'pool'>;
  handlers: JobHandlers;
  routines: readonly Routine[];
  log: Log;
  metrics: Registry;
}): Promise<{ stop(): Promise<void> }> => {
  const stopQueue = await startQueue(database.pool, handlers, log);
  const failures = new Counter({
    name: 'touchline_routine_failures_total',
    help: 'Failed turns of work that repeats, which is tried again at its next turn',
    labelNames: ['routine'],
    registers: [metrics],
  });
  const stopRoutines = routines.map((routine) => repeat(routine, log, failures));
  return {
    stop: async () => {
      await Promise.all(stopRoutines.map((stop) => stop()));
      await stopQueue();
    },
  };
};

const asJob = (name: JobName, run: () => Promise<void>): Promise<void> =>
  traced(() => ({ name: `job ${name}`, kind: 'job', attributes: { 'touchline.task': name } }), run);

/**
 * Starts the queue, and starts it again whenever it ends without a stop: the library gives up when it cannot mark
 * a job, as when the database is away.
 * @returns stops it
 */
const startQueue = async (pool: pg.Pool, handlers: JobHandlers, log: Log): Promise<() => Promise<void>> => {
  const taskList: TaskList = {
    settle: (payload) => asJob('settle', () => handlers.settle(readSettle(payload))),
    reprice: (payload) => asJob('reprice', () => handlers.reprice(readReprice(payload))),
  };
  let workerId = '';
  const start = (): Promise<Runner> => {
    const events: WorkerEvents = new EventEmitter();
    events.on('pool:create', ({ workerPool }) => {
      workerId = workerPool.id;
    });
    return run({
      pgPool: pool,
      taskList,
      events,
      noHandleSignals: true,
      logger: toLog(log),
      preset: {
        worker: {
          concurrentJobs: 2,
          pollInterval: 1_000,
          // Marks jobs in batches. The library handles the failure of a batch, and its stop waits for one. The failure to
          // mark a single job would be an unhandled rejection, which stops the whole process.
          completeJobBatchDelay: 0,
          failJobBatchDelay: 0,
        },
      },
    });
  };
  /** Jobs that the ended queue could not mark would stay locked for hours. */
  const restart = async (): Promise<Runner> => {
    await pool.query('select graphile_worker.force_unlock_workers($1)', [[workerId]]);
    return start();
  };

  const stopping = new AbortController();
  const keep = async (first: Runner): Promise<void> => {
    let runner: Runner | undefined = first;
    const report = (error: unknown) => log.error({ err: error }, 'the queue of jobs ended, and starts again');
    for (;;) {
      // oxlint-disable no-await-in-loop -- one after the other
      if (runner) await runToEnd(runner, stopping.signal).catch(report);
      if (stopping.signal.aborted) return;
      await wait(restMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      runner = await restart().catch((error: unknown) => {
        report(error);
        return undefined;
      });
      // oxlint-enable no-await-in-loop
    }
  };
  const kept = keep(await start());
  return async () => {
    stopping.abort();
    await kept;
  };
};

/** Resolves once the queue has ended, with or without a stop. */
const runToEnd = async (runner: Runner, stopping: AbortSignal): Promise<void> => {
  await Promise.race([runner.promise, aborted(stopping)]);
  // A queue that is already ending refuses to be stopped.
  if (stopping.aborted) await runner.stop().catch(() => undefined);
  await runner.promise;
};

const readSettle = (payload: unknown): JobPayloads['settle'] => {
  if (typeof payload === 'object' && payload !== null && 'eventId' in payload && 'version' in payload) {
    const { eventId, version } = payload;
    if (typeof eventId === 'string' && typeof version === 'number') return { eventId, version };
  }
  throw new Error('A settle job needs eventId and version');
};

const readReprice = (payload: unknown): JobPayloads['reprice'] => {
  if (typeof payload === 'object' && payload !== null && 'scope' in payload && 'id' in payload) {
    const { scope, id } = payload;
    const isScope = scope === 'site' || scope === 'competition' || scope === 'event';
    if (isScope && typeof id === 'string') return { scope, id };
  }
  throw new Error('A reprice job needs scope and id');
};

/** Runs a routine after each pause, never twice at once; a failure is logged, counted and does not end the turns. */
const repeat = (
  { name, everyMs, firstMs = everyMs, run: work }: Routine,
  log: Log,
  failures: Counter<'routine'>,
): (() => Promise<void>) => {
  failures.inc({ routine: name }, 0);
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let turn: Promise<void> = Promise.resolve();
  const next = (afterMs = everyMs) => {
    if (stopped) return;
    timer = setTimeout(() => {
      turn = work()
        .then(() => undefined)
        .catch((error: unknown) => {
          failures.inc({ routine: name });
          log.error({ err: error, routine: name }, 'a routine failed');
        })
        .then(() => next());
    }, afterMs);
  };
  next(firstMs);
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await turn;
  };
};

const toLog = (log: Log): Logger =>
  new Logger(() => (level, message) => {
    if (level === 'error') log.error(message);
    else if (level === 'warning') log.warn(message);
    else log.debug(message);
  });
const quiet = new Logger(() => () => undefined);

type TaskRow = { task: string; waiting: number; failed: number; oldest: Date | null };

const tasksText = `select task_identifier as task, (count(*) filter (where attempts < max_attempts))::int as waiting,
    (count(*) filter (where attempts >= max_attempts and locked_at is null))::int as failed,
    min(run_at) filter (where attempts < max_attempts and run_at <= now()) as oldest
  from graphile_worker.jobs group by task_identifier`;

/** How many jobs wait and have failed, by task. @param pool connections that no call waits for */
export const jobMetrics = (metrics: Registry, pool: pg.Pool): StoredMetrics => {
  const labelNames = ['task'] as const;
  const registers = [metrics];
  const waiting = new Gauge({
    name: 'touchline_jobs_waiting',
    help: 'Jobs in the queue, also those under way',
    labelNames,
    registers,
  });
  const oldest = new Gauge({
    name: 'touchline_jobs_oldest_seconds',
    help: 'How long the oldest due job has waited; 0 without one',
    labelNames,
    registers,
  });
  const failed = new Gauge({
    name: 'touchline_jobs_failed',
    help: 'Jobs that have failed as often as they may, and are not tried again',
    labelNames,
    registers,
  });
  return {
    gauges: [waiting, oldest, failed],
    read: async () => {
      const { rows } = await pool.query<TaskRow>(tasksText);
      // Each task has its values, also without a job.
      for (const task of jobNames) {
        const row = rows.find((one) => one.task === task);
        waiting.set({ task }, row?.waiting ?? 0);
        oldest.set({ task }, row?.oldest ? secondsSince(row.oldest, Date.now()) : 0);
        failed.set({ task }, row?.failed ?? 0);
      }
    },
  };
};
