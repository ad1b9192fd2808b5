import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCatalogue } from '../../proofs/record-check/schema.ts';
import { testDatabase, type TestDatabase } from '../../testing/database.ts';
import type { Queryable } from './database.ts';
import { migrate, pendingMigrations } from './migrate.ts';
import { prepareDatabase } from './prepare.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

it('does nothing the second time, also when several servers start at once', async () => {
  expect(await Promise.all([migrate(database.owner), migrate(database.owner)])).toEqual([[], []]);
});

it('refuses a migration that was changed after it was applied', async () => {
  const changed = await testDatabase();
  await changed.owner.query(`update migration set checksum = 'other' where name like '0002%'`);
  await expect(migrate(changed.owner)).rejects.toThrow(/0002-ledger\.sql was changed/);
  await changed.owner.query(`delete from migration where name like '0002%'`);
  // Applied again it would meet its own tables: nothing is dropped or made twice.
  await expect(migrate(changed.owner)).rejects.toThrow(/already exists/);
  await changed.close();
});

it('refuses a database that is ahead of it', async () => {
  const ahead = await testDatabase();
  await ahead.owner.query(`insert into migration (name, checksum) values ('9999-later.sql', 'x')`);
  await expect(migrate(ahead.owner)).rejects.toThrow(/9999-later\.sql was applied but its file is gone/);
  await ahead.close();
});

/** The migrations that the baseline has replaced, in their order. */
const former = Value.Parse(
  Type.Array(Type.Object({ name: Type.String(), text: Type.String() })),
  JSON.parse(
    gunzipSync(
      readFileSync(new URL('../../testing/data/before-baseline.json.gz', import.meta.url)),
    ).toString(),
  ),
);

/** What the catalogue of `npm run verify` leaves out: storage, the order of columns, names of not-null constraints, whole functions. */
const details = `
  select concat('storage of ', c.relname) as name,
    concat_ws(' ', c.relkind, c.relpersistence, c.relreplident, c.reltablespace, am.amname, array(select unnest(c.reloptions) order by 1), array(select unnest(c.relacl)::text order by 1)) as detail
  from pg_class c left join pg_am am on am.oid = c.relam
  where c.relnamespace = 'public'::regnamespace
  union all
  select concat('columns of ', c.relname), string_agg(
    concat_ws(' ', a.attname, format_type(a.atttypid, a.atttypmod), a.attcollation::regcollation, a.attstorage, a.attcompression, a.attstattarget,
      a.attoptions, array(select unnest(a.attacl)::text order by 1)), ', ' order by a.attnum)
  from pg_attribute a join pg_class c on c.oid = a.attrelid
  where c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped group by c.relname
  union all
  select concat('constraint ', k.conrelid::regclass, '.', k.conname),
    concat_ws(' ', k.contype, k.condeferrable, k.condeferred, k.convalidated, k.conislocal, pg_get_constraintdef(k.oid))
  from pg_constraint k where k.connamespace = 'public'::regnamespace
  union all
  select concat('function ', p.oid::regprocedure), concat_ws(' ', pg_get_functiondef(p.oid), p.proacl)
  from pg_proc p where p.pronamespace = 'public'::regnamespace
  union all
  select concat('sequence ', s.seqrelid::regclass),
    concat_ws(' ', format_type(s.seqtypid, null), s.seqstart, s.seqincrement, s.seqmin, s.seqmax, s.seqcache, s.seqcycle,
      (select concat_ws(' ', d.refobjid::regclass, d.refobjsubid) from pg_depend d where d.objid = s.seqrelid and d.deptype = 'i'))
  from pg_sequence s
  union all
  select concat('type ', t.typname), concat_ws(' ', t.typtype, t.typbasetype)
  from pg_type t where t.typnamespace = 'public'::regnamespace
  union all
  select concat('comment on ', d.objoid, d.classoid::regclass), d.description
  from pg_description d join pg_class c on c.oid = d.objoid where c.relnamespace = 'public'::regnamespace
  union all
  select concat('statistics ', e.stxname), pg_get_statisticsobjdef(e.oid)
  from pg_statistic_ext e where e.stxnamespace = 'public'::regnamespace
  union all
  select concat('extension ', e.extname), e.extversion from pg_extension e`;

const readDetails = async (on: Queryable): Promise<Record<string, string>> => {
  const { rows } = await on.query<{ name: string; detail: string }>(details);
  return Object.fromEntries(rows.map(({ name, detail }) => [name, detail]));
};

/** All rows by table, without times of today. */
const readRows = async (on: Queryable): Promise<Record<string, string>> => {
  const { rows: tables } = await on.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migration'`,
  );
  const found: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await on.query<{ text: string }>(
      `select coalesce(jsonb_agg(to_jsonb(t) order by to_jsonb(t)), '[]')::text as text from ${name} t`,
    );
    found[name] = (rows[0]?.text ?? '').replaceAll(/"20\d\d-[^"]*"/g, '"now"');
  }
  return found;
};

describe('a database of the migrations before the baseline', () => {
  let old: TestDatabase;
  const names = async (): Promise<string[]> => {
    const { rows } = await old.owner.query<{ name: string }>('select name from migration order by name');
    return rows.map(({ name }) => name);
  };
  beforeAll(async () => {
    old = await testDatabase();
    await old.owner.query(
      'drop schema public cascade; create schema public; grant usage on schema public to public',
    );
    await old.owner.query(
      'create table migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    );
    for (const { name, text } of former) {
      await old.owner.query(text);
      await old.owner.query('insert into migration (name, checksum) values ($1, $2)', [
        name,
        createHash('sha256').update(text).digest('hex'),
      ]);
    }
  });
  afterAll(() => old.close());

  it('is refused while it lacks one of them, in words that name the release to start first', async () => {
    const client = await old.owner.connect();
    try {
      const { rows } = await client.query(`delete from migration where name like '0300-%' returning *`);
      await expect(migrate(old.owner)).rejects.toThrow(
        /older than the baseline: start the release of commit/,
      );
      await expect(pendingMigrations(old.owner)).rejects.toThrow(/older than the baseline/);
      await client.query(
        'insert into migration select * from jsonb_populate_recordset(null::migration, $1::jsonb)',
        [JSON.stringify(rows)],
      );
    } finally {
      client.release();
    }
    expect(await names()).toHaveLength(former.length);
  });

  it('is carried over by the next start, which keeps the time of its schema', async () => {
    const files = await pendingMigrations(old.owner);
    expect(files.slice(0, 2)).toEqual(['0001-core.sql', '0002-ledger.sql']);
    const { rows: before } = await old.owner.query('select max(applied_at) as at from migration');
    const urls = { url: old.url, ownerUrl: old.ownerUrl };
    expect(await prepareDatabase(urls)).toEqual({ applied: files, ownsTables: false });
    expect(await names()).toEqual(files);
    const { rows: after } = await old.owner.query(
      'select distinct applied_at as at from migration where name <= $1',
      ['0013-office.sql'],
    );
    expect(after).toEqual(before);
    expect(await migrate(old.owner)).toEqual([]);
    expect(await pendingMigrations(old.owner)).toEqual([]);
  });

  it('has then the schema, the rights and the rows of a new one', async () => {
    expect(await readCatalogue(old.owner)).toEqual(await readCatalogue(database.owner));
    expect(await readDetails(old.owner)).toEqual(await readDetails(database.owner));
    expect(await readRows(old.owner)).toEqual(await readRows(database.owner));
  });
});
