import pg from 'pg';
import { openDatabase, type Queryable } from './database.ts';
import { migrateJobs } from '../jobs.ts';
import { lockKeys } from './transaction.ts';
import { createNodes } from './nodes.ts';
import { migrate, pendingMigrations } from './migrate.ts';
import { deletable, readOnly, updatable, updatableColumns } from './rights.ts';

/** PostgreSQL's code for a missing privilege. */
const insufficientPrivilege = '42501';

/** Connection strings of one database: the server's, and the one of the tables' owner where it differs. */
export type DatabaseUrls = { url: string; ownerUrl?: string | undefined };

export type Prepared = {
  /** Migrations applied now. */
  applied: string[];
  /** Whether the server's role owns the tables, and so could change the schema and switch triggers off. */
  ownsTables: boolean;
};

/** The warning of the log and of `npm run verify` about a server whose role owns the tables. */
export const ownsTablesWarning =
  'the server connects as the owner of its tables and could change the schema and switch triggers off: give DATABASE_URL a role of its own and DATABASE_OWNER_URL the owner';

/** The schema is not up to date, and the role may not change it. */
export class SchemaBehind extends Error {}

/**
 * Brings the schema up to date and gives the server's role its rights, both as the owner. Without an owner it
 * does what the server's role may: all of it where that role owns the tables, else it only checks that the
 * schema is up to date.
 * @throws SchemaBehind when migrations wait that the role may not apply
 */
export const prepareDatabase = async ({ url, ownerUrl }: DatabaseUrls): Promise<Prepared> => {
  const role = await roleOf(url);
  const owner = openDatabase(ownerUrl ?? url, 2, () => undefined, { mustWrite: true });
  try {
    if (ownerUrl === undefined && !role.mayMigrate) {
      const [first, ...more] = await pendingMigrations(owner.pool).catch((error: unknown) => {
        if (!(error instanceof pg.DatabaseError) || error.code !== insufficientPrivilege) throw error;
        throw new SchemaBehind(`"${role.name}" has no rights in this database yet: set DATABASE_OWNER_URL`);
      });
      if (first !== undefined) {
        const others = more.length === 0 ? '' : ` and ${more.length} more`;
        throw new SchemaBehind(
          `The schema lacks ${first}${others}, and "${role.name}" may not change it: set DATABASE_OWNER_URL`,
        );
      }
      return { applied: [], ownsTables: false };
    }
    const applied = await migrate(owner.pool);
    await migrateJobs(owner.pool);
    if (ownerUrl !== undefined) await grantRights(owner.pool, role.name);
    return { applied, ownsTables: await ownsTables(url) };
  } finally {
    await owner.close();
  }
};

type Role = { name: string; mayMigrate: boolean };

const withClient = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: await createNodes(url).find() });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

const roleOf = (url: string): Promise<Role> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<Role>(
      `select current_user::text as name, coalesce(
         (select pg_has_role(relowner, 'usage') from pg_class where oid = to_regclass('public.migration')),
         has_schema_privilege('public', 'create')) as "mayMigrate"`,
    );
    const [role] = rows;
    if (role === undefined) throw new Error('The database did not return the connected role');
    return role;
  });

/** The role of a connection string, by its name in the database. */
export const roleNameOf = async (url: string): Promise<string> => (await roleOf(url)).name;

/** Whether the role of a connection string owns the tables, or has the rights of their owner. */
export const ownsTables = (url: string): Promise<boolean> =>
  withClient(url, async (client) => {
    const { rowCount } = await client.query(
      `select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
         and pg_has_role(relowner, 'usage') limit 1`,
    );
    return rowCount === 1;
  });

/** Rights of the server on one whole table, without those on columns; the queue's tables have all four. */
export const rightsOn = (table: string): readonly string[] => [
  'select',
  ...(readOnly.includes(table) ? [] : ['insert']),
  ...(updatable.includes(table) && updatableColumns[table] === undefined ? ['update'] : []),
  ...(deletable.includes(table) ? ['delete'] : []),
];

