import { afterAll, beforeAll, expect, test } from 'vitest';
import type pg from 'pg';
import {
  comparedColumns,
  type ComparedTable,
  type Comparison,
} from '../../core/database/compared-columns.ts';
import { addRowFact, columnsBy, tables } from '../../core/public-log/facts.ts';
import { columnTypes } from '../../core/database/schema.gen.ts';
import { siteToVerify, type SiteToVerify } from '../../testing/scenarios/site-to-verify.ts';
import { afterSpoiling } from '../../testing/spoil.ts';
import { testAuditKey } from '../../testing/touchline.ts';
import { verifyPart } from './part.ts';
import { allParts } from './parts.ts';

let site: SiteToVerify;
beforeAll(async () => {
  site = await siteToVerify();
  await addSecrets(site);
}, 240_000);
afterAll(() => site.close());

/** What the site leaves empty, with the facts of it. */
const addSecrets = async ({ database, members, operators }: SiteToVerify): Promise<void> => {
  const { pool } = database;
  const { ann } = members;
  const { second } = operators;
  const secret = Buffer.alloc(32, 7);
  const ofMember = [ann, secret];
  const ofOperator = [second, secret];
  await pool.query(
    `update member set email = 'proof@example.com', email_folded = 'proof@example.com', area_code = '44', mobile = '7700900123',
       email_confirmed_at = now(), mobile_confirmed_at = now(), password_changed_at = now(), withdraw_from = now(), agent_code = 'a1'
     where id = $1`,
    [ann],
  );
  await pool.query(
    `insert into second_factor (shard, member_id, secret, begun_at, confirmed_at)
     select shard, id, $2, now(), now() from member where id = $1`,
    ofMember,
  );
  await pool.query(
    `insert into passkey (shard, member_id, id, credential, public_key, counter, transports, rp_id, name, created_at)
     select shard, id, uuidv7(), 'proof', $2, 0, '{}', 'example.com', 'phone', now() from member where id = $1`,
    ofMember,
  );
  await pool.query(
    'insert into recovery_code (shard, member_id, hash) select shard, id, $2 from member where id = $1',
    ofMember,
  );
  await pool.query(
    'insert into operator_factor (operator_id, secret, confirmed_at) values ($1, $2, now())',
    ofOperator,
  );
  await pool.query(
    `insert into operator_passkey (operator_id, id, credential, public_key, counter, transports, rp_id, name, created_at)
     values ($1, uuidv7(), 'proof', $2, 0, '{}', 'example.com', 'phone', now())`,
    ofOperator,
  );
  await pool.query('insert into operator_recovery_code (operator_id, hash) values ($1, $2)', ofOperator);
  await pool.query(
    `insert into operator_password_link (operator_id, code_hash, expires_at, waits)
     values ($1, $2, now() + interval '1 day', true)`,
    ofOperator,
  );
  await addOwnerAlone(pool, second);
  // The sale of an entry, as if it had waited.
  await pool.query(
    `insert into delayed_sale (shard, member_id, key, request_hash, bet_id, share, cashed_stake, at_least, legs, submitted_at, due_at,
       state, paid, decided_at)
     select shard, member_id, key, '', ref, 10000, 0, 1, '[]', at, at, 'sold', amount, at from entry where kind = 'cash_out' limit 1`,
  );
  await addRowFact(pool, 'member', ann);
  await addRowFact(pool, 'operator', second);
  await pool.query(
    `insert into exposure_lease (id, event_id, holder, n, counted, less, expires_at)
     select uuidv7(), $1, uuidv7(), 1, '{1,1,1}', '{}', now()`,
    [site.matches.open],
  );
};

/** A request to be the only owner that was stopped, with its lines. */
const addOwnerAlone = async (pool: pg.Pool, operator: string): Promise<void> => {
  await pool.query(
    `insert into owner_alone (id, operator_id, asked_at, counts_from, by_code, stopped_at, stopped_by)
     values (uuidv7(), $1, now() - interval '1 hour', now() + interval '7 days', false, now(), $1)`,
    [operator],
  );
  await pool.query(
    `insert into office_audit (id, operator_id, action, subject_kind, subject_id, detail, address, at)
     select uuidv7(), operator_id, 'owner_alone_asked', 'operator', operator_id::text,
       jsonb_build_object('from', counts_from, 'byCode', by_code), 'proof', asked_at from owner_alone
     union all
     select uuidv7(), stopped_by, 'owner_alone_stopped', 'operator', operator_id::text, '{}', 'proof', stopped_at from owner_alone`,
  );
};

const parts = allParts({ key: testAuditKey }, 'touchline_app');

/** What parts with these names find. */
const findingsOf = async (client: pg.PoolClient, name: string): Promise<readonly string[]> => {
  const part = parts.find((one) => one.name === name);
  if (part === undefined) throw new Error(`there is no part "${name}"`);
  const { examples } = await verifyPart(part, (work) => work(client), { examples: 50 });
  expect(examples.filter((found) => found.startsWith('it cannot be verified'))).toEqual([]);
  return examples;
};

const subjectParts = {
  member: 'accounts and their secrets are those of the public log',
  operator: 'operators and their secrets are those of the public log',
  proposal: 'proposals are those of the public log',
} as const;

/** The part that compares a column. */
const partOf = (table: ComparedTable, comparison: Comparison): string => {
  if (comparison.by === 'part') return comparison.part;
  const of = comparedColumns[table];
  if (!('subject' in of)) throw new Error(`rows of ${table} have no facts`);
  return subjectParts[of.subject.of];
};

