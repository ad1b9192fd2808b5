import { fileURLToPath } from 'node:url';
import type { Database } from '../../../apps/server/src/platform/database.ts';
import { serveChild, type Child } from '../lib/child.ts';
import type { BenchCluster } from '../lib/database.ts';
import { seed, type Seeded } from './seed.ts';

export const variants = ['tiny', 'empty', 'batched', 'per-bet'] as const;
export type Variant = (typeof variants)[number];

/** A server of the comparison: its own database with members that have money, and a process for each turn. */
export type Peer = {
  database: Database;
  seeded: Seeded;
  /** Requests sent so far: each is one bet. */
  sent: number;
  /** Answers with code 1 so far. */
  acknowledged: number;
  /** Starts the process; nothing of it is left when it has stopped. */
  serve(): Promise<Child>;
};

/** Prepares a peer. */
export const openPeer = async (cluster: BenchCluster, variant: Variant, members: number): Promise<Peer> => {
  const { url, database } = await cluster.create(variant.replace('-', '_'));
  const seeded = await seed(database, members);
  const program = fileURLToPath(new URL('./server.ts', import.meta.url));
  const connections = variant === 'per-bet' ? '16' : '8';
  const serve = (): Promise<Child> =>
    serveChild(program, { name: variant, env: { DATABASE_URL: url, DATABASE_CONNECTIONS: connections } });
  return { database, seeded, sent: 0, acknowledged: 0, serve };
};
