import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from '../../testing/database.ts';
import { schemaTypes, schemaTypesFile } from '../../testing/schema-types.ts';
import { columnsOf, insertInto, type Row } from './rows.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

// Fails with the difference when a migration was written without `npm run codegen`.
it('the types of the schema are those of the migrated database', async () => {
  expect(await readFile(schemaTypesFile, 'utf8')).toBe(await schemaTypes(database.pool));
});

it('a row comes back as it was inserted, by the types of the schema', async () => {
  const columns = ['id', 'shard', 'invariant', 'detail', 'found_at', 'closed_at'] as const;
  const row: Row<'audit_breach'> = {
    id: '01890000-0000-7000-8000-000000000001',
    shard: 3,
    invariant: 'wallet',
    detail: { members: ['a'], amount: '12' },
    found_at: new Date('2026-06-11T19:00:00.123Z'),
    closed_at: null,
  };
  const insert = insertInto('audit_breach', columns);
  const { rows } = await database.pool.query(
    `${insert.text} returning ${columnsOf('audit_breach', 'all')}`,
    insert.values(row),
  );
  expect(rows).toEqual([row]);
});
