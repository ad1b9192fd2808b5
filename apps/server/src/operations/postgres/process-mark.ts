import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

/** Identifies one process: its number, and its start, since numbers are used again. */
export type ProcessMark = {
  pid: number;
  /** In ticks of the system since it was booted. */
  started: string;
  /** The id that the system was given when it was booted; empty where it has none. */
  boot?: string | undefined;
};

/** The mark of a process of this machine. */
export const markOf = async (pid: number): Promise<Required<ProcessMark>> => ({
  pid,
  started: await startedAt(pid),
  boot: await bootId(),
});

/** The mark of this process. */
export const ownMark = (): Promise<Required<ProcessMark>> => markOf(process.pid);

/**
 * Whether the process of a mark still runs. A process that has ended but has not been collected does not. One whose start the system hides,
 * as systemd does between services (ProtectProc, PrivateUsers), counts as that of the mark unless the machine was booted since: a lock that
 * is kept too long costs a start, and one that is taken from a living server its database.
 */
export const isAlive = async ({ pid, started, boot = '' }: ProcessMark): Promise<boolean> => {
  if (!hasProcess(pid)) return false;
  const now = await startedAt(pid);
  if (now !== '') return now === started && now !== ended;
  return boot === '' || boot === (await bootId());
};

/** Waits until a process has ended. @returns whether it has within the time, milliseconds */
export const hasEnded = async (mark: ProcessMark, withinMs: number): Promise<boolean> => {
  const until = performance.now() + withinMs;
  while (await isAlive(mark)) {
    if (performance.now() > until) return false;
    await wait(5);
  }
  return true;
};

const hasProcess = (pid: number): boolean => {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

const bootId = async (): Promise<string> =>
  (await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')).trim();

/** Instead of the start of a process that has ended and keeps its number until its parent collects it. */
const ended = 'ended';

/** When a process started, in ticks of its system; empty where the system has no /proc, or hides the process. */
const startedAt = async (pid: number): Promise<string> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return state === 'Z' ? ended : (rest[18] ?? '');
};
