import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Database } from '../../../apps/server/src/platform/database.ts';
import type { BenchCluster } from '../lib/database.ts';
import { seed, type Seeded } from './seed.ts';

export const variants = ['empty', 'batched', 'per-bet'] as const;
export type Variant = (typeof variants)[number];

/** A server of the comparison, in a process and on a database of its own. */
export type Peer = {
  port: number;
  database: Database;
  seeded: Seeded;
  /** Answers with code 1 so far. */
  acknowledged: number;
  stop(): Promise<void>;
};

/** Starts a peer with members that have money. */
export const openPeer = async (cluster: BenchCluster, variant: Variant, members: number): Promise<Peer> => {
  const { url, database } = await cluster.create(variant.replace('-', '_'));
  const seeded = await seed(database, members);
  const child = fork(fileURLToPath(new URL('./server.ts', import.meta.url)), [variant], {
    env: { ...process.env, DATABASE_URL: url, DATABASE_CONNECTIONS: variant === 'per-bet' ? '16' : '8' },
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve(Number(message)));
    child.once('exit', (code) => reject(new Error(`the ${variant} server ended with ${code}`)));
  });
  return {
    ...{ port, database, seeded, acknowledged: 0 },
    stop: () =>
      new Promise((resolve) => {
        child.removeAllListeners('exit');
        child.once('exit', () => resolve());
        child.kill('SIGKILL');
      }),
  };
};
