import { fileURLToPath } from 'node:url';
import type { Queryable } from '../core/database/database.ts';

/** Where `npm run codegen` writes the types of the schema. */
export const schemaTypesFile = fileURLToPath(new URL('../core/database/schema.gen.ts', import.meta.url));

type ColumnFact = {
  table: string;
  column: string;
  type: string;
  isArray: boolean;
  isNullable: boolean;
  /** Conditions on this column alone, as PostgreSQL writes them. */
  checks: string[];
};

/** The TypeScript type of each column type, with the parsers of `core/database/database.ts`. */
const readAs: Readonly<Record<string, string>> = {
  bool: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  float8: 'number',
  int2: 'number',
  int4: 'number',
  int8: 'bigint',
  jsonb: 'unknown',
  numeric: 'string',
  text: 'string',
  timestamptz: 'Date',
  tsvector: 'string',
  uuid: 'string',
};

const facts = `select c.relname as table, a.attname as column, coalesce(e.typname, t.typname) as type,
    e.oid is not null as "isArray", not a.attnotnull as "isNullable",
    array(select pg_get_constraintdef(k.oid) from pg_constraint k
      where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum] order by k.conname) as checks
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join pg_type t on t.oid = a.atttypid left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> 'migration'
  order by c.relname collate "C", a.attnum`;

/**
 * The types of a migrated database, as a source file.
 * @throws for a column whose type has no entry in `readAs`
 */
export const schemaTypes = async (on: Queryable): Promise<string> => {
  const { rows } = await on.query<ColumnFact>(facts);
  const tables = Object.entries(Object.groupBy(rows, ({ table }) => table));
  return [
    '// `npm run codegen` writes this file from the migrations.',
    '',
    '/** The columns of each table as the driver reads them; texts that a check limits are unions. */',
    'export type Tables = {',
    ...tables.flatMap(([table, columns = []]) => [
      `  ${table}: {`,
      ...columns.map((column) => `    ${column.column}: ${typeOf(column)};`),
      '  };',
    ]),
    '};',
    '',
    '/** The names of the columns, in the order of the table. */',
    'export const tableColumns: { readonly [T in keyof Tables]: readonly (keyof Tables[T])[] } = {',
    ...tables.map(
      ([table, columns = []]) => `  ${table}: [${columns.map(({ column }) => `'${column}'`).join(', ')}],`,
    ),
    '};',
    '',
    "/** PostgreSQL's type of each column. */",
    'export const columnTypes: { readonly [T in keyof Tables]: Readonly<Record<keyof Tables[T], string>> } = {',
    ...tables.map(
      ([table, columns = []]) =>
        `  ${table}: { ${columns.map(({ column, type, isArray }) => `${column}: '${type}${isArray ? '[]' : ''}'`).join(', ')} },`,
    ),
    '};',
    '',
  ].join('\n');
};

const typeOf = ({ table, column, type, isArray, isNullable, checks }: ColumnFact): string => {
  const read = readAs[type];
  if (read === undefined || (isArray && type === 'int8')) {
    throw new Error(`${table}.${column}: how the driver reads ${type}${isArray ? '[]' : ''} is not listed`);
  }
  const limited = isArray ? undefined : checks.map(unionOf).find((union) => union !== undefined);
  return [limited ?? (isArray ? `${read}[]` : read), ...(isNullable ? ['null'] : [])].join(' | ');
};

/** The values that a check allows, as a union: `state in ('open', 'closed')`. Other checks limit no type. */
const unionOf = (check: string): string | undefined => {
  const list = /^CHECK \(\(\w+ = (?:ANY \(ARRAY\[(.+)\]\)|('\w+'::text))\)\)$/.exec(check);
  const values = (list?.[1] ?? list?.[2])
    ?.split(', ')
    .map((value) => /^('[\w-]+')::text$|^(\d+)$/.exec(value));
  if (values === undefined) return undefined;
  const literals = values.flatMap((value) => value?.[1] ?? value?.[2] ?? []);
  return literals.length === values.length ? literals.join(' | ') : undefined;
};
