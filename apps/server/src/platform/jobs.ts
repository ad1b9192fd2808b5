import { Logger, run, runMigrations, type Runner, type TaskList } from 'graphile-worker';
import type pg from 'pg';
import type { Database, Queryable } from './database.ts';
import type { Log } from './log.ts';

/** What can be asked of the background: a task's name and its payload. */
export type JobPayloads = {
  settle: { eventId: string; version: number };
  reprice: { scope: 'site' | 'competition' | 'event'; id: string };
};
export type JobName = keyof JobPayloads;
/** The handler of each task, parsed payload in. Must be safe to run again. */
export type JobHandlers = { [N in JobName]: (payload: JobPayloads[N]) => Promise<void> };

/** Work that is done again every so often. */
export type Routine = {
  name: string;
  everyMs: number;
  /** Its first turn, when that is sooner: for what may have been left while the server was down. */
  firstMs?: number;
  run: () => Promise<unknown>;
};

/** Prepares the queue's own tables. */
export const migrateJobs = (pool: pg.Pool): Promise<void> => runMigrations({ pgPool: pool, logger: quiet });

/**
 * Queues a job as part of the caller's transaction. A job of the same `jobKey` that still waits is not queued twice.
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

/**
 * Runs queued jobs and routines until it is stopped; stopping waits for what is under way. A job that fails is written down and
 * tried again later.
 * @param database connections of its own, which read numbers as the driver does: the queue puts ids of jobs into JSON
 */
export const startJobs = async ({
  database,
  handlers,
  routines,
  log,
}: {
  database: Pick<Database, 'pool'>;
  handlers: JobHandlers;
  routines: readonly Routine[];
  log: Log;
}): Promise<{ stop(): Promise<void> }> => {
  const taskList: TaskList = {
    settle: (payload) => handlers.settle(readSettle(payload)),
    reprice: (payload) => handlers.reprice(readReprice(payload)),
  };
  const runner: Runner = await run({
    pgPool: database.pool,
    taskList,
    concurrency: 2,
    pollInterval: 1_000,
    noHandleSignals: true,
    logger: toLog(log),
  });
  const stopRoutines = routines.map((routine) => repeat(routine, log));
  return {
    stop: async () => {
      await Promise.all(stopRoutines.map((stop) => stop()));
      await runner.stop();
    },
  };
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

/** Runs a routine after each pause, never twice at once; a failure is logged and the next turn comes all the same. */
const repeat = (
  { name, everyMs, firstMs = everyMs, run: work }: Routine,
  log: Log,
): (() => Promise<void>) => {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let turn: Promise<void> = Promise.resolve();
  const next = (afterMs = everyMs) => {
    if (stopped) return;
    timer = setTimeout(() => {
      turn = work()
        .then(() => undefined)
        .catch((error: unknown) => log.error({ err: error, routine: name }, 'a routine failed'))
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
