import { setTimeout as wait } from 'node:timers/promises';
import { Gauge, type Registry } from '@prometheus-io/client';
import type pg from 'pg';
import { isAway, ReadOnlyNode, writesText } from './faults.ts';
import { placingName, settlementName } from './transaction.ts';
import type { Config } from '../config/config.ts';
import {
  openDatabase,
  patience,
  slowed,
  steadyPlans,
  type Database,
  type DatabaseOptions,
  type Patience,
} from './database.ts';
import { GuardedPool, SecondConnection, type Kin } from './guarded-pool.ts';
import type { Log } from '../logging/log.ts';
import { BucketHistogram } from '../metrics/histogram.ts';
import { createNodes } from './nodes.ts';
import { Standby } from './standby.ts';

/** Two runs at once. Each has three workers, of which one computes while two use the database. */
const settlementConnections = 4;

/** The leads of two feeds keep one each; prices, results and the decisions of traders share the others. */
const feedConnections = 6;

/** Reports, sums and audits: few at once, each long. */
const backgroundConnections = 3;

/** Connections, apart from each other so that one kind of work does not wait for another. */
export type Connections = {
  /** The calls of members and operators. */
  calls: Database;
  /** Connections of the cashier. Planning the ledger's statements costs more than running them, so plans are made once. */
  cashier: Database;
  /** A bet waits for no other query, and settlement can see when all placing that began before a given time has ended. */
  lanes: Database;
  /** Also known to settlement as placing; apart from the lanes, so that no order before kick-off waits behind one in play. */
  delayed: Database;
  /** By which settlement runs see each other. */
  runs: Database;
  /** For feeds, prices and traders, so that the load of members delays no price and no stop. */
  feed: Database;
  /** One connection that asks whether the database can write, behind no call. */
  probe: Database;
  /** Connections for sums over many rows. No call waits for them, so their statements may take longer than those of calls. */
  background: Database;
};

/** What pools of one server share. */
type Shared = {
  config: Pick<Config, 'TRANSACTION_GUARD' | 'PATIENCE_FACTOR'>;
  log: Log;
  kin?: Kin | undefined;
};

/** Options of a pool of the server, which needs a node that can write. */
const serverPool = ({ config, kin }: Omit<Shared, 'log'>, of: Patience): DatabaseOptions => ({
  patience: slowed(of, config.PATIENCE_FACTOR),
  guard: config.TRANSACTION_GUARD,
  mustWrite: true,
  ...(kin && { kin }),
});

/** Says in the log that a connection was lost. */
export const onLost =
  (log: Log, what: string) =>
  (error: Error): void => {
    if (error instanceof SecondConnection)
      log.error({ err: error }, 'a transaction asked for another connection');
    else log.warn({ err: error }, `a ${what} connection was lost`);
  };

/** Opens the connections of a server in addition to those of its calls. */
export const openConnections = (
  url: string,
  config: Config,
  { log, kin }: Omit<Shared, 'config'>,
): Omit<Connections, 'calls'> => {
  const open = (what: string, size: number, of: Patience, options: DatabaseOptions = {}): Database =>
    openDatabase(url, size, onLost(log, what), {
      ...serverPool({ config, kin }, of),
      ...options,
    });
  const steady = { settings: steadyPlans };
  return {
    cashier: open('cashier', config.CASHIER_CONNECTIONS, patience.calls, {
      ...steady,
      name: 'touchline cashier',
    }),
    lanes: open('placing', config.PLACING_LANES, patience.placing, { ...steady, name: placingName }),
    delayed: open('delayed placing', 2, patience.placing, { ...steady, name: placingName }),
    runs: open('settlement', settlementConnections, patience.settlement, { ...steady, name: settlementName }),
    feed: open('feed', feedConnections, patience.calls, { name: 'touchline feed' }),
    probe: open('probe', 1, patience.calls, { name: 'touchline probe' }),
    background: open('background', backgroundConnections, patience.background, {
      name: 'touchline background',
    }),
  };
};

/** Connections to a standby, for reads alone. */
const standbyConnections = 4;

/** Opens the standby of the settings, if there is one. @param probe connections that ask the primary where it is */
export const openStandby = (config: Config, probe: Database, log: Log): Standby | undefined => {
  const { DATABASE_STANDBY_URL: url, DATABASE_STANDBY_SECONDS: seconds, PATIENCE_FACTOR: factor } = config;
  if (url === undefined) return undefined;
  const standby = openDatabase(url, standbyConnections, onLost(log, 'standby'), {
    patience: slowed(patience.calls, factor),
    guard: config.TRANSACTION_GUARD,
    name: 'touchline standby',
    kin: { pools: new Set(), nodes: createNodes(url, { wanted: 'standby' }) },
  });
  return new Standby({
    standby,
    primary: probe.pool,
    mostMs: seconds * 1_000,
    onFault: (error) => log.warn({ err: error }, 'the standby did not answer: the primary does'),
  });
};

