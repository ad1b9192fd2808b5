/** Told where the process is on the path of a settlement or a return of stakes; does nothing but in tests. */
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

/** The same of returning the stakes of a member who was excluded. */
export const returnFailpointNames = ['stakes.returned', 'stakes.committed'] as const;
type FailpointName = (typeof failpointNames)[number] | (typeof returnFailpointNames)[number];

/**
 * Reads which place is deadly from the environment: `FAILPOINT=chunk.paid` kills the process there the first time,
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
