import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '../../testing/database.ts';
import { readConfig } from '../config/config.ts';
import { openConnections, openMain, openQueue } from './connections.ts';
import { patience, type Database, type Patience } from './database.ts';
import { createLog } from '../logging/log.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const open = (env: Record<string, string>): Map<Database, Patience> => {
  const config = readConfig(env);
  const log = createLog('silent');
  const { cashier, lanes, delayed, runs, feed, probe, background } = openConnections(database.url, config, {
    log,
    kin: undefined,
  });
  return new Map<Database, Patience>([
    [openMain(database.url, config, log), patience.calls],
    [openQueue(database.url, config, { log }), patience.queue],
    [cashier, patience.calls],
    [feed, patience.calls],
    [probe, patience.calls],
    [lanes, patience.placing],
    [delayed, patience.placing],
    [runs, patience.settlement],
    [background, patience.background],
  ]);
};

test.each([1, 10])(
  'PostgreSQL holds each connection to %d times the patience of its purpose',
  async (factor) => {
    const opened = open({ PATIENCE_FACTOR: String(factor) });
    for (const [{ pool }, { statementMs, lockMs, idleInTransactionMs }] of opened) {
      const { rows } = await pool.query<{ name: string; setting: string }>(
        `select name, setting from pg_settings
       where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') order by name`,
      );
      expect(rows).toEqual([
        { name: 'idle_in_transaction_session_timeout', setting: String(factor * idleInTransactionMs) },
        { name: 'lock_timeout', setting: String(factor * lockMs) },
        { name: 'statement_timeout', setting: String(factor * statementMs) },
      ]);
    }
    for (const one of opened.keys()) await one.close();
  },
);
