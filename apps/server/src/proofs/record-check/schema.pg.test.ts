import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it, test } from 'vitest';
import { testDatabase, type TestDatabase } from '../../testing/database.ts';
import { verifyPart } from './part.ts';
import { catalogueFile, readCatalogue, schemaPart } from './schema.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

it('is the catalogue of the migrated database: else npm run codegen', async () => {
  expect(JSON.parse(await readFile(catalogueFile, 'utf8'))).toEqual(await readCatalogue(database.pool));
});

test.each([
  [
    'a trigger that is off',
    'alter table office_audit disable trigger office_audit_refuse',
    'trigger office_audit.office_audit_refuse is',
  ],
  [
    'all triggers off',
    'alter table office_audit_seal disable trigger all',
    'trigger office_audit_seal.office_audit_seal_refuse is',
  ],
  [
    'a foreign key that is not looked at',
    'alter table office_audit_seal disable trigger all',
    'foreign key office_audit_seal.',
  ],
  [
    'a trigger that is gone',
    'drop trigger office_audit_refuse on office_audit',
    'office_audit.office_audit_refuse is missing',
  ],
  [
    'a trigger that does nothing',
    `create or replace function office_audit_refuse() returns trigger language plpgsql as 'begin return null; end'`,
    'function office_audit_refuse()',
  ],
  [
    'a constraint that is gone',
    'alter table wallet drop constraint wallet_available_check',
    'constraint wallet.wallet_available_check is missing',
  ],
  [
    'a constraint that lets old rows be',
    'alter table wallet drop constraint wallet_available_check, add constraint wallet_available_check check (available >= 0) not valid',
    'never validated',
  ],
  [
    'a default',
    "alter table entry alter column at set default now() - interval '1 day'",
    'column entry.at is',
  ],
  ['a rule', 'create rule quiet as on delete to entry do instead nothing', 'rule entry.quiet is'],
  ['row security', 'alter table bet enable row level security', 'table bet is table row security'],
  ['an index that is gone', 'drop index payout_method_once', 'index payout_method_once is missing'],
  [
    'an event trigger',
    `create function quiet() returns event_trigger language plpgsql as 'begin end'; create event trigger quiet on ddl_command_end execute function quiet()`,
    'event trigger quiet',
  ],
])('%s is found', async (_what, spoil, found) => {
  const client = await database.owner.connect();
  try {
    await client.query('begin');
    await client.query(spoil);
    const { examples } = await verifyPart(schemaPart, (work) => work(client), { examples: 20 });
    expect(examples).toContainEqual(expect.stringContaining(found));
  } finally {
    await client.query('rollback');
    client.release();
  }
});
