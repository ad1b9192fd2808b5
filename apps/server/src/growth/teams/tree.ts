import { query, type Queryable } from '../../core/database/database.ts';
import { shardOf } from '../../core/ids.ts';
import type { Owner } from '../../core/owner.ts';

const join = query.exec(
  'team-join',
  `insert into team_tree (shard, member_id, generation, leader_shard, leader_id)
   select $1::smallint, $2::uuid, 1, $3::smallint, $4::uuid
   union all
   select $1, $2, t.generation + 1, t.leader_shard, t.leader_id from team_tree t
   where t.shard = $3 and t.member_id = $4 and t.generation < 3`,
);

/**
 * Puts a new member below its inviter: the inviter is its first leader, the inviter's first two are the
 * second and third. A member has no team before it exists, so there are no circles; the table refuses a
 * member of one's own team, or oneself.
 * @param client the transaction that opens the account
 */
export const joinTeam = async (
  client: Queryable,
  { shard, memberId }: Owner,
  inviterId: string,
): Promise<void> => {
  await join(client, [shard, memberId, shardOf(inviterId), inviterId]);
};

const above = query.many<Owner & { generation: number }>(
  'team-above',
  `select leader_shard as shard, leader_id as "memberId", generation from team_tree
   where shard = $1 and member_id = $2 order by generation`,
);

/** A member's leaders, the inviter first. */
export const leadersOf = (
  on: Queryable,
  { shard, memberId }: Owner,
): Promise<(Owner & { generation: number })[]> => above(on, [shard, memberId]);

const isBelow = query.many<Pair>(
  'team-is-below',
  `select t.shard, t.member_id as "memberId", t.leader_shard as "leaderShard", t.leader_id as "leaderId"
   from team_tree t
   where (t.shard = $1 and t.member_id = $2 and t.leader_id = any ($3::uuid[]))
     or (t.leader_shard = $1 and t.leader_id = $2 and t.member_id = any ($3::uuid[]))`,
);

export type Pair = Owner & { leaderShard: number; leaderId: string };

/** Pairs of these members in which one is above the other, each as member and leader. */
export const pairsAmong = async (
  on: Queryable,
  { shard, memberId }: Owner,
  others: readonly string[],
): Promise<Pair[]> => {
  if (others.length === 0) return [];
  return await isBelow(on, [shard, memberId, others]);
};
