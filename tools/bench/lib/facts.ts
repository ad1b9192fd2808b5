import { execFile } from 'node:child_process';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { promisify } from 'node:util';
import { ownCheckout } from './checkout.ts';

/** When, of what and where something was measured. */
export type Facts = {
  at: string;
  commit: string;
  /** Files that differed from the commit. */
  changed: number;
  machine: {
    processors: number;
    model: string;
    memoryGb: number;
    node: string;
    /** Processes that ran or waited for a processor during the minute before. */
    load: number;
  };
};

const git = async (...args: string[]): Promise<string> =>
  (await promisify(execFile)('git', args, { cwd: ownCheckout })).stdout.trim();

export const commitOf = (): Promise<string> => git('rev-parse', '--short=8', 'HEAD');

/** Files that differ from the commit, but for what benchmarks write themselves. */
export const changedFiles = async (): Promise<string[]> => {
  const status = await git(
    'status',
    '--porcelain',
    '--',
    '.',
    ':!tools/bench/results',
    ':!tools/bench/record.json',
    ':!docs/performance.md',
  );
  return status
    .split('\n')
    .filter(Boolean)
    .map((line) => line.slice(3));
};

export const readFacts = async (): Promise<Facts> => ({
  at: new Date().toISOString(),
  commit: await commitOf(),
  changed: (await changedFiles()).length,
  machine: {
    processors: availableParallelism(),
    model: cpus()[0]?.model ?? 'unknown',
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.versions.node,
    load: Number((loadavg()[0] ?? 0).toFixed(1)),
  },
});
