import { statement, type Queryable } from '../platform/database.ts';
import { allBut, columnsOf, insertInto, type Row } from '../platform/rows.ts';
import type { Challenged } from '../platform/factors/passkey-check.ts';

const passkeyColumns = allBut('operator_passkey', ['operator_id']);
/** A passkey as stored. */
export type PasskeyRow = Row<'operator_passkey', (typeof passkeyColumns)[number]>;

const columns = columnsOf('operator_passkey', passkeyColumns);

const all = statement(
  'operator-passkeys',
  `select ${columns} from operator_passkey where operator_id = $1 order by id`,
);

export const findPasskeys = async (db: Queryable, operatorId: string): Promise<PasskeyRow[]> =>
  (await db.query<PasskeyRow>(all([operatorId]))).rows;

const byCredential = statement(
  'operator-passkey',
  `select ${columns} from operator_passkey where operator_id = $1 and credential = $2`,
);

export const findPasskey = async (
  db: Queryable,
  operatorId: string,
  credential: string,
): Promise<PasskeyRow | undefined> =>
  (await db.query<PasskeyRow>(byCredential([operatorId, credential]))).rows[0];

const newPasskey = insertInto('operator_passkey', allBut('operator_passkey', ['last_used_at']));
const insert = statement('operator-passkey-insert', `${newPasskey.text} on conflict do nothing`);

/** Stores a passkey; false when the operator has it already. */
export const insertPasskey = async (
  client: Queryable,
  operatorId: string,
  row: Omit<PasskeyRow, 'last_used_at'>,
): Promise<boolean> => {
  const { rowCount } = await client.query(insert(newPasskey.values({ ...row, operator_id: operatorId })));
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

/** @returns its name; undefined when there is no such passkey */
export const removePasskey = async (
  client: Queryable,
  operatorId: string,
  id: string,
): Promise<string | undefined> =>
  (await client.query<{ name: string }>(remove([operatorId, id]))).rows[0]?.name;

const newChallenge = insertInto('operator_challenge', [
  'id',
  'challenge',
  'session_id',
  'rp_id',
  'origins',
  'expires_at',
]);
const put = statement('operator-challenge-insert', newChallenge.text);

export const insertChallenge = async (
  db: Queryable,
  one: Challenged & { id: string; sessionId: string | null; expiresAt: Date },
): Promise<void> => {
  const { id, challenge, sessionId, rpId, origins, expiresAt } = one;
  const row = { id, challenge, session_id: sessionId, rp_id: rpId, origins, expires_at: expiresAt };
  await db.query(put(newChallenge.values(row)));
};

const take = statement(
  'operator-challenge-take',
  `delete from operator_challenge where id = $1 and session_id is not distinct from $2::uuid
   returning challenge, rp_id, origins, expires_at`,
);

/**
 * Removes and returns a challenge, so that it is answered once; undefined when there is none of this kind.
 */
export const takeChallenge = async (
  db: Queryable,
  { id, sessionId, now }: { id: string; sessionId: string | null; now: Date },
): Promise<Challenged | undefined> => {
  type Row = { challenge: Buffer; rp_id: string; origins: string[]; expires_at: Date };
  const [row] = (await db.query<Row>(take([id, sessionId]))).rows;
  if (row === undefined || row.expires_at <= now) return undefined;
  return { challenge: row.challenge, rpId: row.rp_id, origins: row.origins };
};

const purge = statement('operator-challenge-purge', 'delete from operator_challenge where expires_at < $1');

export const purgeChallenges = async (db: Queryable, now: Date): Promise<void> => {
  await db.query(purge([now]));
};
