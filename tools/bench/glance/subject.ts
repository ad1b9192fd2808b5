import type { BenchCluster } from '../lib/database.ts';

/** Processor time of one operation by the part that spends it, in microseconds. */
export type Costs = Readonly<Record<string, number>>;

/** What a glance measures, open and warm. */
export type Subject = {
  /** The peer of the same run that each part is a multiple of. */
  peers: Readonly<Record<string, string>>;
  /** Does a fixed amount of work. @returns what one operation cost */
  turn(): Promise<Costs>;
  close(): Promise<void>;
};

/** Opens a subject in a cluster of its own. */
export type OpenSubject = (cluster: BenchCluster) => Promise<Subject>;
