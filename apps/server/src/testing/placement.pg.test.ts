import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '../testing/database.ts';
import { groupViews, placement } from './placement.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const placeOf = new Map(
  Object.entries(placement).flatMap(([place, tables]) =>
    tables.map((table): [string, string] => [table, place]),
  ),
);
const inGroup = [...placement.group];

const names = async (text: string, values: unknown[] = []): Promise<string[]> =>
  (await database.pool.query<{ name: string }>(text, values)).rows.map((row) => row.name).toSorted();

test('every table is placed exactly once', async () => {
  const all = Object.values(placement).flat().toSorted();
  const existing = await names(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  );
  expect(all).toEqual(existing);
});

test('views over tables of a group are listed', async () => {
  expect([...groupViews]).toEqual(
    await names(`select viewname as name from pg_views where schemaname = 'public'`),
  );
});

// A key that Citus is to keep unique must say where to look.
test('a table of a group has its shard in every unique index', async () => {
  const without = await names(
    `select i.relname as name from pg_index x
     join pg_class i on i.oid = x.indexrelid
     where x.indisunique and x.indrelid::regclass::text = any($1)
       and not exists (
         select from pg_attribute a where a.attrelid = x.indrelid and a.attname = 'shard' and a.attnum = any(x.indkey))`,
    [inGroup],
  );
  expect(without).toEqual([]);
  const keyless = await names(
    `select t as name from unnest($1::text[]) t
     where not exists (select from pg_index x where x.indrelid = t::regclass and x.indisprimary)`,
    [inGroup],
  );
  expect(keyless).toEqual([]);
});

test('a table of a group has no trigger, and no number that each node would count for itself', async () => {
  expect(
    await names(
      `select tgname as name from pg_trigger where not tgisinternal and tgrelid::regclass::text = any($1)
       union all
       select attrelid::regclass || '.' || attname from pg_attribute
       where attidentity <> '' and attrelid::regclass::text = any($1)`,
      [inGroup],
    ),
  ).toEqual([]);
});

test('foreign keys are of the kinds that Citus keeps', async () => {
  const { rows } = await database.pool.query<{ name: string; own: string; other: string; sharded: boolean }>(
    `select conname as name, conrelid::regclass::text as own, confrelid::regclass::text as other, exists (
       select from unnest(conkey, confkey) k(mine, theirs)
       join pg_attribute a on a.attrelid = conrelid and a.attnum = k.mine and a.attname = 'shard'
       join pg_attribute b on b.attrelid = confrelid and b.attnum = k.theirs and b.attname = 'shard') as sharded
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
  expect(rows.length).toBeGreaterThan(10);
  const refused = rows.filter(({ own, other, sharded }) => {
    const from = placeOf.get(own);
    const to = placeOf.get(other);
    if (to === 'reference') return false;
    return from === 'group' ? to !== 'group' || !sharded : from !== 'centre' || to !== 'centre';
  });
  expect(refused).toEqual([]);
  // A copy is made of tables that refer to copies alone, so those they refer to come first.
  const late = rows.filter(
    ({ own, other }) =>
      placeOf.get(own) === 'reference' &&
      placement.reference.indexOf(other) > placement.reference.indexOf(own),
  );
  expect(late).toEqual([]);
});
