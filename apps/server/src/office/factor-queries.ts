import type { ProvenBy } from '@touchline/contract/shapes/office-sign-in';
import { query, statement, type Queryable } from '../core/database/database.ts';
import { addRowFact } from '../core/public-log/facts.ts';
import type { Row } from '../core/database/rows.ts';

/** The authenticator app of an operator, and whether they have signed in from the address before. */
export type OperatorFactorRow = Row<'operator_factor', 'secret' | 'next_secret'> & {
  begun_at: Date | null;
  known: boolean;
};

const find = query.one<OperatorFactorRow>(
  'operator-factor',
  `select f.secret, f.next_secret, f.begun_at,
     exists (select from operator_session s where s.operator_id = o.id and s.address = $2) as known
   from operator o left join operator_factor f on f.operator_id = o.id
   where o.id = $1`,
);

export const findFactor = async (db: Queryable, id: string, address: string): Promise<OperatorFactorRow> => {
  const row = await find(db, [id, address]);
  return row ?? { secret: null, next_secret: null, begun_at: null, known: false };
};

const begin = query.exec(
  'operator-factor-begin',
  `insert into operator_factor (operator_id, next_secret, begun_at) values ($1, $2, $3)
   on conflict (operator_id) do update set next_secret = excluded.next_secret, begun_at = excluded.begun_at`,
);

/** Stores a new secret that is not active yet, and replaces one begun before. */
export const beginFactor = async (
  db: Queryable,
  { id, secret, now }: { id: string; secret: Buffer; now: Date },
): Promise<void> => {
  await begin(db, [id, secret, now]);
};

const confirm = query.exec(
  'operator-factor-confirm',
  `update operator_factor
   set secret = next_secret, confirmed_at = $3, last_step = $4, next_secret = null, begun_at = null
   where operator_id = $1 and next_secret = $2`,
);

/** Activates the secret that was begun, within a transaction; false if it is active already or was replaced. */
export const confirmFactor = async (
  db: Queryable,
  { id, secret, now, step }: { id: string; secret: Buffer; now: Date; step: number },
): Promise<boolean> => {
  const rowCount = await confirm(db, [id, secret, now, step]);
  if (rowCount === 1) await addRowFact(db, 'operator', id);
  return rowCount === 1;
};

const useStep = query.exec(
  'operator-factor-use',
  'update operator_factor set last_step = $3 where operator_id = $1 and secret = $2 and last_step < $3',
);

/** Uses up the code of a time step; false when it, or a later one, was used before. */
export const useCodeOf = async (
  db: Queryable,
  { id, secret, step }: { id: string; secret: Buffer; step: number },
): Promise<boolean> => (await useStep(db, [id, secret, step])) === 1;

const useRecovery = query.exec(
  'operator-recovery-use',
  'update operator_recovery_code set used_at = $3 where operator_id = $1 and hash = $2 and used_at is null',
);

/** Uses up a recovery code, within a transaction; false when there is none, or it was used. */
export const useRecoveryCode = async (
  db: Queryable,
  { id, hash, now }: { id: string; hash: Buffer; now: Date },
): Promise<boolean> => {
  const rowCount = await useRecovery(db, [id, hash, now]);
  if (rowCount === 1) await addRowFact(db, 'operator', id);
  return rowCount === 1;
};

const removeRecovery = query.exec(
  'operator-recovery-remove',
  'delete from operator_recovery_code where operator_id = $1',
);
const insertRecovery = query.exec(
  'operator-recovery-insert',
  'insert into operator_recovery_code (operator_id, hash) select $1, hash from unnest($2::bytea[]) as h (hash)',
);

/** Replaces the recovery codes, within a transaction. */
export const replaceRecoveryCodes = async (
  client: Queryable,
  id: string,
  hashes: readonly Buffer[],
): Promise<void> => {
  await removeRecovery(client, [id]);
  await insertRecovery(client, [id, hashes]);
  await addRowFact(client, 'operator', id);
};

/** The second factors of an operator. */
export type FactorState = { totp: boolean; passkeys: number; recoveryLeft: number };

const state = query.one<FactorState>(
  'operator-factor-state',
  `select exists (select from operator_factor f where f.operator_id = $1 and f.secret is not null) as totp,
     (select count(*)::int from operator_passkey p where p.operator_id = $1) as passkeys,
     (select count(*)::int from operator_recovery_code r where r.operator_id = $1 and r.used_at is null)
       as "recoveryLeft"`,
);

export const findState = async (db: Queryable, id: string): Promise<FactorState> => {
  const row = await state(db, [id]);
  if (row === undefined) throw new Error('A select without from has one row');
  return row;
};

export const hasFactor = ({ totp, passkeys }: FactorState): boolean => totp || passkeys > 0;

const lock = query.one<{ password_hash: string | null }>(
  'operator-lock',
  'select password_hash from operator where id = $1 and disabled_at is null for no key update',
);

/**
 * Locks an operator until the transaction ends, so that changes of the account and new sessions come one after the other.
 * @returns undefined when there is none, or they are disabled
 */
export const lockOperator = (
  client: Queryable,
  id: string,
): Promise<{ password_hash: string | null } | undefined> => lock(client, [id]);

const removals = ['operator_factor', 'operator_recovery_code', 'operator_passkey'].map((table) =>
  statement(`${table}-remove-all`, `delete from ${table} where operator_id = $1`),
);

/** Deletes all second factors of an operator, within a transaction. */
export const removeFactors = async (client: Queryable, id: string): Promise<void> => {
  for (const remove of removals) await client.query(remove([id]));
  await addRowFact(client, 'operator', id);
};

const purge = query.exec(
  'operator-factor-purge',
  'update operator_factor set next_secret = null, begun_at = null where begun_at < $1',
);

/** Deletes secrets that were never activated. */
export const purgeBegun = async (db: Queryable, before: Date): Promise<void> => {
  await purge(db, [before]);
};

/** How an operator has proven their identity. */
export type FactorProof = Exclude<ProvenBy, 'passkey'>;
