import { join } from 'node:path';
import type { Database } from '@touchline/server/tools/database';
import { ownCheckout, seedByCheckout } from '../lib/checkout.ts';
import { serveChild, type Child } from '../lib/child.ts';
import type { BenchCluster } from '../lib/database.ts';
import { seed, type Seeded } from './seed.ts';

/** The servers of the comparison; `beside` is the batched one of another checkout. */
export type Variant = 'tiny' | 'empty' | 'batched' | 'unsigned' | 'per-bet' | 'beside';

/** A server of the comparison: its own database with members that have money, and a process for each turn. */
export type Peer = {
  variant: Variant;
  database: Database;
  seeded: Seeded;
  /** Requests sent so far: each is one bet. */
  sent: number;
  /** Answers with code 1 so far. */
  acknowledged: number;
  /** Starts the process; stopping it ends all its children. */
  serve(): Promise<Child>;
};

const serverOf = (checkout: string): string => join(checkout, 'tools/bench/place/server.ts');

/**
 * Prepares a peer.
 * @param checkout folder of another checkout, for the variant `beside`: its server runs on its own schema and seed
 */
export const openPeer = async (
  cluster: BenchCluster,
  variant: Variant,
  { members, checkout = ownCheckout }: { members: number; checkout?: string | undefined },
): Promise<Peer> => {
  const name = variant.replace('-', '_');
  const isOther = variant === 'beside';
  const { url, database } = isOther ? await cluster.createEmpty(name) : await cluster.create(name);
  const seeded = isOther ? await seedBy(checkout, url, members) : await seed(database, members);
  return {
    variant,
    database,
    seeded,
    sent: 0,
    acknowledged: 0,
    serve: () =>
      serveChild(serverOf(isOther ? checkout : ownCheckout), {
        name: isOther ? 'batched' : variant,
        env: { DATABASE_URL: url, DATABASE_CONNECTIONS: variant === 'per-bet' ? '16' : '8' },
      }),
  };
};

const seedBy = async (checkout: string, url: string, count: number): Promise<Seeded> => {
  const seeded = await seedByCheckout('place', { checkout, url, count });
  if (!isSeeded(seeded)) throw new Error(`${checkout} sent no seed`);
  return seeded;
};

const isSeeded = (message: unknown): message is Seeded =>
  typeof message === 'object' &&
  message !== null &&
  'tokens' in message &&
  Array.isArray(message.tokens) &&
  'events' in message &&
  Array.isArray(message.events);
