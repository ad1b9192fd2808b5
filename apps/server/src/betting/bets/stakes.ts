import { query, type Queryable } from '../../core/database/database.ts';
import type { Owner } from '../../core/owner.ts';

/** A won or lost bet, as it counts for a member's turnover. */
export type SettledStake = { id: string; at: Date; stakeMinor: bigint };

const settledAfter = query.many<SettledStake>(
  'bet-settled-after',
  `select id, settled_at as at, stake as "stakeMinor" from bet
   where shard = $1 and member_id = $2 and state in ('win', 'lose') and settled_at > $3
   order by settled_at, id`,
);

/**
 * A member's bets that were settled after a time and not refunded, oldest first. Half-won and half-lost bets count
 * whole, as do bets that were sold.
 */
export const settledStakes = async (
  on: Queryable,
  { shard, memberId }: Owner,
  after: Date,
): Promise<SettledStake[]> => {
  const rows = await settledAfter(on, [shard, memberId, after]);
  return rows;
};
