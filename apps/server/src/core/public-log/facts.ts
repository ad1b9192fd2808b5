import { hash } from 'node:crypto';
import { canonicalJson, type Json, type JsonObject } from '@touchline/verify/canonical-json';
import {
  comparedColumns,
  type ComparedTable,
  type Comparison,
  type Subject,
} from '../database/compared-columns.ts';
import { query, statement, type Queryable } from '../database/database.ts';
import { columnTypes } from '../database/schema.gen.ts';
import type { Owner } from '../owner.ts';
import { rowParameters } from '../database/rows.ts';

/** Something that the public log commits the house to. */
export type Fact = {
  kind: string;
  /** What it is about, once within its kind. The nonce of a private fact follows from both. */
  id: string;
  /** A private fact is in the log as a hash alone; a public one in the clear. */
  isPrivate: boolean;
  /** Canonical JSON with `kind` and `v`, made from rows that do not change: the same whenever it is made. */
  body: string;
};

/** A fact with when it happened: what its receipt counts from. */
export type DatedFact = Fact & { at: Date };

/** Names a fact. */
export type FactKey = Pick<Fact, 'kind' | 'id'> & { owner?: Owner | undefined };

/** A row of a source, with the transaction that wrote it. */
export type FactRow = { tx: bigint; facts: readonly Fact[] };

/** Rows of transactions from `from` on and below `below`, without the first `skip`, and no more than `limit`. */
export type TxRange = { from: bigint; below: bigint; skip: number; limit: number };

/**
 * Facts that a module gives to the log. They are rows that are only added, with the number of their transaction: the log reads those
 * of ended transactions, so that writers do nothing for it.
 */
export type FactSource = {
  /** Under this name the log keeps how far it has read. */
  name: string;
  /** Kinds of its facts; empty where modules add any. */
  kinds: readonly string[];
  /**
   * Its facts wait for those of others, and go into the log with them once in a while: so that no one sees when it happened. They are
   * all private, and entries do not name their kinds.
   */
  isTogether?: boolean;
  /** How many rows are read at once. */
  rowsAtOnce: number;
  /** @returns rows by `tx` and then in an order that is the same each time; transactions in the range have ended */
  read(on: Queryable, range: TxRange): Promise<FactRow[]>;
  /**
   * Makes a private fact again from its row; undefined where there is none.
   * @param of.owner the member whom it belongs to, if any
   */
  find?: (on: Queryable, of: FactKey) => Promise<Fact | undefined>;
  /** A page of a member's private facts in one order, after the one with this id. */
  page?: (
    on: Queryable,
    owner: Owner,
    from: { after?: string | undefined; limit: number },
  ) => Promise<Fact[]>;
  /** A member's private facts about some subjects, as bets, oldest first. */
  about?: (on: Queryable, owner: Owner, subjects: readonly string[]) => Promise<Fact[]>;
  /** Makes the text of which a public fact has only the hash; undefined where there is none. */
  textOf?: (on: Queryable, id: string) => Promise<string | undefined>;
};

/** The body of a fact. Amounts are texts of minor units. */
export const factBody = (kind: string, fields: JsonObject): string =>
  canonicalJson({ ...fields, kind, v: 1 });

/** The body of a public fact whose text is too long for an entry: SHA-256 of the text, which is served next to the log. */
export const hashedBody = (kind: string, fields: JsonObject, text: string): string =>
  factBody(kind, { ...fields, sha256: hash('sha256', text, 'base64') });

/** A value of a column of JSON, as the driver has parsed it. @throws TypeError for what JSON does not have */
export const jsonOf = (value: unknown): Json => {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (Array.isArray(value)) return value.map(jsonOf);
  if (typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, jsonOf(one)]));
  }
  throw new TypeError(`no JSON: ${typeof value}`);
};

/** Parameters $1 to $4 of the statement of a source: from, below, offset, limit. */
export const rangeValues = ({ from, below, skip, limit }: TxRange): unknown[] => [from, below, skip, limit];

const house = rowParameters('house_fact', ['kind', 'id', 'is_private', 'body']);
const addHouse = query.exec(
  'house-fact-add',
  `insert into house_fact (kind, id, is_private, body, at) values (${house.row}, site_now()) on conflict do nothing`,
);

/**
 * Adds a fact of the house that no other row keeps, in the transaction of what it is about. It is in the log seconds after the
 * commit.
 * @param client a connection to the centre
 * @returns false when a fact of this kind and id was added before
 */
export const addHouseFact = async (client: Queryable, fact: Fact): Promise<boolean> => {
  const { kind, id, isPrivate, body } = fact;
  const rowCount = await addHouse(client, house.values({ kind, id, is_private: isPrivate, body }));
  return rowCount === 1;
};

const member = rowParameters('member_fact', ['shard', 'member_id', 'kind', 'id', 'body']);
const addMember = query.exec(
  'member-fact-add',
  `insert into member_fact (shard, member_id, kind, id, body, at) values (${member.row}, site_now()) on conflict do nothing`,
);

/**
 * The same for a private fact of a member.
 * @param client the transaction of what happened
 */
export const addMemberFact = async (
  client: Queryable,
  { shard, memberId }: Owner,
  { kind, id, body }: Omit<Fact, 'isPrivate'>,
): Promise<boolean> => {
  const rowCount = await addMember(client, member.values({ shard, member_id: memberId, kind, id, body }));
  return rowCount === 1;
};

const membersOf = query.many<Pick<DatedFact, 'kind' | 'id' | 'body' | 'at'>>(
  'member-facts-of',
  `select kind, id, body, (body::jsonb ->> 'time')::timestamptz as at from member_fact
   where shard = $1 and member_id = $2 and kind = $3 and split_part(id, ':', 1) = any($4::text[])
   order by at, length(id), id`,
);

/**
 * The facts that were added for a member about some subjects, oldest first. Their bodies say `time`, when it happened.
 * @param of.subjects what the ids begin with, before a colon
 */
export const memberFactsOf = async (
  on: Queryable,
  { shard, memberId }: Owner,
  { kind, subjects }: { kind: string; subjects: readonly string[] },
): Promise<DatedFact[]> => {
  if (subjects.length === 0) return [];
  const rows = await membersOf(on, [shard, memberId, kind, subjects]);
  return rows.map((row) => ({ ...row, isPrivate: true }));
};

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
