import { statement, type Queryable } from '../../platform/database.ts';
import type { Owner } from '../../platform/owner.ts';

/** A leader's day by its id. */
export type LeaderDay = { day: string; restricted: boolean; rates: number[] };

const byId = statement(
  'team-leader-day',
  `select day, restricted, array[rate_1, rate_2, rate_3] as rates from team_commission
   where shard = $1 and leader_id = $2 and id = $3`,
);
export const findLeaderDay = async (
  on: Queryable,
  { shard, memberId }: Owner,
  id: string,
): Promise<LeaderDay | undefined> => (await on.query<LeaderDay>(byId([shard, memberId, id]))).rows[0];

/** A member's bets of a day; `theoretical` in minor units × millionths. */
export type SourceRow = {
  memberId: string;
  bets: bigint;
  stakes: bigint;
  theoretical: string;
  counts: boolean;
};

const tree = `from team_tree t
  join team_stake s on s.shard = t.shard and s.member_id = t.member_id and s.day = $4::date and s.bets > 0
  where t.leader_shard = $1 and t.leader_id = $2 and t.generation = $3`;
const page = statement(
  'team-sources',
  `select t.member_id as "memberId", s.bets, s.stakes, s.theoretical::text as theoretical,
     not exists (
       select from team_flag f
       where f.shard = t.shard and f.member_id = t.member_id and f.leader_id = t.leader_id and f.in_force
         and f.from_day <= s.day) as counts
   ${tree} order by s.theoretical desc, t.member_id limit $5 offset $6`,
);
const count = statement('team-sources-count', `select count(*) as total ${tree}`);

/** Members whose bets make up a generation's line of a day, the largest margin first. */
export const pageOfSources = async (
  on: Queryable,
  { shard, memberId }: Owner,
  { generation, day }: { generation: number; day: string },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: SourceRow[]; total: number }> => {
  const of = [shard, memberId, generation, day];
  const { rows } = await on.query<SourceRow>(page([...of, limit, offset]));
  const counted = await on.query<{ total: bigint }>(count(of));
  return { rows, total: Number(counted.rows[0]?.total ?? 0n) };
};
