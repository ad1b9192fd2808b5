import { afterAll, beforeAll, expect, it, test } from 'vitest';
import { prepareDatabase } from '../../core/database/prepare.ts';
import { testDatabase, type TestDatabase } from '../../testing/database.ts';
import { verifyPart } from './part.ts';
import { rightsPart } from './rights.ts';

const server = 'touchline_app';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await prepareDatabase({ url: database.url, ownerUrl: database.ownerUrl });
});
afterAll(() => database.close());

const examplesAfter = async (spoil: string, role?: string): Promise<string[]> => {
  const client = await database.owner.connect();
  try {
    await client.query('begin');
    await client.query(spoil);
    const { examples } = await verifyPart(rightsPart(role), (work) => work(client), { examples: 500 });
    return examples;
  } finally {
    await client.query('rollback');
    client.release();
  }
};

it('a prepared database has no difference, with the server’s role known or not', async () => {
  expect(await examplesAfter('select 1')).toEqual([]);
  expect(await examplesAfter('select 1', server)).toEqual([]);
});

it('a role that only reads is no difference', async () => {
  expect(await examplesAfter('create role reports; grant select on entry to reports', server)).toEqual([]);
});

test.each([
  [
    'a table given to the server’s role, which may then switch its triggers off',
    `alter table office_audit owner to ${server}`,
    `table office_audit belongs to ${server}`,
  ],
  [
    'a function given to the server’s role',
    `alter function office_audit_refuse() owner to ${server}`,
    `function office_audit_refuse() belongs to ${server}`,
  ],
  [
    'an update of what is only added to',
    `grant update on entry to ${server}`,
    `${server} may update on entry`,
  ],
  [
    'an update of one of its columns',
    `grant update (amount) on entry to ${server}`,
    `${server} may update on entry.amount`,
  ],
  [
    'triggers on a table',
    `grant trigger on office_audit to ${server}`,
    `${server} may trigger on office_audit`,
  ],
  ['a table emptied at once', `grant truncate on bet to ${server}`, `${server} may truncate on bet`],
  ['a right of everybody', 'grant insert on wallet to public', 'everybody may insert on wallet'],
  [
    'a right that may be passed on',
    `grant select on bet to ${server} with grant option`,
    `${server} may select on bet, and grant that`,
  ],
  [
    'the membership of the owner',
    `grant touchline to ${server}`,
    `${server}, with rights on tables, is a member of the owner`,
  ],
  ['a superuser', `alter role ${server} superuser`, `${server}, with rights on tables, is a superuser`],
  [
    'tables of its own',
    `grant create on schema public to ${server}`,
    `${server} may make things in the schema`,
  ],
  [
    'triggers that are off for a role',
    `alter role ${server} set session_replication_role = replica`,
    `triggers are off for ${server}`,
  ],
  [
    'the right to switch triggers off',
    `grant set on parameter session_replication_role to ${server}`,
    `${server} may set session_replication_role`,
  ],
])('%s is found', async (_what, spoil, found) => {
  expect(await examplesAfter(spoil)).toContainEqual(expect.stringContaining(found));
  expect(await examplesAfter(spoil, server)).toContainEqual(expect.stringContaining(found));
});

test('differences that only show with the server’s role known', async () => {
  const tables = await database.owner.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  );
  const all = tables.rows.map(({ name }) => `alter table ${name} owner to ${server}`).join(';');
  expect(await examplesAfter(all, server)).toContainEqual(
    expect.stringContaining(`table entry belongs to ${server}, whose rights the server's role has`),
  );
  const other = 'create role writer; grant insert on entry to writer';
  expect(await examplesAfter(other)).toEqual([]);
  expect(await examplesAfter(other, server)).toEqual(['writer may insert on entry']);
});
