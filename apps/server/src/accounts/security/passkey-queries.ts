import { query, type Queryable } from '../../core/database/database.ts';
import type { Owner } from '../../core/owner.ts';
import { addRowFact } from '../../core/public-log/facts.ts';
import { allBut, columnsOf, rowParameters, type Row } from '../../core/database/rows.ts';

const passkeyColumns = allBut('passkey', ['shard', 'member_id']);
/** A passkey as stored. */
export type MemberPasskeyRow = Row<'passkey', (typeof passkeyColumns)[number]>;

const columns = columnsOf('passkey', passkeyColumns, 'p');

const all = query.many<MemberPasskeyRow>(
  'passkeys',
  `select ${columns} from passkey p where p.shard = $1 and p.member_id = $2 order by p.id`,
);

export const findPasskeys = (db: Queryable, { shard, memberId }: Owner): Promise<MemberPasskeyRow[]> =>
  all(db, [shard, memberId]);

const one = query.one<MemberPasskeyRow>(
  'passkey',
  `select ${columns} from passkey p where p.shard = $1 and p.member_id = $2 and p.credential = $3`,
);

export const findPasskey = (
  db: Queryable,
  { shard, memberId }: Owner,
  credential: string,
): Promise<MemberPasskeyRow | undefined> => one(db, [shard, memberId, credential]);

export type NewPasskey = Omit<MemberPasskeyRow, 'last_used_at'>;

const inserted = allBut('passkey', ['last_used_at']);
const { $, row, values } = rowParameters('passkey', inserted, { most: 'int' });
const insert = query.exec(
  'passkey-insert',
  `insert into passkey (${columnsOf('passkey', inserted)}) select ${row}
   where (select count(*) from passkey p where p.shard = ${$('shard')} and p.member_id = ${$('member_id')}) < ${$('most')}
   on conflict do nothing`,
);

/** Within a transaction; false when the member has `most` already, or this very one. */
export const insertPasskey = async (
  db: Queryable,
  { shard, memberId }: Owner,
  passkey: NewPasskey,
  most: number,
): Promise<boolean> => {
  const rowCount = await insert(db, values({ ...passkey, shard, member_id: memberId, most }));
  if (rowCount === 1) await addRowFact(db, 'member', memberId);
  return rowCount === 1;
};

const use = query.exec(
  'passkey-use',
  `update passkey set counter = $4, last_used_at = $5
   where shard = $1 and member_id = $2 and id = $3 and (counter < $4 or (counter = 0 and $4 = 0))`,
);

/** Increases the counter; false when it would go back. */
export const usePasskey = async (
  db: Queryable,
  { shard, memberId }: Owner,
  { id, counter, now }: { id: string; counter: number; now: Date },
): Promise<boolean> => (await use(db, [shard, memberId, id, counter, now])) === 1;

const remove = query.exec(
  'passkey-remove',
  'delete from passkey where shard = $1 and member_id = $2 and id = $3',
);

const removeAll = query.exec('passkey-remove-all', 'delete from passkey where shard = $1 and member_id = $2');

/** Deletes every passkey of a member, within a transaction. */
export const removePasskeys = async (db: Queryable, { shard, memberId }: Owner): Promise<void> => {
  const rowCount = await removeAll(db, [shard, memberId]);
  if (rowCount !== 0) await addRowFact(db, 'member', memberId);
};

/** Within a transaction; false when the member has none of this id. */
export const removePasskey = async (
  db: Queryable,
  { shard, memberId }: Owner,
  id: string,
): Promise<boolean> => {
  const rowCount = await remove(db, [shard, memberId, id]);
  if (rowCount === 1) await addRowFact(db, 'member', memberId);
  return rowCount === 1;
};
