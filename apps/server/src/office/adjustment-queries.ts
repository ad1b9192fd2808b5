import { query, statement, type Queryable } from '../core/database/database.ts';
import { allBut, columnsOf, insertInto, type Row } from '../core/database/rows.ts';

const columns = allBut('adjustment', ['tx']);
type Applied = Row<'adjustment', (typeof columns)[number]>;

const { text, values } = insertInto('adjustment', columns);
const insert = query.exec('adjustment-insert', text);
/** Stores a correction within the transaction that posts its entry. Amounts in minor units. */
export const insertApplied = async (client: Queryable, row: Applied): Promise<void> => {
  await insert(client, values(row));
};

const applied = query.many<Applied>(
  'adjustments-by-id',
  `select ${columnsOf('adjustment', columns)} from adjustment where id = any($1::uuid[])`,
);
/** The corrections among some that were applied. */
export const findApplied = async (db: Queryable, ids: readonly string[]): Promise<Map<string, Applied>> => {
  const rows = await applied(db, [ids]);
  return new Map(rows.map((row) => [row.id, row]));
};

const lockOperator = query.exec(
  'adjustment-operator-lock',
  'select id from operator where id = $1 for no key update',
);

/** Locks an operator until the transaction ends, so that their corrections are checked one after the other. */
export const takeOperator = async (client: Queryable, operatorId: string): Promise<void> => {
  await lockOperator(client, [operatorId]);
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

/** The sum that an operator proposed after a time, without rejected and withdrawn corrections. Minor units. */
export const sumProposed = async (db: Queryable, operatorId: string, since: Date): Promise<bigint> =>
  sumIn(await db.query<Sum>(ofProposer([operatorId, since])));

/** The sum that an operator applied after a time. Minor units. */
export const sumApplied = async (db: Queryable, operatorId: string, since: Date): Promise<bigint> =>
  sumIn(await db.query<Sum>(ofDecider([operatorId, since])));

/** The sum of corrections of a member after a time, with or without pending ones. Minor units. */
export const sumOfMember = async (
  db: Queryable,
  memberId: string,
  { since, waiting }: { since: Date; waiting: boolean },
): Promise<bigint> => sumIn(await db.query<Sum>(ofMember([memberId, since, waiting])));
