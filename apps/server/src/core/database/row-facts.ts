import { comparedColumns, type ComparedTable, type Comparison, type Subject } from './compared-columns.ts';
import { statement, type Queryable } from './database.ts';
import { columnTypes } from './schema.gen.ts';

/** A table whose columns facts of a subject have. */
type Told = { table: ComparedTable; key: string; order: string; rows?: string; columns: readonly string[] };

const toldOf = (subject: Subject): Told[] => {
  const told: Told[] = [];
  for (const table of tables) {
    const of = comparedColumns[table];
    if (!('subject' in of) || of.subject.of !== subject) continue;
    const { order } = of.subject;
    const columns = columnsBy(table, 'fact');
    const rows = 'rows' in of.subject ? { rows: of.subject.rows } : {};
    told.push({ table, key: of.subject.key, order, ...rows, columns });
  }
  return told;
};

const isTable = (name: string): name is ComparedTable => name in comparedColumns;
/** The tables of the list. */
export const tables: readonly ComparedTable[] = Object.keys(comparedColumns).filter(isTable);

/** The columns of a table that are compared in a given way. */
export const columnsBy = (table: ComparedTable, by: Comparison['by']): string[] =>
  Object.entries<Comparison>(comparedColumns[table].columns)
    .filter(([, comparison]) => comparison.by === by)
    .map(([column]) => column);

/** SQL: a value as text that no setting of the session changes. */
const textOf = (table: ComparedTable, column: string): string => {
  const types: Readonly<Record<string, string>> = columnTypes[table];
  switch (types[column] ?? 'text') {
    case 'timestamptz':
      return `extract(epoch from t.${column})::text`;
    case 'date':
      return `to_char(t.${column}, 'YYYY-MM-DD')`;
    case 'bytea':
      return `encode(t.${column}, 'hex')`;
    case 'text[]':
      return `array_to_json(t.${column})::text`;
    default:
      return `t.${column}::text`;
  }
};

/**
 * SQL: subjects with the digests of their columns: `id`, `digests`. Each digest has the id in it, so that equal values of two subjects,
 * as birth dates, look different.
 * @param condition SQL on the subject `s`
 */
export const rowDigests = (subject: Subject, condition: string): string => {
  const all = toldOf(subject);
  const objects = all.map(({ table, columns }) => {
    const pairs = columns.map(
      (column) =>
        `'${table}.${column}', encode(sha256(convert_to(concat(s.id, ' ${table}.${column} ', f_${table}.${column}), 'UTF8')), 'base64')`,
    );
    return `jsonb_build_object(${pairs.join(', ')})`;
  });
  const joins = all.map(({ table, key, order, rows, columns }) => {
    const values = columns.map(
      (column) =>
        `string_agg(quote_nullable(${textOf(table, column)}), ',' order by t.${order}) as ${column}`,
    );
    const own = columnTypes[table];
    const shard = 'shard' in own && table !== subject ? ' and t.shard = s.shard' : '';
    const counted = rows === undefined ? '' : ` and t.${rows}`;
    return `cross join lateral (select ${values.join(', ')} from ${table} t where t.${key} = s.id${shard}${counted}) f_${table}`;
  });
  return `select s.id, ${objects.join(' || ')} as digests from ${subject} s ${joins.join(' ')} where ${condition}`;
};

/** A fact of each subject that the condition selects, in one statement. */
const insertText = (subject: Subject, condition: string): string =>
  `insert into row_fact (subject, id, digests, at)
   select '${subject}', d.id, d.digests, site_now() from (${rowDigests(subject, condition)}) d`;

const addFact = (subject: Subject) => ({
  lock: statement(`row-fact-lock-${subject}`, `select from ${subject} where id = $1 for no key update`),
  add: statement(`row-fact-add-${subject}`, insertText(subject, 's.id = $1')),
});
const adding = {
  member: addFact('member'),
  operator: addFact('operator'),
  proposal: addFact('proposal'),
} as const satisfies Readonly<Record<Subject, ReturnType<typeof addFact>>>;

/**
 * Adds the fact of a row as it is now, with what belongs to it, in the transaction that has changed it. Of several changes at once the
 * last fact has all, as each waits for the one before.
 * @param client within a transaction at the centre
 */
export const addRowFact = async (client: Queryable, subject: Subject, id: string): Promise<void> => {
  const { lock, add } = adding[subject];
  await client.query(lock([id]));
  await client.query(add([id]));
};

/** Adds facts of all rows that have none: for those that were written as a whole. */
export const addMissingRowFacts = async (client: Queryable): Promise<void> => {
  for (const subject of ['member', 'operator', 'proposal'] as const) {
    await client.query(
      insertText(
        subject,
        `not exists (select from row_fact f where f.subject = '${subject}' and f.id = s.id)`,
      ),
    );
  }
};
