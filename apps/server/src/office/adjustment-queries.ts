import { statement, type Queryable } from '../platform/database.ts';
import { columnsOf, insertInto, type Row } from '../platform/rows.ts';

const { text, values } = insertInto('adjustment', [
  'shard',
  'member_id',
  'id',
  'amount',
  'balance_before',
  'balance_after',
]);
const insert = statement('adjustment-insert', text);
/** Writes a correction down, within the transaction that posts its entry. Amounts in minor units. */
export const insertApplied = async (client: Queryable, row: Row<'adjustment'>): Promise<void> => {
  await client.query(insert(values(row)));
};

const applied = statement(
  'adjustments-by-id',
  `select ${columnsOf('adjustment')} from adjustment where id = any($1::uuid[])`,
);
/** The corrections among some that were applied. */
export const findApplied = async (
  db: Queryable,
  ids: readonly string[],
): Promise<Map<string, Row<'adjustment'>>> => {
  const { rows } = await db.query<Row<'adjustment'>>(applied([ids]));
  return new Map(rows.map((row) => [row.id, row]));
};

const lockOperator = statement(
  'adjustment-operator-lock',
  'select id from operator where id = $1 for no key update',
);

/** Lets the corrections of one operator be judged one after the other, until the transaction ends. */
export const takeOperator = async (client: Queryable, operatorId: string): Promise<void> => {
  await client.query(lockOperator([operatorId]));
};

const sumOf = `select coalesce(sum(abs((body ->> 'amountMinor')::bigint)), 0)::bigint as sum from proposal where kind = 'adjustment'`;
const ofProposer = statement(
  'adjustment-proposed-since',
  `${sumOf} and proposed_by = $1 and proposed_at > $2 and state in ('proposed', 'applied')`,
);
const ofDecider = statement(
  'adjustment-applied-since',
  `${sumOf} and decided_by = $1 and decided_at > $2 and state = 'applied'`,
);
const ofMember = statement(
  'adjustment-member-since',
  `${sumOf} and subject_id = $1
     and ((state = 'applied' and decided_at > $2) or ($3 and state = 'proposed' and proposed_at > $2))`,
);

type Sum = { sum: bigint };
const sumIn = ({ rows }: { rows: Sum[] }): bigint => rows[0]?.sum ?? 0n;

/** The size of what an operator proposed after a moment and was not refused or withdrawn. Minor units. */
export const sumProposed = async (db: Queryable, operatorId: string, since: Date): Promise<bigint> =>
  sumIn(await db.query<Sum>(ofProposer([operatorId, since])));

/** The size of what an operator applied after a moment. Minor units. */
export const sumApplied = async (db: Queryable, operatorId: string, since: Date): Promise<bigint> =>
  sumIn(await db.query<Sum>(ofDecider([operatorId, since])));

/** The size of what was corrected for a member after a moment, with what still waits or without. Minor units. */
export const sumOfMember = async (
  db: Queryable,
  memberId: string,
  { since, waiting }: { since: Date; waiting: boolean },
): Promise<bigint> => sumIn(await db.query<Sum>(ofMember([memberId, since, waiting])));
