import { readFile } from 'node:fs/promises';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import type { Queryable } from '../../core/database/database.ts';
import type { Part } from './part.ts';

/** The definition of a migrated database: one text for each column, constraint, index, trigger, rule and function. */
const Catalogue = Type.Record(Type.String(), Type.String());
type Catalogue = Static<typeof Catalogue>;

/** The catalogue of the migrations; `npm run codegen` writes it. */
export const catalogueFile = new URL('schema-catalogue.json', import.meta.url);

/** Tables, constraints, indexes, triggers, rules and functions are those of the migrations, and in force. */
export const schemaPart: Part = {
  name: 'the schema is that of the migrations',
  verify: async (on, note) => {
    const meant = Value.Parse(Catalogue, JSON.parse(await readFile(catalogueFile, 'utf8')));
    const found = await readCatalogue(on);
    for (const difference of catalogueDifferences(found, meant)) note(difference);
    return { parts: BigInt(Object.keys(found).length) };
  },
};

/**
 * Everything that the migrations make in the schema `public`, by name, with its definition and whether it is
 * in force. Owners and grants are left out, since they differ between installations.
 */
const text = `
  select concat('table ', c.relname) as name, concat_ws(' ', case c.relkind when 'r' then 'table' when 'p' then 'partitioned table'
      when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' when 'f' then 'foreign table' else c.relkind::text end,
    case c.relpersistence when 'u' then 'unlogged' when 't' then 'temporary' end,
    case when c.relrowsecurity then 'row security' end, case when c.relforcerowsecurity then 'forced' end) as definition
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
  union all
  select concat('column ', c.relname, '.', a.attname), concat_ws(' ', format_type(a.atttypid, a.atttypmod), case when a.attnotnull then 'not null' end,
    case a.attgenerated when 's' then 'generated stored' when 'v' then 'generated' end, nullif(a.attidentity::text, ''), pg_get_expr(d.adbin, d.adrelid))
  from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
  union all
  select concat('constraint ', c.relname, '.', k.conname), concat_ws(' ', pg_get_constraintdef(k.oid),
    case when not k.convalidated then 'never validated' end, case when not k.conenforced then 'not enforced' end)
  from pg_constraint k join pg_class c on c.oid = k.conrelid
  -- PostgreSQL 18 stores not-null constraints too; the columns have them already.
  where c.relnamespace = 'public'::regnamespace and k.contype <> 'n'
  union all
  select concat('index ', x.relname), concat_ws(' ', pg_get_indexdef(i.indexrelid), case when not i.indisvalid then 'invalid' end)
  from pg_index i join pg_class x on x.oid = i.indexrelid where x.relnamespace = 'public'::regnamespace
  union all
  select concat('trigger ', c.relname, '.', t.tgname), concat_ws(' ', pg_get_triggerdef(t.oid),
    case t.tgenabled when 'O' then 'on' when 'D' then 'off' when 'R' then 'only on replicas' else 'always' end)
  from pg_trigger t join pg_class c on c.oid = t.tgrelid where c.relnamespace = 'public'::regnamespace and not t.tgisinternal
  union all
  -- Foreign keys are triggers of the database's own.
  select concat('foreign key ', c.relname, '.', k.conname), concat(count(*), ' triggers ', min(case when t.tgenabled = 'O' then 'on' else 'off' end))
  from pg_trigger t join pg_constraint k on k.oid = t.tgconstraint join pg_class c on c.oid = k.conrelid
  where c.relnamespace = 'public'::regnamespace and t.tgisinternal group by c.relname, k.conname
  union all
  select concat('rule ', c.relname, '.', r.rulename), concat_ws(' ', pg_get_ruledef(r.oid), r.ev_enabled)
  from pg_rewrite r join pg_class c on c.oid = r.ev_class where c.relnamespace = 'public'::regnamespace
  union all
  select concat('policy ', p.tablename, '.', p.policyname), concat_ws(' ', p.permissive, p.cmd, p.qual, p.with_check)
  from pg_policies p where p.schemaname = 'public'
  union all
  select concat('function ', p.oid::regprocedure), encode(sha256(convert_to(concat_ws(' ', p.prokind, p.prosecdef, p.proconfig, p.prosrc), 'UTF8')), 'hex')
  from pg_proc p where p.pronamespace = 'public'::regnamespace
  union all
  select concat('event trigger ', e.evtname), concat_ws(' ', e.evtevent, e.evtfoid::regproc, e.evtenabled) from pg_event_trigger e`;

/** The catalogue of a database. */
export const readCatalogue = async (on: Queryable): Promise<Catalogue> => {
  // PostgreSQL before 18 knows no constraint that is not enforced.
  const { rows: versions } = await on.query<{ major: number }>(
    `select current_setting('server_version_num')::int / 10000 as major`,
  );
  const asked =
    (versions[0]?.major ?? 18) < 18
      ? text.replace(`case when not k.conenforced then 'not enforced' end`, 'null')
      : text;
  const { rows } = await on.query<{ name: string; definition: string }>(`${asked} order by 1`);
  return Object.fromEntries(rows.map(({ name, definition }) => [name, definition]));
};

/** The differences of two catalogues. */
const catalogueDifferences = (found: Catalogue, meant: Catalogue): string[] =>
  [...new Set([...Object.keys(found), ...Object.keys(meant)])]
    .toSorted()
    .filter((name) => found[name] !== meant[name])
    .map(
      (name) => `${name} is ${found[name] ?? 'missing'}, by the migrations ${meant[name] ?? 'there is none'}`,
    );
