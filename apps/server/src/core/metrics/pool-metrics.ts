import type { Database } from '../database/database.ts';
import type { Figure, Point } from './metrics.ts';
import { GuardedPool } from '../database/guarded-pool.ts';

const pool = { pool: 'calls, cashier, lanes, delayed, runs, feed, probe, background, queue' };

export const poolFigures = {
  connections: {
    name: 'touchline_pool_connections',
    kind: 'gauge',
    help: 'Open connections to the database',
    labels: { ...pool, state: 'idle, busy' },
  },
  max: {
    name: 'touchline_pool_connections_max',
    kind: 'gauge',
    help: 'Connections that a pool may open',
    labels: pool,
  },
  waiting: {
    name: 'touchline_pool_waiting',
    kind: 'gauge',
    help: 'Requests that wait for a connection',
    labels: pool,
  },
  wait: {
    name: 'touchline_pool_wait_seconds',
    kind: 'histogram',
    help: 'How long a connection was waited for',
    labels: pool,
  },
} as const satisfies Record<string, Figure>;

/** The figures of pools, by purpose. */
export const pointsOfPools = (databases: Readonly<Record<string, Pick<Database, 'pool'>>>): Point[] =>
  Object.entries(databases).flatMap(([name, { pool: one }]): Point[] => {
    const labels = { pool: name };
    return [
      { of: poolFigures.connections, labels: { ...labels, state: 'idle' }, value: one.idleCount },
      {
        of: poolFigures.connections,
        labels: { ...labels, state: 'busy' },
        value: one.totalCount - one.idleCount,
      },
      { of: poolFigures.max, labels, value: one.options.max },
      { of: poolFigures.waiting, labels, value: one.waitingCount },
      ...(one instanceof GuardedPool ? [{ of: poolFigures.wait, labels, value: one.waits }] : []),
    ];
  });
