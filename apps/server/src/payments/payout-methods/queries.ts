import { query, type Queryable } from '../../core/database/database.ts';
import type { PayoutFields } from './domain.ts';
import type { Owner } from '../../core/owner.ts';
import { columnsOf, rowParameters, type Row } from '../../core/database/rows.ts';

const methodColumns = ['id', 'type', 'fields', 'fingerprint', 'created_at', 'usable_from'] as const;
export type MethodRow = Row<'payout_method', (typeof methodColumns)[number]> & { fields: PayoutFields };

const columns = columnsOf('payout_method', methodColumns);
const mine = 'shard = $1 and member_id = $2 and deleted_at is null';

const byId = query.one<MethodRow>(
  'payout-method-by-id',
  `select ${columns} from payout_method where ${mine} and id = $3`,
);
export const selectMethod = (
  on: Queryable,
  { shard, memberId }: Owner,
  id: string,
): Promise<MethodRow | undefined> => byId(on, [shard, memberId, id]);

const page = query.many<MethodRow>(
  'payout-method-page',
  `select ${columns} from payout_method where ${mine} order by id desc limit $3 offset $4`,
);
const count = query.one<{ total: bigint }>(
  'payout-method-count',
  `select count(*) as total from payout_method where ${mine}`,
);

/** A page of a member's payout methods, newest first, and how many there are. */
export const selectMethods = async (
  on: Queryable,
  { shard, memberId }: Owner,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: MethodRow[]; total: number }> => {
  const [rows, counted] = await Promise.all([
    page(on, [shard, memberId, limit, offset]),
    count(on, [shard, memberId]),
  ]);
  return { rows: rows, total: Number(counted?.total ?? 0n) };
};

const byFingerprint = query.exec(
  'payout-method-by-fingerprint',
  `select id from payout_method where ${mine} and fingerprint = $3`,
);

/** Whether a member has this destination already. */
export const hasFingerprint = async (
  on: Queryable,
  { shard, memberId }: Owner,
  fingerprint: string,
): Promise<boolean> => (await byFingerprint(on, [shard, memberId, fingerprint])) === 1;

const storedColumns = ['shard', 'member_id', ...methodColumns] as const;
const stored = rowParameters('payout_method', storedColumns, { most: 'int' });
const insert = query.exec(
  'payout-method-insert',
  `insert into payout_method (${columnsOf('payout_method', storedColumns)})
   select ${stored.row}
   where (select count(*) from payout_method where ${mine}) < ${stored.$('most')}
   on conflict (shard, member_id, fingerprint) where deleted_at is null do nothing`,
);

/** @returns whether it is saved: not when the member has it already, or has the maximum */
export const insertMethod = async (
  on: Queryable,
  { shard, memberId }: Owner,
  row: MethodRow,
  most: number,
): Promise<boolean> => {
  const rowCount = await insert(
    on,
    stored.values({ ...row, shard, member_id: memberId, fields: JSON.stringify(row.fields), most }),
  );
  return rowCount === 1;
};

/** No withdrawal to it is under way. */
const idle = `not exists (select from withdrawal w
  where w.shard = $1 and w.member_id = $2 and w.method_id = $3 and w.state = 'in_progress')`;

const running = query.one<{ used: boolean }>(
  'payout-method-running',
  `select exists (select from withdrawal
     where shard = $1 and member_id = $2 and method_id = $3 and state = 'in_progress') as used`,
);

/** Whether a withdrawal to a method is under way. */
export const isInUse = async (on: Queryable, { shard, memberId }: Owner, id: string): Promise<boolean> =>
  (await running(on, [shard, memberId, id]))?.used === true;

const changedColumns = ['shard', 'member_id', 'id', 'type', 'fields', 'fingerprint', 'usable_from'] as const;
const changed = rowParameters('payout_method', changedColumns);
const update = query.many<{ version: number }>(
  'payout-method-update',
  `update payout_method set type = ${changed.$('type')}, fields = ${changed.$('fields')},
     fingerprint = ${changed.$('fingerprint')}, usable_from = ${changed.$('usable_from')}, version = version + 1
   where ${mine} and id = ${changed.$('id')} and (fingerprint = ${changed.$('fingerprint')} or ${idle})
   returning version`,
);

/** @returns its version now; undefined when the destination would change while a withdrawal is under way */
export const updateMethod = async (
  on: Queryable,
  { shard, memberId }: Owner,
  row: MethodRow,
): Promise<number | undefined> => {
  const rows = await update(
    on,
    changed.values({ ...row, shard, member_id: memberId, fields: JSON.stringify(row.fields) }),
  );
  return rows[0]?.version;
};

const remove = query.one<{ version: number }>(
  'payout-method-delete',
  `update payout_method set deleted_at = $4, version = version + 1 where ${mine} and id = $3 and ${idle} returning version`,
);

/** @returns its last version; undefined while a withdrawal to it is under way */
export const deleteMethod = async (
  on: Queryable,
  { shard, memberId }: Owner,
  id: string,
  now: Date,
): Promise<number | undefined> => (await remove(on, [shard, memberId, id, now]))?.version;

const shared = query.one<{ others: bigint }>(
  'payout-method-shared',
  `select count(distinct member_id) as others from payout_method where fingerprint = $1 and member_id <> $2`,
);

/** The number of other members who have, or had, the same method. */
export const countSharing = async (on: Queryable, fingerprint: string, memberId: string): Promise<number> =>
  Number((await shared(on, [fingerprint, memberId]))?.others ?? 0n);

const signsOf = query.one<{ fingerprint: string; created_at: Date }>(
  'payout-method-signs',
  'select fingerprint, created_at from payout_method where shard = $1 and member_id = $2 and id = $3',
);

/** The fingerprint of a method, and its first use; also of a removed one. */
export const selectSigns = (
  on: Queryable,
  { shard, memberId }: Owner,
  id: string,
): Promise<{ fingerprint: string; created_at: Date } | undefined> => signsOf(on, [shard, memberId, id]);
