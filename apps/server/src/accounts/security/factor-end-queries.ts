import { query, statement, type Queryable } from '../../core/database/database.ts';
import type { Owner } from '../../core/owner.ts';
import { addRowFact } from '../../core/public-log/facts.ts';

/** All second factors of a member, and from when on a withdrawal may be requested. */
export type FactorsRow = {
  app: boolean;
  passkeys: number;
  recovery_codes: number;
  withdraw_from: Date | null;
};

const factors = query.one<FactorsRow>(
  'factors-of-member',
  `select m.withdraw_from,
     exists (select from second_factor f
             where f.shard = m.shard and f.member_id = m.id and f.confirmed_at is not null) as app,
     (select count(*)::int from passkey p where p.shard = m.shard and p.member_id = m.id) as passkeys,
     (select count(*)::int from recovery_code r
      where r.shard = m.shard and r.member_id = m.id and r.used_at is null) as recovery_codes
   from member m where m.id = $1`,
);
export const selectFactors = (on: Queryable, memberId: string): Promise<FactorsRow | undefined> =>
  factors(on, [memberId]);

// The step of a code is half a minute: one that began before the proposal may have been typed after it.
const usedSince = query.one<{ used: boolean }>(
  'factor-used-since',
  `select exists (select from second_factor f where f.shard = m.shard and f.member_id = m.id
       and to_timestamp(f.last_step::bigint * 30) > $2)
     or exists (select from recovery_code r where r.shard = m.shard and r.member_id = m.id and r.used_at > $2)
     or exists (select from passkey p where p.shard = m.shard and p.member_id = m.id
       and greatest(p.last_used_at, p.created_at) > $2) as used
   from member m where m.id = $1`,
);
/** Whether a member has passed by a second factor since a given time. */
export const hasUsedSince = async (on: Queryable, memberId: string, since: Date): Promise<boolean> =>
  (await usedSince(on, [memberId, since]))?.used === true;

const takeApp = statement('factor-end-app', 'delete from second_factor where shard = $1 and member_id = $2');
const takeCodes = statement(
  'factor-end-codes',
  'delete from recovery_code where shard = $1 and member_id = $2',
);
const takeKeys = statement('factor-end-keys', 'delete from passkey where shard = $1 and member_id = $2');
const hold = query.exec(
  'factor-end-hold',
  'update member set withdraw_from = greatest(withdraw_from, $2) where id = $1',
);

/**
 * Removes all second factors, also an app that was only begun, and holds withdrawals back. It locks the
 * member's row first. Within a transaction.
 */
export const takeFactors = async (
  on: Queryable,
  { shard, memberId }: Owner,
  withdrawFrom: Date,
): Promise<void> => {
  await hold(on, [memberId, withdrawFrom]);
  for (const take of [takeApp, takeCodes, takeKeys]) await on.query(take([shard, memberId]));
  await addRowFact(on, 'member', memberId);
};

const from = query.one<{ withdraw_from: Date | null }>(
  'member-withdraw-from',
  'select withdraw_from from member where id = $1',
);
export const selectWithdrawFrom = async (on: Queryable, memberId: string): Promise<Date | undefined> =>
  (await from(on, [memberId]))?.withdraw_from ?? undefined;
