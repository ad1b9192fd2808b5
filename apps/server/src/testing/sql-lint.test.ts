import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { lintSql, type Source } from './sql-lint.ts';

const server = fileURLToPath(new URL('../../', import.meta.url));

const read = (folder: string, wanted: RegExp): Source[] =>
  readdirSync(join(server, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter(
      (path) => wanted.test(path) && !/\.test\.ts$|\.gen\.ts$|^src\/(testing|operations\/seed)\//.test(path),
    )
    .map((path) => ({ path, text: readFileSync(join(server, path), 'utf8') }));

const rulesOf = (path: string, text: string): string[] =>
  lintSql([{ path, text }]).map((problem) => problem.rule);
const inWallet = (sql: string): string[] => rulesOf('src/ledger/x.ts', `const x = \`${sql}\`;`);

test('the money path keeps the rules', () => {
  const sources = [...read('src', /\.ts$|\/schema-catalogue\.json$/), ...read('migrations', /\.sql$/)];
  expect(sources.map((source) => source.path)).toContain('src/ledger/posting-sql.ts');
  expect(lintSql(sources)).toEqual([]);
});

describe('the linter finds', () => {
  test.each([
    ['an advisory lock', `select pg_advisory_xact_lock(1)`, 'no advisory locks'],
    ['a notification', `select pg_notify('a', 'b')`, 'no LISTEN or NOTIFY'],
    ['a subscription', `listen bets`, 'no LISTEN or NOTIFY'],
    ['a sequence', `select nextval('n')`, 'no sequences'],
    ['a trigger', `create trigger t after insert on entry execute function f()`, 'no triggers'],
    ['code in the database', `do $$ begin end $$`, 'no code in the database'],
    ['session state', `set statement_timeout = 5`, 'no session state'],
    ['session state of a transaction', `select set_config('a', 'b', true)`, 'no session state'],
    ['a temporary table', `create temp table t (a int)`, 'no session state'],
    [
      'integer division',
      `update wallet set available = available / 2 where shard = $1`,
      'no division: money is divided where the remainder is seen',
    ],
    [
      'a read without shard',
      `select available from wallet where member_id = $1`,
      'a statement on money says its shard',
    ],
    [
      'a join without shard',
      `select 1 from member m join entry e on e.member_id = m.id`,
      'a statement on money says its shard',
    ],
    [
      'two changes of one table',
      `with a as (update wallet w set held = 0 where shard = $1) update wallet set available = 0 where shard = $1`,
      'no table is changed twice in one statement',
    ],
    [
      'an insert and an update of one table',
      `with a as (insert into hold (shard) values (1)) update hold set state = 'open' where shard = $1`,
      'no table is changed twice in one statement',
    ],
    [
      'a lock that leads to nothing',
      `select available from wallet where shard = $1 for update`,
      'FOR UPDATE only before a conditional update of the same table',
    ],
    [
      'a lock that leads to another table',
      `with l as (select 1 from wallet w join hold h on h.shard = w.shard for update of w, h)
       update wallet w set held = 0 where w.shard = $1`,
      'FOR UPDATE only before a conditional update of the same table',
    ],
    [
      'a lock before an update without a condition',
      `with l as (select shard from wallet for update) update wallet set held = 0`,
      'FOR UPDATE only before a conditional update of the same table',
    ],
  ])('%s', (_what, sql, rule) => {
    expect(inWallet(sql)).toEqual([rule]);
  });

  test('what only the composed statement shows', () => {
    const text = [
      'const locked = `locked as (select shard from wallet w where w.shard = 1 for update of w)`;',
      'const moved = (source: string): string => `moved as (update wallet w set held = 0 from ${source} where true)`;',
      "const good = `with ${locked}, ${moved('locked')} select 1`;",
      'const bad = `with ${locked} select 1`;',
      "const twice = `with ${locked}, ${moved('a')}, x as (update wallet set held = 1 where shard = 1) select 1`;",
    ].join('\n');
    expect(lintSql([{ path: 'src/ledger/x.ts', text }])).toEqual([
      {
        path: 'src/ledger/x.ts',
        line: 4,
        rule: 'FOR UPDATE only before a conditional update of the same table',
      },
      { path: 'src/ledger/x.ts', line: 5, rule: 'no table is changed twice in one statement' },
    ]);
  });

  test('what is missing from a piece that another file brings in', () => {
    const sources = [...read('src', /\.ts$/)].map(({ path, text }) => ({
      path,
      text:
        path === 'src/ledger/posting-sql.ts' ? text.replace('update wallet w', 'select from wallet w') : text,
    }));
    expect(lintSql(sources).map((problem) => problem.path)).toEqual(
      expect.arrayContaining(['src/ledger/recover.ts', 'src/betting/placing/place-sql.ts']),
    );
  });

  test.each([
    ["await db.query('insert into wallet (shard) values ($1)')", 'wallet'],
    ['q(`update entry e set amount = 1 where shard = $1`)', 'entry'],
    ["q('delete from only_mine'); q('delete from operation where shard = $1')", 'operation'],
    ["const total = insertInto('house_total', ['shard'])", 'house_total'],
    ["q('truncate session, audit_breach')", 'audit_breach'],
  ])('a write to the ledger from outside the wallet: %s', (text, table) => {
    expect(rulesOf('src/office/x.ts', text)).toEqual([`only the wallet writes ${table}`]);
    expect(rulesOf('src/ledger/x.ts', text).filter((rule) => rule.startsWith('only'))).toEqual([]);
  });

  test.each([
    ['a window', 'delete from a where at < now() - $1::interval'],
    ['a time that is only recorded', 'update a set at = clock_timestamp() where id = $1'],
    ['a part of a statement', 'kick_off > current_timestamp'],
    ['a day', 'select 1 where day = current_date'],
  ])('a time that tests cannot move: %s', (_what, sql) => {
    expect(rulesOf('src/feeds/x.ts', `q(\`${sql}\`)`)).toEqual([
      'the time is site_now() or site_clock(), which tests can move',
    ]);
  });

  test.each(['at >= $1::timestamp at time zone $2', 'at < ($1::date + 1)::timestamp at time zone $2'])(
    'a day that begins an hour late where midnight comes twice: %s',
    (sql) => {
      const rule = 'a day begins at startOfDay of core/local-time.ts';
      expect(rulesOf('src/feeds/x.ts', `q(\`${sql}\`)`)).toEqual([rule]);
      expect(rulesOf('src/feeds/x.ts', `q(\`${sql.replace('$2', "'UTC'")}\`)`)).toEqual([]);
    },
  );

  test.each([
    'q(`insert into b as x (id, ${more()}) values ($1, 2)`)',
    "q(insertInto('b', ['id']).text)",
    "q(insertRows('b', ['id', 'more'], { since: 'site_now()' }).text)",
  ])('an insert that leaves a time to its default: %s', (text) => {
    const catalogue = {
      path: 'src/proofs/record-check/schema-catalogue.json',
      text: '{ "column b.at": "timestamp with time zone not null now()", "column b.id": "integer" }',
    };
    expect(lintSql([catalogue, { path: 'src/feeds/x.ts', text }]).map(({ rule }) => rule)).toEqual([
      'an insert gives b.at the time of the site',
    ]);
    const good = text.replace('id', 'at').replace("'id'", "'id', 'at'");
    expect(lintSql([catalogue, { path: 'src/feeds/x.ts', text: good }])).toEqual([]);
  });

  test('a default in a migration that tests cannot move', () => {
    const text = 'create table a (\n  at timestamptz default now()\n);';
    expect(rulesOf('migrations/0009-x.sql', text)).toEqual([]);
    expect(rulesOf('migrations/0999-x.sql', text)).toEqual([
      'the time is site_now() or site_clock(), which tests can move',
    ]);
    expect(rulesOf('migrations/0999-x.sql', text.replace('now()', 'site_now()'))).toEqual([]);
  });

  test.each([
    ['create trigger t before update on wallet for each row execute function f()', 'no triggers'],
    ["create function f() returns int language plpgsql as 'begin end'", 'no code in the database'],
    ['create table entry (shard smallint not null, n bigserial, primary key (shard, n))', 'no sequences'],
    ['create table bet (id uuid primary key, shard smallint)', 'a money table leads with its shard'],
    [
      'create table leg (shard smallint not null, id uuid, primary key (id))',
      'a money table leads with its shard',
    ],
  ])('in a migration: %s', (text, rule) => {
    expect(rulesOf('migrations/0009-x.sql', `create table fine (id uuid);\n${text};`)).toEqual([rule]);
  });
});

describe('the linter leaves alone', () => {
  test.each([
    ['comments', `select 1 -- a / b, nextval('x')\n /* set local x = 1 */`],
    ['quoted text', `select 'a / b, now()' as label`],
    ['the time of the site', 'select site_now() as now, site_clock() as clock'],
    ['an upsert', `insert into house_total (shard) values (1) on conflict (shard) do update set amount = 1`],
    [
      'a locked row that is then changed',
      `with l as (select shard from wallet where shard = 1 for update) update wallet w set held = 0 from l where w.shard = l.shard`,
    ],
    ['words', `Set the table: update of the menu / prices`],
  ])('%s', (_what, sql) => {
    expect(inWallet(sql)).toEqual([]);
  });

  test('strings in comments and regular expressions of a source', () => {
    const text = "// 'select 1 / 2'\nconst a = /select `'/.test(b) ? c / d : `x ${e('select 1')} y`;";
    expect(rulesOf('src/ledger/x.ts', text)).toEqual([]);
  });

  test('other modules, which may use what the money path may not', () => {
    expect(rulesOf('src/core/x.ts', "q('select pg_advisory_lock(1)')")).toEqual([]);
  });
});
