import { query, type Queryable } from '../core/database/database.ts';
import { addRowFact } from '../core/public-log/facts.ts';
import { allBut, columnsOf, insertInto, type Row } from '../core/database/rows.ts';

const passkeyColumns = allBut('operator_passkey', ['operator_id']);
/** A passkey as stored. */
export type OperatorPasskeyRow = Row<'operator_passkey', (typeof passkeyColumns)[number]>;

const columns = columnsOf('operator_passkey', passkeyColumns);

const all = query.many<OperatorPasskeyRow>(
  'operator-passkeys',
  `select ${columns} from operator_passkey where operator_id = $1 order by id`,
);

export const findPasskeys = (db: Queryable, operatorId: string): Promise<OperatorPasskeyRow[]> =>
  all(db, [operatorId]);

const byCredential = query.one<OperatorPasskeyRow>(
  'operator-passkey',
  `select ${columns} from operator_passkey where operator_id = $1 and credential = $2`,
);

export const findPasskey = (
  db: Queryable,
  operatorId: string,
  credential: string,
): Promise<OperatorPasskeyRow | undefined> => byCredential(db, [operatorId, credential]);

const newPasskey = insertInto('operator_passkey', allBut('operator_passkey', ['last_used_at']));
const insert = query.exec('operator-passkey-insert', `${newPasskey.text} on conflict do nothing`);

/** Stores a passkey, within a transaction; false when the operator has it already. */
export const insertPasskey = async (
  client: Queryable,
  operatorId: string,
  row: Omit<OperatorPasskeyRow, 'last_used_at'>,
): Promise<boolean> => {
  const rowCount = await insert(client, newPasskey.values({ ...row, operator_id: operatorId }));
  if (rowCount === 1) await addRowFact(client, 'operator', operatorId);
  return rowCount === 1;
};

const use = query.exec(
  'operator-passkey-use',
  `update operator_passkey set counter = $3, last_used_at = $4
   where operator_id = $1 and id = $2 and (counter < $3 or (counter = 0 and $3 = 0))`,
);

/** Increases the counter; false when it would go back. */
export const usePasskey = async (
  db: Queryable,
  operatorId: string,
  { id, counter, now }: { id: string; counter: number; now: Date },
): Promise<boolean> => (await use(db, [operatorId, id, counter, now])) === 1;

const rename = query.one<{ before: string }>(
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
): Promise<string | undefined> => (await rename(client, [operatorId, id, name]))?.before;

const remove = query.many<{ name: string }>(
  'operator-passkey-remove',
  'delete from operator_passkey where operator_id = $1 and id = $2 returning name',
);

/** Within a transaction. @returns its name; undefined when there is no such passkey */
export const removePasskey = async (
  client: Queryable,
  operatorId: string,
  id: string,
): Promise<string | undefined> => {
  const [removed] = await remove(client, [operatorId, id]);
  if (removed !== undefined) await addRowFact(client, 'operator', operatorId);
  return removed?.name;
};
