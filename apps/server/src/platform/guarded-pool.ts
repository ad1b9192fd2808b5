import pg from 'pg';
import { connectFault, isDeadNode, ReadOnlyNode, writesText } from './faults.ts';
import { isInsideTransaction, SecondConnection, type TransactionGuard } from './one-connection.ts';

type GiveClient = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (error?: Error | boolean) => void,
) => void;

/** Pools of one database. What one finds out about its node is true for the connections of all. */
export type Kin = Set<{ renew(): void }>;

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
 * a node that is frozen or cannot write, each connection made before is replaced the next time somebody asks for it.
 */
export class GuardedPool extends pg.Pool {
  readonly #guards: PoolGuards;
  #generation = 0;
  readonly #generationOf = new WeakMap<object, number>();
  #isReported = false;

  constructor(config: pg.PoolConfig, guards: PoolGuards) {
    super({ ...config, ...(guards.mustWrite ? { verify: verifyWrites } : {}) });
    this.#guards = guards;
    guards.kin.add(this);
    this.on('connect', (client) => this.#generationOf.set(client, this.#generation));
    this.on('release', (error: unknown, client) => {
      // The failure of a connection from an earlier generation is known already.
      if (isDeadNode(error) && this.#isCurrent(client)) for (const pool of guards.kin) pool.renew();
    });
  }

  /** Replaces every present connection before it is used again. */
  renew(): void {
    this.#generation++;
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
    this.#guards.kin.delete(this);
    await super.end();
  }

  #isCurrent(client: object): boolean {
    return this.#generationOf.get(client) === this.#generation;
  }

  async #take(): Promise<pg.PoolClient> {
    this.#refuseSecond();
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- each turn takes one old connection out of the pool
      const client = await super.connect().catch((error: unknown) => {
        throw connectFault(error);
      });
      if (this.#isCurrent(client)) return client;
      client.release(true);
    }
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

/** A new connection is taken only from a node that can write: an old address may lead to a standby for a while. */
const verifyWrites = (client: pg.PoolClient, done: (error?: Error) => void): void => {
  client.query<{ writes: boolean }>(writesText).then(
    ({ rows }) => done(rows[0]?.writes === true ? undefined : new ReadOnlyNode()),
    (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
  );
};
