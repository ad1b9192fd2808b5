import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '../../testing/database.ts';
import { openDatabase, type Database } from './database.ts';
import { outsideTransaction, SecondConnection } from './guarded-pool.ts';
import { derivation, snapshot, transaction } from './transaction.ts';

let database: TestDatabase;
let other: Database;
beforeAll(async () => {
  database = await testDatabase(2);
  other = openDatabase(database.url, 1, () => undefined, { guard: 'throw' });
});
afterAll(async () => {
  await other.close();
  await database.close();
});

test.each([transaction, derivation, snapshot])(
  '%o gets no second connection, of its pool or another',
  async (open) => {
    const second = open(database.pool, () => database.pool.query('select 1'));
    await expect(second).rejects.toThrow(SecondConnection);
    await expect(open(database.pool, () => other.pool.query('select 1'))).rejects.toThrow(SecondConnection);
    await expect(open(database.pool, () => other.pool.connect())).rejects.toThrow(SecondConnection);
    await expect(open(other.pool, () => transaction(database.pool, async () => 1))).rejects.toThrow(
      SecondConnection,
    );
  },
);

test('finds a second connection also behind other calls, and not after the transaction', async () => {
  const deep = async (): Promise<unknown> => {
    await new Promise((resolve) => setImmediate(resolve));
    return Promise.all([1, 2].map(() => other.pool.query('select 1')));
  };
  await expect(transaction(database.pool, deep)).rejects.toThrow(SecondConnection);
  await transaction(database.pool, (client) => client.query('select 1'));
  expect(await deep()).toHaveLength(2);
});

test('lets independent work have a connection', async () => {
  const rows = await transaction(database.pool, () =>
    outsideTransaction(() => other.pool.query<{ one: number }>('select 1 as one')),
  );
  expect(rows.rows).toEqual([{ one: 1 }]);
});

test('only reports where it is set to, once, and lets the call continue', async () => {
  const heard: Error[] = [];
  const quiet = openDatabase(database.url, 1, (error) => heard.push(error), { name: 'quiet', guard: 'log' });
  for (let turn = 0; turn < 3; turn++) await transaction(database.pool, () => quiet.pool.query('select 1'));
  expect(heard.map(({ message }) => message)).toEqual([
    'A transaction asks the pool "quiet" for another connection: pass its client instead',
  ]);
  await quiet.close();
});
