import { limits } from '@touchline/contract/limits';
import type { CodePurpose } from '@touchline/contract/shapes/account';
import { query, statement, type Queryable } from '../../core/database/database.ts';
import { insertInto, type Row } from '../../core/database/rows.ts';

const newCode = insertInto('contact_code', ['purpose', 'address', 'id', 'hash', 'expires_at']);
const replace = query.exec(
  'code-replace',
  `${newCode.text}
   on conflict (purpose, address) do update set id = excluded.id, hash = excluded.hash, tries = 0,
     expires_at = excluded.expires_at, used_at = null`,
);
const before = statement('code-before', 'select id from contact_code where purpose = $1 and address = $2');

/** Writes the one valid code of a purpose and address. @returns the id of the one it replaced */
export const replaceCode = async (
  db: Queryable,
  code: Row<'contact_code', 'purpose' | 'address' | 'id' | 'hash' | 'expires_at'>,
): Promise<string | undefined> => {
  const { rows } = await db.query<{ id: string }>(before([code.purpose, code.address]));
  await replace(db, newCode.values(code));
  return rows[0]?.id;
};

// The try counts before it is checked, under the lock of its row: of a thousand at once only five read the
// hash.
const attempt = query.one<{ id: string; hash: Buffer }>(
  'code-try',
  `update contact_code set tries = tries + 1
   where purpose = $1 and address = $2 and used_at is null and expires_at > $3 and tries < ${limits.codeTries}
   returning id, hash`,
);

/** Counts a try; undefined when there is no valid code. */
export const tryCode = async (
  db: Queryable,
  given: { purpose: CodePurpose; address: Buffer; now: Date },
): Promise<{ id: string; hash: Buffer } | undefined> => {
  const row = await attempt(db, [given.purpose, given.address, given.now]);
  return row;
};

const giveBack = query.exec(
  'code-give-back',
  `update contact_code set tries = greatest(tries - 1, 0) where purpose = $1 and address = $2 and id = $3`,
);
const use = query.exec(
  'code-use',
  `update contact_code set used_at = $4 where purpose = $1 and address = $2 and id = $3 and used_at is null`,
);

type CodeKey = { purpose: CodePurpose; address: Buffer; id: string };

/** Uncounts a try that was right: only guesses use a code up. */
export const giveTryBack = async (db: Queryable, { purpose, address, id }: CodeKey): Promise<void> => {
  await giveBack(db, [purpose, address, id]);
};

/** @returns false when another call was first */
export const useCode = async (
  db: Queryable,
  { purpose, address, id }: CodeKey,
  now: Date,
): Promise<boolean> => {
  const rowCount = await use(db, [purpose, address, id, now]);
  return rowCount === 1;
};

const purge = query.exec('code-purge', 'delete from contact_code where expires_at < $1');

/** Deletes codes that expired before `before`. */
export const purgeCodes = async (db: Queryable, before: Date): Promise<void> => {
  await purge(db, [before]);
};
