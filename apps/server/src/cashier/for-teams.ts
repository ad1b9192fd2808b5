import { statement, type Queryable } from '../platform/database.ts';

/** All that was ever credited to a member, minor units. */
export type Credited = { shard: number; memberId: string; creditedMinor: bigint };

const since = statement(
  'payment-credited-since',
  `select t.shard, t.member_id as "memberId", sum(p.credited)::bigint as "creditedMinor"
   from (
     select distinct shard, member_id from payment where state = 'credited' and credited_at >= $1
   ) t
   join payment p on p.shard = t.shard and p.member_id = t.member_id and p.state = 'credited'
   group by t.shard, t.member_id`,
);

/** Members to whom something was credited since a moment, each with all that ever was. */
export const creditedSince = async (on: Queryable, moment: Date): Promise<Credited[]> =>
  (await on.query<Credited>(since([moment]))).rows;

const sharing = statement(
  'payout-method-sharing',
  `select distinct o.member_id as "memberId"
   from payout_method m
   join payout_method o on o.fingerprint = m.fingerprint and o.member_id <> m.member_id
   where m.shard = $1 and m.member_id = $2`,
);

/** Other members who have, or had, a payout method of this member. */
export const sharedMethods = async (
  on: Queryable,
  { shard, memberId }: { shard: number; memberId: string },
): Promise<string[]> =>
  (await on.query<{ memberId: string }>(sharing([shard, memberId]))).rows.map((row) => row.memberId);
