import { statement, type Queryable } from '../../platform/database.ts';
import { readWaiting, type Waiting } from '../../platform/waiting.ts';
import type { Owner } from '../../platform/owner.ts';

/** What one operator proposed: that all of a member's second factors be taken off. */
export type FactorEndRow = {
  id: string;
  shard: number;
  member_id: string;
  reason: string;
  proposed_by: string;
  proposed_at: Date;
  version: number;
};

/** All that lets a member pass beside the password, and from when on a withdrawal may be asked for. */
export type FactorsRow = {
  app: boolean;
  passkeys: number;
  recovery_codes: number;
  withdraw_from: Date | null;
};

const columns = 'id, shard, member_id, reason, proposed_by, proposed_at, version';

const factors = statement(
  'factors-of-member',
  `select m.withdraw_from,
     exists (select from second_factor f
             where f.shard = m.shard and f.member_id = m.id and f.confirmed_at is not null) as app,
     (select count(*)::int from passkey p where p.shard = m.shard and p.member_id = m.id) as passkeys,
     (select count(*)::int from recovery_code r
      where r.shard = m.shard and r.member_id = m.id and r.used_at is null) as recovery_codes
   from member m where m.id = $1`,
);
export const selectFactors = async (on: Queryable, memberId: string): Promise<FactorsRow | undefined> =>
  (await on.query<FactorsRow>(factors([memberId]))).rows[0];

// The step of a code is half a minute: one that began before the proposal may have been typed after it.
const usedSince = `exists (select from second_factor f where f.shard = e.shard and f.member_id = e.member_id
       and to_timestamp(f.last_step::bigint * 30) > e.proposed_at)
     or exists (select from recovery_code r where r.shard = e.shard and r.member_id = e.member_id
       and r.used_at > e.proposed_at)
     or exists (select from passkey p where p.shard = e.shard and p.member_id = e.member_id
       and greatest(p.last_used_at, p.created_at) > e.proposed_at)`;

const open = statement(
  'factor-end-open',
  `select ${columns}, (${usedSince}) as used from factor_end e where e.member_id = $1 and e.state = 'proposed'`,
);
/** What waits of a member, and whether the member has passed by a second factor since. */
export const selectOpen = async (
  on: Queryable,
  memberId: string,
): Promise<(FactorEndRow & { used: boolean }) | undefined> =>
  (await on.query<FactorEndRow & { used: boolean }>(open([memberId]))).rows[0];

const insert = statement(
  'factor-end-insert',
  `insert into factor_end (id, shard, member_id, reason, proposed_by, proposed_at) values ($1, $2, $3, $4, $5, $6)
   on conflict (member_id) where state = 'proposed' do nothing`,
);
/** False where one waits already. */
export const insertEnd = async (on: Queryable, row: Omit<FactorEndRow, 'version'>): Promise<boolean> => {
  const { id, shard, member_id, reason, proposed_by, proposed_at } = row;
  return (await on.query(insert([id, shard, member_id, reason, proposed_by, proposed_at]))).rowCount === 1;
};

const decide = statement(
  'factor-end-decide',
  `update factor_end e set state = $3, decided_by = $4, decided_at = $5, note = $6, version = version + 1
   where e.id = $1 and e.member_id = $2 and e.state = 'proposed' and e.version = $7 and ($3 = 'withdrawn') = (e.proposed_by = $4)
     and ($3 <> 'applied' or not (${usedSince}))
   returning ${columns}`,
);
/** @returns undefined when it has another version, is decided, not this operator's to decide so, or the member has passed since */
export const decideEnd = async (
  on: Queryable,
  of: {
    id: string;
    memberId: string;
    version: number;
    state: 'applied' | 'refused' | 'withdrawn';
    by: string;
    now: Date;
    note: string | null;
  },
): Promise<FactorEndRow | undefined> =>
  (await on.query<FactorEndRow>(decide([of.id, of.memberId, of.state, of.by, of.now, of.note, of.version])))
    .rows[0];

/** How far a proposal is. */
type EndState = { state: string; proposed_by: string; decided_by: string | null; version: number };

const byId = statement(
  'factor-end-by-id',
  `select e.state, e.proposed_by, e.decided_by, e.version from factor_end e where e.id = $1 and e.member_id = $2`,
);
export const findEnd = async (
  on: Queryable,
  of: { id: string; memberId: string },
): Promise<EndState | undefined> => (await on.query<EndState>(byId([of.id, of.memberId]))).rows[0];

const takeApp = statement('factor-end-app', 'delete from second_factor where shard = $1 and member_id = $2');
const takeCodes = statement(
  'factor-end-codes',
  'delete from recovery_code where shard = $1 and member_id = $2',
);
const takeKeys = statement('factor-end-keys', 'delete from passkey where shard = $1 and member_id = $2');
const hold = statement(
  'factor-end-hold',
  'update member set withdraw_from = greatest(withdraw_from, $2) where id = $1',
);

/** Takes all of them off, also an app that was only begun, and holds withdrawals back. It locks the member's row first. */
export const takeFactors = async (
  on: Queryable,
  { shard, memberId }: Owner,
  withdrawFrom: Date,
): Promise<void> => {
  await on.query(hold([memberId, withdrawFrom]));
  for (const take of [takeApp, takeCodes, takeKeys]) await on.query(take([shard, memberId]));
};

const waits = statement(
  'factor-end-waits',
  `select count(*)::int as total, min(proposed_at) as oldest from factor_end where state = 'proposed'`,
);
export const countWaiting = (on: Queryable): Promise<Waiting> => readWaiting(on, waits([]));

const from = statement('member-withdraw-from', 'select withdraw_from from member where id = $1');
export const selectWithdrawFrom = async (on: Queryable, memberId: string): Promise<Date | undefined> =>
  (await on.query<{ withdraw_from: Date | null }>(from([memberId]))).rows[0]?.withdraw_from ?? undefined;
