import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { testDatabase, type TestDatabase } from '../../testing/database.ts';
import { migrate, pendingMigrations } from './migrate.ts';
import { ownsTables, prepareDatabase, rightsOn, SchemaBehind } from './prepare.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  // As a start does; a copy of the template has the rights on tables, but not those on the database itself.
  await prepareDatabase({ url: database.url, ownerUrl: database.ownerUrl });
});
afterAll(() => database.close());

describe('the role of the server', () => {
  test.each([
    'update entry set amount = 0',
    'delete from entry',
    'update operation set amount = 0',
    `update leg set selection = ''`,
    `update bet set selection = ''`,
    'update bet set stake = stake',
    'delete from bet',
    'delete from wallet',
    `update office_audit set detail = '{}'`,
    'delete from office_audit',
    'delete from office_audit_seal',
    'truncate entry',
    'truncate graphile_worker._private_jobs',
    'alter table office_audit disable trigger office_audit_refuse',
    'alter table entry disable trigger all',
    'alter table wallet drop constraint wallet_available_check',
    'set session_replication_role = replica',
    'drop table entry',
    'create table own (id int)',
    'create temporary table own (id int)',
    'create schema own',
    'create index on entry (amount)',
    'create trigger own before insert on entry for each row execute function office_audit_refuse()',
    'create function own() returns int language sql as $$ select 1 $$',
    'create role other',
    'alter role touchline_app superuser',
    'set role touchline',
    `update migration set checksum = ''`,
    `insert into migration (name, checksum) values ('9999-x.sql', '')`,
    `copy entry to program 'cat'`,
    `select pg_read_file('postgresql.conf')`,
  ])('may not: %s', async (text) => {
    const client = await database.pool.connect();
    try {
      await client.query('begin');
      await expect(client.query(text)).rejects.toThrow(/permission denied|must be (owner|superuser)/);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  it('is no superuser, owns nothing and inherits nothing', async () => {
    const { rows } = await database.pool.query(
      `select rolname, rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls,
         (select count(*)::int from pg_class where relowner = r.oid) as owned,
         (select count(*)::int from pg_auth_members where member = r.oid) as memberships
       from pg_roles r where rolname = current_user`,
    );
    expect(rows).toEqual([
      {
        rolname: 'touchline_app',
        rolsuper: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolreplication: false,
        rolbypassrls: false,
        owned: 0,
        memberships: 0,
      },
    ]);
    expect(await ownsTables(database.url)).toBe(false);
    expect(await ownsTables(database.ownerUrl)).toBe(true);
  });

  it('has exactly the listed rights on each table', async () => {
    const { rows } = await database.owner.query<{ name: string; held: string[] }>(
      `select c.relname as name, array(select lower(a.privilege_type) from aclexplode(c.relacl) a
         where a.grantee = 'touchline_app'::regrole or a.grantee = 0 order by 1) as held
       from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v')`,
    );
    expect(rows.length).toBeGreaterThan(100);
    expect(Object.fromEntries(rows.map(({ name, held }) => [name, held]))).toEqual(
      Object.fromEntries(rows.map(({ name }) => [name, rightsOn(name).toSorted()])),
    );
  });
});

describe('preparing a database', () => {
  const urls = () => ({ url: database.url, ownerUrl: database.ownerUrl });

  it('restores missing rights, removes additional ones, and leaves the rest alone', async () => {
    await database.owner.query('revoke select, insert on entry from touchline_app');
    await database.owner.query('grant update, truncate, trigger on entry to touchline_app');
    expect(await prepareDatabase(urls())).toEqual({ applied: [], ownsTables: false });
    const { rows } = await database.owner.query(
      `select array(select lower(privilege_type) from aclexplode(relacl)
         where grantee = 'touchline_app'::regrole order by 1) as held from pg_class where relname = 'entry'`,
    );
    expect(rows).toEqual([{ held: ['insert', 'select'] }]);
  });

  it('may run in several servers at once', async () => {
    await database.owner.query('revoke all on all tables in schema public from touchline_app');
    await Promise.all(Array.from({ length: 4 }, () => prepareDatabase(urls())));
    await expect(database.pool.query('select from entry')).resolves.toBeDefined();
  });

  it('without the owner it only checks that the schema is up to date', async () => {
    expect(await prepareDatabase({ url: database.url })).toEqual({ applied: [], ownsTables: false });
    expect(await pendingMigrations(database.pool)).toEqual([]);
  });

  it('without the owner it refuses a schema that is behind or that it may not read', async () => {
    const behind = await testDatabase();
    try {
      await behind.owner.query(`delete from migration where name like '0009%'`);
      await expect(prepareDatabase({ url: behind.url })).rejects.toThrow(SchemaBehind);
      await expect(prepareDatabase({ url: behind.url })).rejects.toThrow(/0009-payments\.sql/);
      await behind.owner.query('revoke all on migration from touchline_app');
      await expect(prepareDatabase({ url: behind.url })).rejects.toThrow(
        /has no rights in this database yet/,
      );
    } finally {
      await behind.close();
    }
  });

  it('with a single role it migrates as before, and reports that this role owns the tables', async () => {
    const admin = new pg.Client({ connectionString: database.ownerUrl });
    await admin.connect();
    await admin.query('create database single_role');
    const url = database.ownerUrl.replace(/[^/]+$/, 'single_role');
    try {
      const { applied, ownsTables: owns } = await prepareDatabase({ url });
      expect(applied[0]).toBe('0001-core.sql');
      expect(owns).toBe(true);
      expect(await prepareDatabase({ url })).toEqual({ applied: [], ownsTables: true });
    } finally {
      await admin.query('drop database single_role with (force)');
      await admin.end();
    }
  });

  it('takes over a database that only the owner used before', async () => {
    await database.owner.query(
      'revoke all on all tables in schema public, graphile_worker from touchline_app',
    );
    await database.owner.query('revoke all on schema graphile_worker from touchline_app');
    expect(await migrate(database.owner)).toEqual([]);
    await prepareDatabase(urls());
    await expect(
      database.pool.query(`select graphile_worker.add_job('settle', payload => '{}'::json)`),
    ).resolves.toBeDefined();
    expect((await database.pool.query('select from graphile_worker._private_jobs')).rowCount).toBe(1);
  });
});