export const queueSchema = 'graphile_worker';
const allRights = ['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger', 'maintain'];
export const queueRights: readonly string[] = ['select', 'insert', 'update', 'delete'];

type TableRow = { schema: string; name: string; held: string[]; columns: string[]; isLocked: boolean };

/**
 * Gives a role the rights of the server, and takes away all others. Changes only what differs, so that it may
 * run while servers work.
 */
const grantRights = async (pool: pg.Pool, role: string): Promise<void> => {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lockKeys.rights]);
    const isOwner = await client.query(`select from pg_roles where rolname = $1 and rolsuper`, [role]);
    if (isOwner.rowCount === 1) return;
    await grantTables(client, role);
    await grantRest(client, role);
  } finally {
    await client.query('select pg_advisory_unlock($1)', [lockKeys.rights]).catch(() => undefined);
    client.release();
  }
};

const grantTables = async (client: Queryable, role: string): Promise<void> => {
  const { rows } = await client.query<TableRow>(
    `select n.nspname as schema, c.relname as name,
       array(select lower(a.privilege_type) from aclexplode(c.relacl) a
         where a.grantee = (select oid from pg_roles where rolname = $1)) as held,
       array(select k.attname::text from pg_attribute k cross join aclexplode(k.attacl) a
         where k.attrelid = c.oid and a.privilege_type = 'UPDATE'
           and a.grantee = (select oid from pg_roles where rolname = $1)) as columns,
       c.relrowsecurity and not exists (select from pg_policy p
         where p.polrelid = c.oid and p.polname = $2) as "isLocked"
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', $3) and c.relkind in ('r', 'p', 'v')
       and not pg_has_role($1, c.relowner, 'usage')
     order by 1, 2`,
    [role, policyOf(role), queueSchema],
  );
  const grantee = pg.escapeIdentifier(role);
  for (const { schema, name, held, columns, isLocked } of rows) {
    const table = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
    const wanted = schema === queueSchema ? queueRights : rightsOn(name);
    const missing = wanted.filter((right) => !held.includes(right));
    const excess = allRights.filter((right) => held.includes(right) && !wanted.includes(right));
    if (missing.length > 0) await client.query(`grant ${missing.join(', ')} on ${table} to ${grantee}`);
    // Taking the right on a table away takes those on its columns with it.
    const heldColumns = excess.includes('update') ? [] : columns;
    if (excess.length > 0) await client.query(`revoke ${excess.join(', ')} on ${table} from ${grantee}`);
    const wantedColumns = schema === 'public' ? (updatableColumns[name] ?? []) : [];
    const change = async (verb: 'grant' | 'revoke', names: readonly string[]): Promise<void> => {
      if (names.length === 0) return;
      const list = names.map((column) => pg.escapeIdentifier(column)).join(', ');
      await client.query(
        `${verb} update (${list}) on ${table} ${verb === 'grant' ? 'to' : 'from'} ${grantee}`,
      );
    };
    await change(
      'grant',
      wantedColumns.filter((column) => !heldColumns.includes(column)),
    );
    await change(
      'revoke',
      heldColumns.filter((column) => !wantedColumns.includes(column)),
    );
    // The queue closes its tables to all but their owner by row security.
    if (isLocked) {
      const policy = pg.escapeIdentifier(policyOf(role));
      await client.query(`create policy ${policy} on ${table} to ${grantee} using (true) with check (true)`);
    }
  }
};

const policyOf = (role: string): string => `server ${role}`;

const grantRest = async (client: Queryable, role: string): Promise<void> => {
  const { rows } = await client.query<{ database: string; temporary: boolean; queue: boolean }>(
    `select current_database() as database, has_database_privilege($1, current_database(), 'temporary') as temporary,
       has_schema_privilege($1, $2, 'usage') as queue`,
    [role, queueSchema],
  );
  const [found] = rows;
  if (found === undefined) return;
  const grantee = pg.escapeIdentifier(role);
  if (!found.queue) await client.query(`grant usage on schema ${queueSchema} to ${grantee}`);
  if (found.temporary) {
    await client.query(`revoke temporary on database ${pg.escapeIdentifier(found.database)} from public`);
  }
};
