import { statement, type Queryable } from '../core/database/database.ts';
import { addRowFact } from '../core/public-log/facts.ts';
import { allBut, columnsOf, insertInto, type Row } from '../core/database/rows.ts';

const passkeyColumns = allBut('operator_passkey', ['operator_id']);
/** A passkey as stored. */
export type OperatorPasskeyRow = Row<'operator_passkey', (typeof passkeyColumns)[number]>;

const columns = columnsOf('operator_passkey', passkeyColumns);

const all = statement(
  'operator-passkeys',
  `select ${columns} from operator_passkey where operator_id = $1 order by id`,
);

export const findPasskeys = async (db: Queryable, operatorId: string): Promise<OperatorPasskeyRow[]> =>
  (await db.query<OperatorPasskeyRow>(all([operatorId]))).rows;

const byCredential = statement(
  'operator-passkey',
  `select ${columns} from operator_passkey where operator_id = $1 and credential = $2`,
);

export const findPasskey = async (
  db: Queryable,
  operatorId: string,
  credential: string,
): Promise<OperatorPasskeyRow | undefined> =>
  (await db.query<OperatorPasskeyRow>(byCredential([operatorId, credential]))).rows[0];

const newPasskey = insertInto('operator_passkey', allBut('operator_passkey', ['last_used_at']));
const insert = statement('operator-passkey-insert', `${newPasskey.text} on conflict do nothing`);

/** Stores a passkey, within a transaction; false when the operator has it already. */
export const insertPasskey = async (
  client: Queryable,
  operatorId: string,
  row: Omit<OperatorPasskeyRow, 'last_used_at'>,
): Promise<boolean> => {
  const { rowCount } = await client.query(insert(newPasskey.values({ ...row, operator_id: operatorId })));
  if (rowCount === 1) await addRowFact(client, 'operator', operatorId);
  return rowCount === 1;
};

const use = statement(
  'operator-passkey-use',
  `update operator_passkey set counter = $3, last_used_at = $4
   where operator_id = $1 and id = $2 and (counter < $3 or (counter = 0 and $3 = 0))`,
);

/** Increases the counter; false when it would go back. */
export const usePasskey = async (
  db: Queryable,
  operatorId: string,
  { id, counter, now }: { id: string; counter: number; now: Date },
): Promise<boolean> => (await db.query(use([operatorId, id, counter, now]))).rowCount === 1;

const rename = statement(
  'operator-passkey-rename',
  `update operator_passkey p set name = $3
   from operator_passkey o
   where p.operator_id = $1 and p.id = $2 and o.operator_id = p.operator_id and o.id = p.id
   returning o.name as before`,
);

/** @returns the name before; undefined when there is no such passkey */
export const renamePasskey = async (
  client: Queryable,
  operatorId: string,
  { id, name }: { id: string; name: string },
): Promise<string | undefined> =>
  (await client.query<{ before: string }>(rename([operatorId, id, name]))).rows[0]?.before;

const remove = statement(
  'operator-passkey-remove',
  'delete from operator_passkey where operator_id = $1 and id = $2 returning name',
);

/** Within a transaction. @returns its name; undefined when there is no such passkey */
export const removePasskey = async (
  client: Queryable,
  operatorId: string,
  id: string,
): Promise<string | undefined> => {
  const [removed] = (await client.query<{ name: string }>(remove([operatorId, id]))).rows;
  if (removed !== undefined) await addRowFact(client, 'operator', operatorId);
  return removed?.name;
};
