import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';

/** Processor time by kind of process since it began, in microseconds. */
export type Clocks = {
  /** The server under load. */
  server: number;
  /** The connections of PostgreSQL that write bets. */
  placing: number;
  /** All other processes of the same PostgreSQL: folding, reports, the log writer, checkpoints. */
  background: number;
  /** This process, which sends the load. */
  client: number;
};

/** One tick of the clocks in /proc, which Linux fixes at a hundredth of a second for programs. */
const tickMicros = 10_000;
/** Places of user and system time after the name of the process, which may hold spaces, in /proc/PID/stat. */
const own = [11, 12] as const;

const microsByTicks = async (pid: number | string): Promise<number> => {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return own.reduce((sum, place) => sum + Number(fields[place] ?? 0), 0) * tickMicros;
};

/** Processor time of a thread in nanoseconds, the first word of its file; undefined where the kernel does not count them. */
const nanosOfThread = async (pid: number | string, thread: string): Promise<number | undefined> => {
  const text = await readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').catch(() => '');
  const nanos = Number.parseInt(text, 10);
  return Number.isNaN(nanos) ? undefined : nanos;
};

/** Processor time of a process by the threads it has, which a tick is too coarse for; by ticks otherwise. 0 when it has ended. */
const microsOf = async (pid: number | string): Promise<number> => {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const nanos = await Promise.all(threads.map((thread) => nanosOfThread(pid, thread)));
  const counted = nanos.filter((one) => one !== undefined);
  if (counted.length === 0) return microsByTicks(pid);
  return counted.reduce((sum, one) => sum + one, 0) / 1_000;
};

/**
 * Reads the processors' own clocks. What a run costs is the difference of two readings: a process that begins in between counts
 * from its start, and one that ends in between is lost.
 * @param pool any connection to the PostgreSQL
 * @param server process id of the server under load
 * @param placingName name of the connections that write bets
 * @returns undefined where the system has no /proc
 */
export const readClocks = async (
  pool: pg.Pool,
  { server, placingName }: { server: number; placingName: string },
): Promise<Clocks | undefined> => {
  if (process.platform !== 'linux') return undefined;
  const { rows } = await pool.query<{ pid: number; placing: boolean }>(
    `select pid, coalesce(application_name = $1, false) as placing from pg_stat_activity`,
    [placingName],
  );
  const clocks: Clocks = { server: await microsOf(server), placing: 0, background: 0, client: 0 };
  for (const { pid, placing } of rows) clocks[placing ? 'placing' : 'background'] += await microsOf(pid);
  const { user, system } = process.cpuUsage();
  clocks.client = user + system;
  return clocks;
};

/** Processor time of one operation, in microseconds, from readings before and after `count` of them. */
export const perOperation = (before: Clocks, after: Clocks, count: number): Clocks => ({
  server: (after.server - before.server) / count,
  placing: (after.placing - before.placing) / count,
  background: (after.background - before.background) / count,
  client: (after.client - before.client) / count,
});

/**
 * Measures work. @param work answers how many operations it did
 * @returns the processor time of one operation
 * @throws where the system has no /proc
 */
export const costOf = async (
  pool: pg.Pool,
  names: { server: number; placingName: string },
  work: () => Promise<number>,
): Promise<Clocks> => {
  const before = await readClocks(pool, names);
  const count = await work();
  const after = await readClocks(pool, names);
  if (!before || !after)
    throw new Error('processor time is read from /proc, which this system does not have');
  return perOperation(before, after, count);
};
