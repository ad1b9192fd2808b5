import type pg from 'pg';
import { query, type Queryable } from '../../../core/database/database.ts';
import { derivation, withRetry } from '../../../core/database/transaction.ts';
import type { Owner } from '../../../core/owner.ts';

/**
 * Folds the members of finished transactions into the sizes, as ledger/days.ts does with entries: the mark
 * moves in the same statement, so no member is missed or counted twice; of two at once the second waits for the
 * first's mark. $1: the mark is not below it; a hint for the index on `tx`.
 */
const foldText = `with bound as (
  select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as tx
),
mark as materialized (select one, tx from team_size_mark where one for update),
moved as (
  update team_size_mark l set tx = b.tx from mark m, bound b where l.one = m.one and l.tx <= b.tx
)
insert into team_size as s (shard, leader_id, people_1, people_2, people_3)
select t.leader_shard, t.leader_id, count(*) filter (where t.generation = 1),
  count(*) filter (where t.generation = 2), count(*) filter (where t.generation = 3)
from mark m
join team_tree t on t.tx >= m.tx
where t.tx >= $1::bigint and t.tx < (select tx from bound)
group by t.leader_shard, t.leader_id
order by t.leader_shard, t.leader_id
on conflict (shard, leader_id) do update
set people_1 = s.people_1 + excluded.people_1, people_2 = s.people_2 + excluded.people_2,
  people_3 = s.people_3 + excluded.people_3`;

/** Brings the sizes of teams up to date. */
export const rollUpSizes = async (pool: pg.Pool): Promise<void> => {
  const { rows } = await pool.query<{ tx: bigint }>('select tx from team_size_mark where one');
  // Without a name, so that the plan depends on how far back it goes.
  await withRetry(() => derivation(pool, (client) => client.query(foldText, [rows[0]?.tx ?? 0n])));
};

/** A leader's team in the list of teams; `recentMinor` is the commission of the last 30 closed days. */
export type TeamSize = Owner & {
  people: number;
  generations: number[];
  level: number;
  recentMinor: bigint;
  flags: number;
};

const shown = `s.shard, s."memberId", s.people, s.generations, coalesce(c.level, 0)::int as level,
    coalesce(l.amount, 0)::bigint as "recentMinor", f.flags
  from s
  left join lateral (
    select level from team_commission c where c.shard = s.shard and c.leader_id = s."memberId" order by c.day desc limit 1
  ) c on true
  left join lateral (
    select sum(l.amount) as amount from team_line l
    where l.shard = s.shard and l.leader_id = s."memberId"
      and l.day > (select max(day) - 30 from team_run where state = 'closed')
  ) l on true
  cross join lateral (
    select count(*)::int as flags from team_flag f
    where f.leader_shard = s.shard and f.leader_id = s."memberId" and f.state = 'open'
  ) f`;
const columns = `leader_id as "memberId", people, array[people_1, people_2, people_3] as generations`;

const biggest = query.many<TeamSize>(
  'team-biggest',
  `with s as materialized (
     select shard, ${columns} from team_size order by people desc, leader_id limit $1 offset $2
   ) select ${shown} order by s.people desc, s."memberId"`,
);
const count = query.one<{ total: bigint }>('team-size-count', 'select count(*) as total from team_size');
const ofSome = query.many<TeamSize>(
  'team-size-of',
  `with s as materialized (
     select m.shard, m.member_id as "memberId", coalesce(t.people, 0) as people,
       array[coalesce(t.people_1, 0), coalesce(t.people_2, 0), coalesce(t.people_3, 0)] as generations
     from unnest($1::smallint[], $2::uuid[]) as m (shard, member_id)
     left join team_size t on t.shard = m.shard and t.leader_id = m.member_id
   ) select ${shown} order by s.people desc, s."memberId"`,
);

/** The biggest teams. */
export const selectBiggest = async (
  on: Queryable,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: TeamSize[]; total: number }> => {
  const rows = await biggest(on, [limit, offset]);
  const counted = await count(on);
  return { rows, total: Number(counted?.total ?? 0n) };
};

/** The teams of some members, also of those who have none. */
export const selectSizes = (on: Queryable, owners: readonly Owner[]): Promise<TeamSize[]> =>
  ofSome(on, [owners.map(({ shard }) => shard), owners.map(({ memberId }) => memberId)]);
