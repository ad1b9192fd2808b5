import { query, type Queryable } from '../../core/database/database.ts';
import type { Owner } from '../../core/owner.ts';
import { addRowFact } from '../../core/public-log/facts.ts';
import type { Row } from '../../core/database/rows.ts';

/** A member's second factor, and whether the member has signed in from the address before. */
export type MemberFactorRow = Row<'second_factor', 'secret' | 'begun_at' | 'confirmed_at'> & {
  known: boolean;
};

const find = query.one<MemberFactorRow>(
  'second-factor',
  `select f.secret, f.begun_at, f.confirmed_at,
     exists (select from session s where s.member_id = f.member_id and s.address = $3) as known
   from second_factor f where f.shard = $1 and f.member_id = $2`,
);

export const findFactor = (
  db: Queryable,
  { shard, memberId }: Owner,
  address: string,
): Promise<MemberFactorRow | undefined> => find(db, [shard, memberId, address]);

const begin = query.exec(
  'second-factor-begin',
  `insert into second_factor as f (shard, member_id, secret, begun_at) values ($1, $2, $3, $4)
   on conflict (shard, member_id) do update set secret = excluded.secret, begun_at = excluded.begun_at
   where f.confirmed_at is null`,
);

/** Stores a new secret that is not active yet, replacing an earlier one; false when one is active already. */
export const beginFactor = async (
  db: Queryable,
  { shard, memberId }: Owner,
  { secret, now }: { secret: Buffer; now: Date },
): Promise<boolean> => (await begin(db, [shard, memberId, secret, now])) === 1;

const confirm = query.exec(
  'second-factor-confirm',
  `update second_factor set confirmed_at = $4, last_step = $5
   where shard = $1 and member_id = $2 and secret = $3 and confirmed_at is null`,
);

/** Activates the secret, within a transaction; false when it is active already, or was replaced. */
export const confirmFactor = async (
  db: Queryable,
  { shard, memberId }: Owner,
  { secret, now, step }: { secret: Buffer; now: Date; step: number },
): Promise<boolean> => {
  const rowCount = await confirm(db, [shard, memberId, secret, now, step]);
  if (rowCount === 1) await addRowFact(db, 'member', memberId);
  return rowCount === 1;
};

const useStep = query.exec(
  'second-factor-use',
  `update second_factor set last_step = $4
   where shard = $1 and member_id = $2 and secret = $3 and confirmed_at is not null and last_step < $4`,
);

/** Uses up the code of a time step; false when it, or a later one, was used before. */
export const useCodeOf = async (
  db: Queryable,
  { shard, memberId }: Owner,
  { secret, step }: { secret: Buffer; step: number },
): Promise<boolean> => (await useStep(db, [shard, memberId, secret, step])) === 1;

const remove = query.exec(
  'second-factor-remove',
  'delete from second_factor where shard = $1 and member_id = $2 and confirmed_at is not null',
);

/** Within a transaction; false when none was active. */
export const removeFactor = async (db: Queryable, { shard, memberId }: Owner): Promise<boolean> => {
  const rowCount = await remove(db, [shard, memberId]);
  if (rowCount === 1) await addRowFact(db, 'member', memberId);
  return rowCount === 1;
};

const useRecovery = query.exec(
  'recovery-use',
  `update recovery_code set used_at = $4
   where shard = $1 and member_id = $2 and hash = $3 and used_at is null`,
);

/** Uses up a recovery code, within a transaction; false when there is none, or it was used. */
export const useRecoveryCode = async (
  db: Queryable,
  { shard, memberId }: Owner,
  { hash, now }: { hash: Buffer; now: Date },
): Promise<boolean> => {
  const rowCount = await useRecovery(db, [shard, memberId, hash, now]);
  if (rowCount === 1) await addRowFact(db, 'member', memberId);
  return rowCount === 1;
};

const removeRecovery = query.exec(
  'recovery-remove',
  'delete from recovery_code where shard = $1 and member_id = $2',
);

/** Within a transaction. */
export const removeRecoveryCodes = async (db: Queryable, { shard, memberId }: Owner): Promise<void> => {
  await removeRecovery(db, [shard, memberId]);
  await addRowFact(db, 'member', memberId);
};

const insertRecovery = query.exec(
  'recovery-insert',
  'insert into recovery_code (shard, member_id, hash) select $1, $2, hash from unnest($3::bytea[]) as h (hash)',
);

/** Within a transaction. */
export const insertRecoveryCodes = async (
  db: Queryable,
  { shard, memberId }: Owner,
  hashes: readonly Buffer[],
): Promise<void> => {
  await insertRecovery(db, [shard, memberId, hashes]);
  await addRowFact(db, 'member', memberId);
};

const lock = query.exec(
  'second-factor-hold',
  `update second_factor set confirmed_at = confirmed_at
   where shard = $1 and member_id = $2 and confirmed_at is not null`,
);

/** Locks the second factor until the transaction ends; false when none is active. */
export const holdFactor = async (db: Queryable, { shard, memberId }: Owner): Promise<boolean> =>
  (await lock(db, [shard, memberId])) === 1;

const state = query.one<StateRow>(
  'security-state',
  `select m.password_changed_at,
     exists (select from second_factor f
             where f.shard = m.shard and f.member_id = m.id and f.confirmed_at is not null) as otp,
     (select count(*)::int from recovery_code r
      where r.shard = m.shard and r.member_id = m.id and r.used_at is null) as recovery_left
   from member m where m.id = $1`,
);

export type StateRow = Row<'member', 'password_changed_at'> & { otp: boolean; recovery_left: number };

export const findState = (db: Queryable, memberId: string): Promise<StateRow | undefined> =>
  state(db, [memberId]);

const purge = query.exec(
  'second-factor-purge',
  'delete from second_factor where confirmed_at is null and begun_at < $1',
);

/** Deletes secrets that were never activated. */
export const purgeFactors = async (db: Queryable, before: Date): Promise<void> => {
  await purge(db, [before]);
};
