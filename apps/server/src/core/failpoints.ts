/**
 * Receives the place that the process has reached in a settlement, a return of stakes or a turn of the log; does nothing outside
 * tests.
 */
export type Failpoint = (name: FailpointName) => void;

/** Places at which a test kills the process, in the order in which a run passes them. */
export const failpointNames = [
  'grades.written',
  'grades.published',
  'chunk.read',
  'chunk.updated',
  'chunk.paid',
  'chunk.noted',
  'chunk.committed',
  'shards.done',
  'run.finished',
] as const;

/** Places of the public log, in the order in which a turn passes them. */
type LogFailpointName = 'log.appended' | 'log.committed' | 'log.signed' | 'log.noted' | 'log.published';

/** These places, and those of returning the stakes of an excluded member. */
type FailpointName =
  | (typeof failpointNames)[number]
  | LogFailpointName
  | 'totals.read'
  | 'totals.written'
  | 'stakes.returned'
  | 'stakes.committed';

/**
 * Reads from the environment where to kill the process: `FAILPOINT=chunk.paid` kills it there the first time,
 * `chunk.paid:3` the third. As hard as a power failure: no handler runs, nothing is flushed.
 */
export const failpointFrom = (env: Record<string, string | undefined>): Failpoint => {
  const [wanted, times = '1'] = (env['FAILPOINT'] ?? '').split(':');
  let left = Number(times);
  return (name) => {
    if (name !== wanted) return;
    left -= 1;
    if (left <= 0) process.kill(process.pid, 'SIGKILL');
  };
};
