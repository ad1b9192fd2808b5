import type { Queryable } from '../../core/database/database.ts';
import { queueRights, queueSchema, rightsOn } from '../../core/database/prepare.ts';
import { updatableColumns } from '../../core/database/rights.ts';
import type { Part } from './part.ts';

const objects = `(
  select concat(case c.relkind when 'S' then 'sequence ' when 'v' then 'view ' else 'table ' end,
      case n.nspname when 'public' then '' else n.nspname || '.' end, c.relname) as name,
    c.relowner as owner
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', '${queueSchema}') and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
  union all
  select concat('function ', p.oid::regprocedure), p.proowner from pg_proc p
  where p.pronamespace in (select oid from pg_namespace where nspname in ('public', '${queueSchema}'))
    and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
  union all
  select concat('schema ', n.nspname), n.nspowner from pg_namespace n where n.nspname = '${queueSchema}'
)`;

const owners = `select o.name, o.owner::regrole::text as owner, m.owner::regrole::text as meant,
    o.owner <> m.owner as "isOther", coalesce(pg_has_role($1::text, o.owner, 'member'), false) as "isServers"
  from ${objects} o cross join (select relowner as owner from pg_class where oid = 'public.migration'::regclass) m
  order by 1`;

/** Grants on tables and their columns to others than their owner; without a name it is everybody. */
const grants = `select n.nspname as schema, c.relname as table, a.column,
    case a.grantee when 0 then null else pg_get_userbyid(a.grantee) end as grantee,
    lower(a.privilege_type) as right, a.is_grantable as "mayGrant"
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  cross join lateral (
    select null as column, t.* from aclexplode(c.relacl) t
    union all
    select att.attname, t.* from pg_attribute att cross join aclexplode(att.attacl) t where att.attrelid = c.oid
  ) a
  where n.nspname in ('public', '${queueSchema}') and c.relkind in ('r', 'p', 'v', 'm', 'f') and a.grantee <> c.relowner
  order by 1, 2, 3, 4, 5`;

/** Roles with rights on tables that have more power than their grants. */
const powers = `select r.rolname as role, concat_ws(', ',
    case when r.rolsuper then 'is a superuser' end, case when r.rolcreaterole then 'makes roles' end,
    case when r.rolreplication then 'replicates' end, case when r.rolbypassrls then 'passes row security' end,
    case when pg_has_role(r.oid, m.relowner, 'member') then 'is a member of the owner' end) as power
  from pg_roles r cross join (select relowner from pg_class where oid = 'public.migration'::regclass) m
  where r.oid <> m.relowner and r.oid in (
    select a.grantee from pg_class c cross join aclexplode(c.relacl) a where c.relnamespace = 'public'::regnamespace
  )`;

/** Roles that may create objects in the schema of the tables, other than its owner. */
const makers = `select case a.grantee when 0 then 'everybody' else pg_get_userbyid(a.grantee)::text end as role
  from pg_namespace n cross join aclexplode(n.nspacl) a
  where n.nspname in ('public', '${queueSchema}') and a.privilege_type = 'CREATE'
    and a.grantee not in (n.nspowner, (select relowner from pg_class where oid = 'public.migration'::regclass))`;

/**
 * With this setting triggers and foreign keys are skipped; only a superuser may set it, unless it was
 * granted.
 */
const offSwitch = 'session_replication_role';
const switchedOff = `select coalesce(pg_get_userbyid(nullif(s.setrole, 0))::text, 'everybody') as role
  from pg_db_role_setting s cross join unnest(s.setconfig) as t (setting) where t.setting like '${offSwitch}=%'`;
const maySwitchOff = `select case a.grantee when 0 then 'everybody' else pg_get_userbyid(a.grantee)::text end as role
  from pg_parameter_acl p cross join aclexplode(p.paracl) a
  where p.parname = '${offSwitch}' and a.grantee <> a.grantor`;

type Owner = { name: string; owner: string; meant: string; isOther: boolean; isServers: boolean };
type Grant = {
  schema: string;
  table: string;
  column: string | null;
  grantee: string | null;
  right: string;
  mayGrant: boolean;
};
type RoleRow = { role: string };

const rolesOf = async (on: Queryable, text: string): Promise<string[]> =>
  (await on.query<RoleRow>(text)).rows.map(({ role }) => role);

/**
 * Everything belongs to the owner of the schema, and no other role has more rights on a table than the server
 * needs.
 * @param server the server's role, where the owner of the tables should be another
 */
export const rightsPart = (server?: string): Part => ({
  name: 'tables belong to their owner, and the server has its rights on them',
  verify: async (on, note) => {
    const { rows: owned } = await on.query<Owner>(owners, [server ?? null]);
    for (const { name, owner, meant, isOther, isServers } of owned) {
      if (isOther) note(`${name} belongs to ${owner}, others to ${meant}`);
      else if (isServers) note(`${name} belongs to ${owner}, whose rights the server's role has`);
    }
    const { rows: granted } = await on.query<Grant>(grants);
    for (const { schema, table, column, grantee, right, mayGrant } of granted) {
      const rights = schema === queueSchema ? queueRights : rightsOn(table);
      // Where the server's role is known, all others may only read.
      const isServer = server === undefined || grantee === server;
      const isMeantFor =
        column === null
          ? rights.includes(right)
          : right === 'update' && (updatableColumns[table] ?? []).includes(column);
      const isMeant = grantee !== null && !mayGrant && isMeantFor;
      if (isMeant && (isServer || right === 'select')) continue;
      const what = column === null ? table : `${table}.${column}`;
      note(`${grantee ?? 'everybody'} may ${right} on ${what}${mayGrant ? ', and grant that' : ''}`);
    }
    const { rows: mighty } = await on.query<{ role: string; power: string }>(powers);
    for (const { role, power } of mighty) if (power !== '') note(`${role}, with rights on tables, ${power}`);
    for (const role of await rolesOf(on, makers)) note(`${role} may make things in the schema`);
    for (const role of await rolesOf(on, switchedOff)) note(`triggers are off for ${role} by ${offSwitch}`);
    const { rows: versions } = await on.query<{ major: number }>(
      `select current_setting('server_version_num')::int / 10000 as major`,
    );
    // Before 15 settings could not be granted.
    if ((versions[0]?.major ?? 0) >= 15) {
      for (const role of await rolesOf(on, maySwitchOff)) note(`${role} may set ${offSwitch}`);
    }
    return { objects: BigInt(owned.length), grants: BigInt(granted.length) };
  },
});
