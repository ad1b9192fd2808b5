import { query, type Queryable } from '../core/database/database.ts';
import { selectCreditedWithin, selectDeposits } from './recharges/queries.ts';
import { selectPaidWithin } from './withdrawals/queries.ts';
import type { Owner } from '../core/owner.ts';
import { startOfDay } from '../core/local-time.ts';

/** All that was ever credited to a member, minor units. */
type Credited = { shard: number; memberId: string; creditedMinor: bigint };

const since = query.many<Credited>(
  'payment-credited-since',
  `select t.shard, t.member_id as "memberId", sum(p.credited)::bigint as "creditedMinor"
   from (
     select distinct shard, member_id from payment where state = 'credited' and credited_at >= $1
   ) t
   join payment p on p.shard = t.shard and p.member_id = t.member_id and p.state = 'credited'
   group by t.shard, t.member_id`,
);

/** Members with a credit from a time on, each with the sum of all their credits. */
const creditedSince = (on: Queryable, moment: Date): Promise<Credited[]> => since(on, [moment]);

const sharing = query.many<{ memberId: string }>(
  'payout-method-sharing',
  `select distinct o.member_id as "memberId"
   from payout_method m
   join payout_method o on o.fingerprint = m.fingerprint and o.member_id <> m.member_id
   where m.shard = $1 and m.member_id = $2`,
);

/** Other members who have, or had, a payout method of this member. */
const sharedMethods = async (on: Queryable, { shard, memberId }: Owner): Promise<string[]> =>
  (await sharing(on, [shard, memberId])).map((row) => row.memberId);

/** What members' levels took off the fees of withdrawals that were paid, minor units. */
export type FeesSaved = {
  savedMinor: bigint;
  /** Those with a lower fee, and those whose fee without a level was not recorded. */
  withdrawals: number;
  unknown: number;
};

const saved = query.one<FeesSaved>(
  'withdrawal-fees-saved',
  `select coalesce(sum(fee_site - fee) filter (where fee_site > fee), 0)::bigint as "savedMinor",
     (count(*) filter (where fee_site > fee))::int as withdrawals,
     (count(*) filter (where fee_site is null))::int as unknown
   from withdrawal
   where paid_at >= ${startOfDay('$1::date', '$3')} and paid_at < ${startOfDay('$2::date + 1', '$3')}
     and state in ('success', 'finished')`,
);

/** Withdrawals paid within the days, first and last included, and not returned by the bank. */
export const feesSaved = async (
  on: Queryable,
  { from, to }: { from: string; to: string },
  timeZone: string,
): Promise<FeesSaved> =>
  (await saved(on, [from, to, timeZone])) ?? {
    savedMinor: 0n,
    withdrawals: 0,
    unknown: 0,
  };

/** What other modules read of recharges, withdrawals and payout methods. Reading them needs no open cashier. */
export const paymentRecords = {
  deposits: selectDeposits,
  creditedWithin: selectCreditedWithin,
  paidWithin: selectPaidWithin,
  creditedSince,
  sharedMethods,
};
