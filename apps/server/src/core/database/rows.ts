import type { QueryConfig } from 'pg';
import type { Queryable } from './database.ts';
import { columnTypes, tableColumns, type Tables } from './schema.gen.ts';

type Table = keyof Tables;

/**
 * A row of a table, or some of its columns, as the driver reads it. A column that holds one of the code's own values, or JSON
 * of a known shape, is narrowed where it is read: `Row<'recharge'> & { channel: ChannelId }`.
 */
export type Row<T extends Table, Column extends keyof Tables[T] = keyof Tables[T]> = Pick<Tables[T], Column>;

/** The columns of a table but a few, for a row that leaves out what only statements use. */
export const allBut = <T extends Table, Left extends keyof Tables[T]>(
  table: T,
  left: readonly Left[],
): Exclude<keyof Tables[T], Left>[] =>
  tableColumns[table].filter((column): column is Exclude<keyof Tables[T], Left> =>
    left.every((each) => each !== column),
  );

/**
 * The columns of a select list: `columnsOf('hold', ['id', 'state'], 'h')` is `h.id, h.state`.
 * @param columns some of the table's, or all
 * @param alias what the statement calls the table; without it the names have no prefix
 */
export const columnsOf = <T extends Table>(
  table: T,
  columns: readonly (keyof Tables[T])[] | 'all' = 'all',
  alias?: string,
): string =>
  (columns === 'all' ? tableColumns[table] : columns)
    .map((column) => (alias === undefined ? '' : `${alias}.`) + String(column))
    .join(', ');

/** Columns that an insert fills with the time of the site. */
type Times<T extends Table> = Partial<Record<keyof Tables[T], 'site_now()' | 'site_clock()'>>;

const namedWith = <T extends Table>(
  table: T,
  columns: readonly (keyof Tables[T])[],
  times: Times<T>,
): string => `${table} (${[columnsOf(table, columns), ...Object.keys(times)].join(', ')})`;

/**
 * An insert of one row: its text, to which a statement may append (`on conflict …`, `returning …`), and the function that
 * lines up the values of a row as its parameters.
 */
export const insertInto = <T extends Table, Column extends keyof Tables[T]>(
  table: T,
  columns: readonly Column[],
  times: Times<T> = {},
): { text: string; values: (row: Row<T, NoInfer<Column>>) => unknown[] } => ({
  text: `insert into ${namedWith(table, columns, times)} values (${[
    ...columns.map((_, i) => `$${i + 1}`),
    ...Object.values(times),
  ].join(', ')})`,
  values: (row) => columns.map((column) => row[column]),
});

/**
 * Any number of rows as parameters, one array a column, so that a statement takes a thousand rows in one call. Columns that
 * hold arrays cannot travel this way.
 * @param from the number of the first array's parameter
 * @returns `text` is `unnest($1::uuid[], $2::text[]) as t (id, name)`, `values` lines up the arrays
 */
export const unnestOf = <T extends Table, Column extends keyof Tables[T]>(
  table: T,
  columns: readonly Column[],
  { from = 1 }: { from?: number } = {},
): { text: string; values: (rows: readonly Row<T, NoInfer<Column>>[]) => Tables[T][Column][][] } => {
  const arrays = columns.map((column, i) => `$${from + i}::${columnTypes[table][column]}[]`);
  return {
    text: `unnest(${arrays.join(', ')}) as t (${columnsOf(table, columns)})`,
    values: (rows) => columns.map((column) => rows.map((row) => row[column])),
  };
};

/** An insert of any number of rows in one statement, with the function that lines up their arrays. */
export const insertRows = <T extends Table, Column extends keyof Tables[T]>(
  table: T,
  columns: readonly Column[],
  times: Times<T> = {},
): ReturnType<typeof unnestOf<T, Column>> => {
  const { text, values } = unnestOf(table, columns);
  return {
    text: `insert into ${namedWith(table, columns, times)} select ${['*', ...Object.values(times)].join(', ')} from ${text}`,
    values,
  };
};

/** The names of a record, in their order. */
export const namesOf = <Types extends Readonly<Record<string, string>>>(
  types: Types,
): Extract<keyof Types, string>[] => {
  const names: Extract<keyof Types, string>[] = [];
  for (const name in types) names.push(name);
  return names;
};

/**
 * Parameters of a statement that has many, by name instead of by number.
 * @param types PostgreSQL's type of each
 * @returns `$` gives a parameter with its type (`$3::uuid[]`), `values` lines up the values of a call
 */
export const parameters = <Name extends string>(
  types: Readonly<Record<Name, string>>,
): {
  $: (name: NoInfer<Name>) => string;
  values: (of: Readonly<Record<NoInfer<Name>, unknown>>) => unknown[];
} => {
  const names = namesOf(types);
  const numbers = new Map<string, number>(names.map((name, i) => [name, i + 1]));
  return {
    $: (name) => `$${numbers.get(name)}::${types[name]}`,
    values: (of) => names.map((name) => of[name]),
  };
};

/**
 * Parameters for columns of a table, with the table's types, and for other values of the same statement: for an insert with a
 * condition, or an update of many columns.
 * @param others PostgreSQL's type of each value that is no column of the row
 * @returns `$` gives a parameter by its name, `row` all those of the columns, `values` lines up the values of a call
 */
export const rowParameters = <
  T extends Table,
  Column extends keyof Tables[T] & string,
  Name extends string = never,
>(
  table: T,
  columns: readonly Column[],
  others?: Readonly<Record<Name, string>>,
): {
  $: (name: NoInfer<Column | Name>) => string;
  row: string;
  values: (of: Row<T, NoInfer<Column>> & Readonly<Record<NoInfer<Name>, unknown>>) => unknown[];
} => {
  const types: Readonly<Record<string, string>> = {
    ...Object.fromEntries(columns.map((column) => [column, columnTypes[table][column]])),
    ...others,
  };
  const order = Object.keys(types);
  const names = others === undefined ? [] : namesOf(others);
  const $ = (name: Column | Name): string => `$${order.indexOf(name) + 1}::${types[name]}`;
  return {
    $,
    row: columns.map($).join(', '),
    values: (of) => [...columns.map((column) => of[column]), ...names.map((name) => of[name])],
  };
};

/** How many items wait for a decision, and since when the oldest does. */
export type Waiting = { total: number; oldest: Date | null };

/** Runs a statement that counts waiting items, as `total` and `oldest`. */
export const readWaiting = async (db: Queryable, query: QueryConfig): Promise<Waiting> =>
  (await db.query<Waiting>(query)).rows[0] ?? { total: 0, oldest: null };
