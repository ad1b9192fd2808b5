import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from '../../testing/database.ts';
import { sqlPart, verifyPart } from './part.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

it('plans its cursor for all rows, not for the first ones', async () => {
  const client = await database.owner.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const differences = `select current_setting('cursor_tuple_fraction') as detail`;
    const part = sqlPart({ name: 'plan', rows: 'member', differences });
    const { examples } = await verifyPart(part, (work) => work(client), { examples: 5 });
    expect(examples).toEqual(['1']);
  } finally {
    await client.query('rollback');
    client.release();
  }
});
