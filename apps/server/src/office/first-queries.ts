import { query, type Queryable } from '../core/database/database.ts';

const offer = query.exec(
  'office-first-offer',
  `insert into office_first (code_hash, expires_at)
   select $1, $2 where not exists (select from operator)
   on conflict (one) do update set code_hash = excluded.code_hash, expires_at = excluded.expires_at`,
);

/** Replaces the hash of the code; false if there is any operator. */
export const offerFirst = async (
  db: Queryable,
  { codeHash, expiresAt }: { codeHash: Buffer; expiresAt: Date },
): Promise<boolean> => (await offer(db, [codeHash, expiresAt])) === 1;

const take = query.exec(
  'office-first-take',
  'delete from office_first where code_hash = $1 and expires_at > $2',
);

const find = query.exec(
  'office-first-find',
  'select from office_first where code_hash = $1 and expires_at > $2',
);

/** Whether the code can be used. */
export const isFirstOpen = async (
  db: Queryable,
  { codeHash, now }: { codeHash: Buffer; now: Date },
): Promise<boolean> => (await find(db, [codeHash, now])) === 1;

/** Uses up the code; false if it is wrong, expired or used. */
export const takeFirst = async (
  client: Queryable,
  { codeHash, now }: { codeHash: Buffer; now: Date },
): Promise<boolean> => (await take(client, [codeHash, now])) === 1;

/** Deletes the code, within the transaction that adds an operator. */
export const dropFirst = async (client: Queryable): Promise<void> => {
  await client.query('delete from office_first');
};
