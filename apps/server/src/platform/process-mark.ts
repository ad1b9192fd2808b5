import { readFile } from 'node:fs/promises';

/** Identifies one process: its number, and its start, since numbers are used again. */
export type ProcessMark = { pid: number; started: string };

/** The mark of this process. */
export const ownMark = async (): Promise<ProcessMark> => ({
  pid: process.pid,
  started: await startedAt(process.pid),
});

/** Whether the process of a mark still runs. A process that has ended but has not been collected does not. */
export const isAlive = async ({ pid, started }: ProcessMark): Promise<boolean> =>
  hasProcess(pid) && (await startedAt(pid)) === started;

const hasProcess = (pid: number): boolean => {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

/** When a process started, in ticks of its system; empty where the system has no /proc. */
const startedAt = async (pid: number): Promise<string> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // A process that has ended keeps its number until its parent collects it.
  return state === 'Z' ? 'ended' : (rest[18] ?? '');
};