const comparedIn = (table: ComparedTable): [ComparedTable, string, string][] =>
  Object.entries<Comparison>(comparedColumns[table].columns)
    .filter(([, { by }]) => by === 'fact' || by === 'part')
    .map(([column, comparison]) => [table, column, partOf(table, comparison)]);
const compared = tables.flatMap(comparedIn);

/** SQL: another value of a column. */
const others: Readonly<Record<string, (column: string) => string>> = {
  text: (column) => `concat(${column}, 'x')`,
  'text[]': (column) => `array_append(${column}, 'owner')`,
  uuid: () => 'uuidv7()',
  bytea: (column) => `sha256(${column})`,
  jsonb: (column) => `${column} || '{"spoilt": "1"}'`,
  date: (column) => `coalesce(${column}, current_date) - 1`,
  timestamptz: (column) => `coalesce(${column}, now()) + interval '1 day'`,
  bool: (column) => `not coalesce(${column}, false)`,
  int2: (column) => `coalesce(${column}, 0) - 7`,
  int4: (column) => `coalesce(${column}, 0) - 7`,
  int8: (column) => `coalesce(${column}, 0) - 7`,
};
/** The same where only some values differ for what is compared. */
const otherOf: Readonly<Record<string, string>> = {
  'member.locked_at': 'case when locked_at is null then now() end',
};

const otherValue = (table: ComparedTable, column: string): string => {
  const types: Readonly<Record<string, string>> = columnTypes[table];
  const other = others[types[column] ?? ''];
  if (other === undefined) throw new Error(`no other value of a column of type ${types[column]}`);
  return otherOf[`${table}.${column}`] ?? other(column);
};

/** Rows of a table that facts have, or all. */
const countedRows = (table: ComparedTable): string => {
  const of = comparedColumns[table];
  return 'subject' in of && 'rows' in of.subject ? of.subject.rows : 'true';
};

test('the list has each column of its tables as the database has them', async () => {
  const { rows } = await site.database.pool.query<{ table: string; column: string }>(
    `select c.relname as table, a.attname as column
     from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relname = any($1) and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped`,
    [tables],
  );
  const inDatabase = rows.map(({ table, column }) => `${table}.${column}`);
  const listed = tables.flatMap((table) =>
    Object.keys(comparedColumns[table].columns).map((column) => `${table}.${column}`),
  );
  expect(listed.toSorted()).toEqual(inDatabase.toSorted());
});

test('a clean site has no differences', async () => {
  const names = new Set(compared.map(([, , part]) => part));
  const found = await afterSpoiling(
    site,
    () => Promise.resolve(),
    async (client) => {
      const all: string[] = [];
      for (const name of names) all.push(...(await findingsOf(client, name)));
      return all;
    },
  );
  expect(found).toEqual([]);
});

/** Past checks too, which the database's owner can drop. */
const withoutChecks = (table: ComparedTable): string =>
  `do $$ declare c record; begin
     for c in select conname from pg_constraint where conrelid = 'public.${table}'::regclass and contype in ('c', 'u') loop
       execute format('alter table public.${table} drop constraint %I', c.conname);
     end loop;
   end $$`;

test.each(compared)('%s.%s that was changed by hand is found', async (table, column, part) => {
  const found = await afterSpoiling(
    site,
    async (sql) => {
      await sql(withoutChecks(table));
      await sql(
        `update ${table} set ${column} = ${otherValue(table, column)}
         where ctid = (select ctid from ${table} where ${countedRows(table)} order by ctid limit 1)`,
      );
    },
    (client) => findingsOf(client, part),
  );
  const named = columnsBy(table, 'fact').includes(column) ? `${table}.${column}` : '';
  expect(found).toContainEqual(expect.stringContaining(named));
});

/** Tables whose rows end: leases soon, and sales once their entry is made. */
const ending: readonly ComparedTable[] = ['exposure_lease', 'delayed_sale'];

test.each(tables.filter((table) => comparedIn(table).length > 0 && !ending.includes(table)))(
  'a row of %s that was deleted by hand is found',
  async (table) => {
    const names = [...new Set(comparedIn(table).map(([, , part]) => part))];
    const found = await afterSpoiling(
      site,
      (sql) =>
        sql(
          `delete from ${table} where ctid = (select ctid from ${table} where ${countedRows(table)} order by ctid limit 1)`,
        ),
      async (client) => {
        const all: string[] = [];
        for (const name of names) all.push(...(await findingsOf(client, name)));
        return all;
      },
    );
    expect(found.length).toBeGreaterThan(0);
  },
);

test('a member and an operator who were put in by hand are found', async () => {
  const found = await afterSpoiling(
    site,
    async (sql) => {
      await sql(
        `insert into operator (id, account, account_folded, password_hash, roles, created_at)
         values (:new_id, 'ghost', 'ghost', 'none', '{owner}', now())`,
      );
      await sql(
        `insert into play_limit (shard, member_id, kind, period, amount)
         select shard, id, 'loss', 'day', 5 from member where id = :ben`,
      );
    },
    async (client) => [
      ...(await findingsOf(client, subjectParts.operator)),
      ...(await findingsOf(client, 'limits and breaks are those of the public log')),
    ],
  );
  expect(found).toEqual([
    expect.stringMatching(/^operator \S+ has no fact in the public log$/),
    expect.stringMatching(/^limit of \S+ loss day is 5 the public log has none$/),
  ]);
});
