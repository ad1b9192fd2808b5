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

/** Unique indexes of tables with a shard that must hold over all shards. */
const overAllShards = {
  'accounts, addresses, invitations and files are found without their member': [
    'member_account_unique',
    'member_email_unique',
    'member_invitation_unique',
    'member_mobile_unique',
    'member_pkey',
    'upload_place_unique',
    'upload_voucher_file',
    'upload_voucher_pixels',
  ],
  'chains know addresses and no members': ['chain_address_pkey', 'chain_address_xpub_idx_key'],
  'rows of the office, which name members': [
    'adjustment_once',
    'likeness_once',
    'likeness_pkey',
    'office_audit_pkey',
  ],
};

// Rows of a member lie together, and a key with the shard is unique where they are.
it('unique indexes have the shard of their table, but for those that are listed', async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    `select i.relname as name from pg_index x
     join pg_class i on i.oid = x.indexrelid
     join pg_attribute a on a.attrelid = x.indrelid and a.attname = 'shard' and not a.attisdropped
     where x.indisunique and i.relnamespace = 'public'::regnamespace and a.attnum <> all (x.indkey)`,
  );
  expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.values(overAllShards).flat().toSorted());
});
