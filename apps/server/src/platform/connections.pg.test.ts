import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '../testing/database.ts';
import { readConfig } from './config.ts';
import { openConnections, openMain, openQueue } from './connections.ts';
import type { Database } from './database.ts';
import { createLog } from './log.ts';
import { patience, type Patience } from './patience.ts';

let database: TestDatabase;
let opened: Map<Database, Patience>;
beforeAll(async () => {
  database = await testDatabase();
  const config = readConfig({});
  const log = createLog('silent');
  const { cashier, lanes, delayed, runs, feed, probe, background } = openConnections(database.url, config, {
    log,
    kin: undefined,
  });
  opened = new Map<Database, Patience>([
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
});
afterAll(async () => {
  for (const one of opened.keys()) await one.close();
  await database.close();
});

test('PostgreSQL holds each connection to the patience of its purpose', async () => {
  for (const [{ pool }, { statementMs, lockMs, idleInTransactionMs }] of opened) {
    const { rows } = await pool.query<{ name: string; setting: string }>(
      `select name, setting from pg_settings
       where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') order by name`,
    );
    expect(rows).toEqual([
      { name: 'idle_in_transaction_session_timeout', setting: String(idleInTransactionMs) },
      { name: 'lock_timeout', setting: String(lockMs) },
      { name: 'statement_timeout', setting: String(statementMs) },
    ]);
  }
});