/** Opens the connections of the calls of members and operators. */
export const openMain = (url: string, config: Config, log: Log): Database =>
  openDatabase(
    url,
    config.DATABASE_CONNECTIONS,
    onLost(log, 'database'),
    serverPool({ config }, patience.calls),
  );

/** One that listens for new jobs, and what two jobs at once need of the queue. */
export const queueConnections = 4;

/** Connections of the queue of jobs, which puts ids into JSON and takes no bigint. */
export const openQueue = (url: string, config: Config, { log, kin }: Omit<Shared, 'config'>): Database =>
  openDatabase(url, queueConnections, onLost(log, 'queue'), {
    ...serverPool({ config, kin }, patience.queue),
    name: 'touchline queue',
    plainTypes: true,
  });

/** Registers how busy pools are. @param databases by the name of their pool */
export const registerPools = (
  metrics: Registry,
  databases: Readonly<Record<string, Pick<Database, 'pool'>>>,
): void => {
  const pools = Object.entries(databases);
  const waits = new BucketHistogram({
    name: 'touchline_pool_wait_seconds',
    help: 'How long a connection was waited for',
    labelNames: ['pool'],
    registers: [metrics],
  });
  for (const [name, { pool }] of pools)
    if (pool instanceof GuardedPool) waits.add({ pool: name }, pool.waits);
  new Gauge({
    name: 'touchline_pool_connections',
    help: 'Open connections to the database',
    labelNames: ['pool', 'state'],
    registers: [metrics],
    collect() {
      for (const [name, { pool }] of pools) {
        this.set({ pool: name, state: 'idle' }, pool.idleCount);
        this.set({ pool: name, state: 'busy' }, pool.totalCount - pool.idleCount);
      }
    },
  });
  new Gauge({
    name: 'touchline_pool_connections_max',
    help: 'Connections that a pool may open',
    labelNames: ['pool'],
    registers: [metrics],
    collect() {
      for (const [name, { pool }] of pools) this.set({ pool: name }, pool.options.max);
    },
  });
  new Gauge({
    name: 'touchline_pool_waiting',
    help: 'Requests that wait for a connection',
    labelNames: ['pool'],
    registers: [metrics],
    collect() {
      for (const [name, { pool }] of pools) this.set({ pool: name }, pool.waitingCount);
    },
  });
};

/** An answer is used again for this long. */
const keepMs = 250;

export type Readiness = {
  /** Whether the database can write, within the time limit: no answer counts as no. */
  isReady: () => Promise<boolean>;
  /** Looks once. @throws when the database is away or cannot write; its pools are renewed then */
  look: () => Promise<void>;
};

/**
 * Checks whether the database can write. Simultaneous checks share one query.
 * @param pool a separate connection, so that no call delays the check
 * @param withinMs how long it waits for an answer
 */
export const createReadiness = ({
  pool,
  withinMs = 2_000,
}: {
  pool: pg.Pool;
  withinMs?: number;
}): Readiness => {
  const look = async (): Promise<void> => {
    const client = await pool.connect();
    let failure: Error | undefined;
    try {
      const { rows } = await client.query<{ writes: boolean }>(writesText);
      if (rows[0]?.writes !== true) throw new ReadOnlyNode();
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error));
      throw error;
    } finally {
      client.release(failure);
    }
  };

  let looking: Promise<boolean> | undefined;
  const begin = (): Promise<boolean> => {
    looking ??= look()
      .then(
        () => true,
        () => false,
      )
      .finally(() => setTimeout(() => (looking = undefined), keepMs).unref());
    return looking;
  };

  return {
    isReady: () => Promise.race([begin(), wait(withinMs, false, { ref: false })]),
    look,
  };
};

const lookAgainMs = 500;

/**
 * Waits for a database that is starting, failing over or not there yet.
 * @param look checks it once
 * @param waitMs how long it may take
 * @param onWait called once when the wait begins, with the reason
 * @throws the error of the last check; at once, when it does not mean that the database is away
 */
export const waitForDatabase = async (
  look: () => Promise<unknown>,
  waitMs: number,
  onWait: (error: unknown) => void,
): Promise<void> => {
  const endMs = performance.now() + waitMs;
  for (let attempt = 1; ; attempt++) {
    try {
      await look();
      return;
    } catch (error) {
      if (!isAway(error) || performance.now() >= endMs) throw error;
      if (attempt === 1) onWait(error);
      await wait(Math.min(lookAgainMs, endMs - performance.now()));
    }
  }
};
