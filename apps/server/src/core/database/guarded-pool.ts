import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { Buckets } from '../metrics/histogram.ts';
import { connectFault, isAway, isDeadNode, ReadOnlyNode, writesText } from './faults.ts';
import type { Nodes } from './nodes.ts';

/**
 * A transaction asked its pool for another connection in the same call. Enough of these at once stop every
 * call.
 */
export class SecondConnection extends Error {
  constructor(pool: string) {
    super(`A transaction asks the pool "${pool}" for another connection: pass its client instead`);
  }
}

/** What happens when a transaction asks for another connection: it fails, or the log says so once for each pool. */
export type TransactionGuard = 'throw' | 'log';

type Held = { open: boolean };

/** The transaction that the current call has open. One for the process, because a call crosses all pools. */
const held = new AsyncLocalStorage<Held>();

/**
 * Runs `work` as the inside of a transaction. Promises that `work` leaves running count as inside until the
 * transaction ends.
 */
export const insideTransaction = async <T>(work: () => Promise<T>): Promise<T> => {
  const own: Held = { open: true };
  try {
    return await held.run(own, work);
  } finally {
    own.open = false;
  }
};

/** Whether the current call has a transaction open. */
const isInsideTransaction = (): boolean => held.getStore()?.open === true;

/** Runs `work` outside of the caller's transaction: for work that the caller starts and does not wait for. */
export const outsideTransaction = <T>(work: () => T): T => held.exit(work);

type GiveClient = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (error?: Error | boolean) => void,
) => void;

/** Pools of one database. What one finds out about a node is true for the connections of all. */
export type Kin = {
  pools: Set<{ renew(): void; lead(node: string): void }>;
  /** Leads all of them to the node that can write. */
  nodes: Nodes;
};

export type PoolGuards = {
  name: string;
  guard: TransactionGuard;
  /** Takes only connections to a node that can write. */
  mustWrite: boolean;
  kin: Kin;
  /** Receives, once, a transaction that asked for another connection, where that does not fail. */
  onFault: (error: Error) => void;
};

/**
 * A pool that gives no second connection to a transaction, and none to a node that has failed: when one connection meets
 * a node that is frozen or cannot write, each connection made before is replaced at its next use.
 */
export class GuardedPool extends pg.Pool {
  /** How long connections were waited for, seconds. */
  readonly waits = new Buckets();
  readonly #guards: PoolGuards;
  readonly #generations: Generations;
  /** The node that connections are made to. */
  #node: string;
  /** Connections in use. */
  readonly #taken = new Set<pg.PoolClient>();
  #isReported = false;

  constructor(config: pg.PoolConfig, guards: PoolGuards) {
    const node = guards.kin.nodes.current();
    const generations: Generations = { now: 0, of: new WeakMap() };
    super({
      ...config,
      connectionString: node,
      Client: clientOf(generations),
      ...(guards.mustWrite ? { verify: verifyWrites } : {}),
    });
    this.#guards = guards;
    this.#generations = generations;
    this.#node = node;
    guards.kin.pools.add(this);
    this.on('acquire', (client) => this.#taken.add(client));
    this.on('remove', (client) => this.#taken.delete(client));
    this.on('release', (error: unknown, client) => {
      this.#taken.delete(client);
      // The failure of a connection from an earlier generation is known already.
      if (!isDeadNode(error) || !this.#isCurrent(client)) return;
      guards.kin.nodes.lost(this.#node);
      for (const pool of guards.kin.pools) pool.renew();
    });
  }

  /** Replaces every present connection before it is used again. */
  renew(): void {
    this.#generations.now++;
  }

  /**
   * Goes over to another node. Connections to the one before are replaced before they are used again, and those in use end at once:
   * what they still wait for would be answered by a node that is no part of the database any more.
   */
  lead(node: string): void {
    if (node === this.#node) return;
    this.#node = node;
    this.options.connectionString = node;
    this.renew();
    for (const client of this.#taken)
      if (client instanceof pg.Client) void client.end().catch(() => undefined);
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(give: GiveClient): void;
  override connect(give?: GiveClient): Promise<pg.PoolClient> | undefined {
    const taking = this.#take();
    if (give === undefined) return taking;
    taking.then(
      (client) => give(undefined, client, (error) => client.release(error)),
      (error: unknown) =>
        give(error instanceof Error ? error : new Error(String(error)), undefined, () => undefined),
    );
    return undefined;
  }

  override async end(): Promise<void> {
    this.#guards.kin.pools.delete(this);
    await super.end();
  }

  #isCurrent(client: object): boolean {
    return this.#generations.of.get(client) === this.#generations.now;
  }

  async #take(): Promise<pg.PoolClient> {
    this.#refuseSecond();
    const startedMs = performance.now();
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- each turn takes one old connection out of the pool
      const client = await this.#connect();
      if (this.#isCurrent(client)) {
        this.waits.observeSince(startedMs);
        return client;
      }
      client.release(true);
    }
  }

  /** A connection of the pool, made to the node that can write where there are several. */
  async #connect(): Promise<pg.PoolClient> {
    const { nodes } = this.#guards.kin;
    if (!nodes.areSeveral) return this.#connectOnce();
    await this.#follow();
    const node = this.#node;
    try {
      return await this.#connectOnce();
    } catch (error) {
      if (!isAway(error)) throw error;
      nodes.lost(node);
    }
    // Another node may have taken over already: then no call notices.
    await this.#follow();
    return this.#connectOnce();
  }

  async #connectOnce(): Promise<pg.PoolClient> {
    return super.connect().catch((error: unknown) => {
      throw connectFault(error);
    });
  }

  /** Finds the node that can write, for all pools of the database. */
  async #follow(): Promise<void> {
    const { nodes, pools } = this.#guards.kin;
    const node = await nodes.find().catch((error: unknown) => {
      throw connectFault(error);
    });
    for (const pool of pools) pool.lead(node);
  }

  #refuseSecond(): void {
    if (!isInsideTransaction()) return;
    const error = new SecondConnection(this.#guards.name);
    if (this.#guards.guard === 'throw') throw error;
    if (this.#isReported) return;
    this.#isReported = true;
    this.#guards.onFault(error);
  }
}

/** Connections by the generation in which they were begun. */
type Generations = { now: number; of: WeakMap<object, number> };

/**
 * Connections that know when they were begun. One that a frozen node kept waiting is not younger for having come about at last.
 */
const clientOf = (generations: Generations) =>
  class extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super(config);
      generations.of.set(this, generations.now);
    }
  };

/** A new connection is taken only from a node that can write: an old address may lead to a standby for a while. */
const verifyWrites = (client: pg.PoolClient, done: (error?: Error) => void): void => {
  client.query<{ writes: boolean }>(writesText).then(
    ({ rows }) => done(rows[0]?.writes === true ? undefined : new ReadOnlyNode()),
    (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
  );
};
