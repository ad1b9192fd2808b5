import type pg from 'pg';
import { query, type Queryable } from '../../core/database/database.ts';
import { transaction } from '../../core/database/transaction.ts';
import type { BetsOfTeams, MoneyOfTeams } from './ports.ts';
import type { Owner } from '../../core/owner.ts';

const markOf = query.one<{ readTo: Date }>(
  'team-mark',
  `select read_to as "readTo" from team_mark where name = 'recharges'`,
);
const advance = query.exec(
  'team-mark-advance',
  `update team_mark set read_to = $2 where name = 'recharges' and read_to = $1`,
);
const write = query.exec(
  'team-recharged-write',
  `insert into team_fact as f (shard, member_id, recharged)
   select t.shard, t.member_id, t.recharged
   from unnest($1::smallint[], $2::uuid[], $3::bigint[]) as t(shard, member_id, recharged)
   where exists (select from team_tree x where x.shard = t.shard and x.member_id = t.member_id and x.generation = 1)
   on conflict (shard, member_id) do update set recharged = excluded.recharged
   where f.recharged <> excluded.recharged`,
);

/** Brings members' recharges up to date from the cashier's records. Of two at once, one does it. */
export const refreshRecharged = async (
  pool: pg.Pool,
  { money, bets }: { money: MoneyOfTeams; bets: BetsOfTeams },
): Promise<void> => {
  const upTo = await bets.upTo(pool);
  await transaction(pool, async (client) => {
    const mark = await markOf(client);
    if (mark === undefined || mark.readTo >= upTo) return;
    if ((await advance(client, [mark.readTo, upTo])) !== 1) return;
    const found = await money.creditedSince(client, mark.readTo);
    if (found.length === 0) return;
    await write(client, [
      found.map(({ shard }) => shard),
      found.map(({ memberId }) => memberId),
      found.map(({ creditedMinor }) => creditedMinor),
    ]);
  });
};

/** A generation of a leader's team. Amounts in minor units. */
export type Generation = {
  generation: number;
  people: number;
  rechargedMinor: bigint;
  sessions: bigint;
  /** Members who recharged at least as much as each level asks. */
  recharged: number[];
};

const generations = query.many<Generation & { leaderId: string }>(
  'team-generations',
  `select t.leader_id as "leaderId", t.generation, count(*)::int as people,
     coalesce(sum(f.recharged), 0)::bigint as "rechargedMinor", coalesce(sum(f.bets), 0)::bigint as sessions,
     array[count(*) filter (where f.recharged >= $3), count(*) filter (where f.recharged >= $4),
       count(*) filter (where f.recharged >= $5)]::int[] as recharged
   from unnest($1::smallint[], $2::uuid[]) as l(shard, id)
   join team_tree t on t.leader_shard = l.shard and t.leader_id = l.id
   left join team_fact f on f.shard = t.shard and f.member_id = t.member_id
   group by t.leader_id, t.generation order by t.leader_id, t.generation`,
);

/**
 * The generations of leaders' teams that have members, by leader.
 * @param asked the recharge that each level asks for, three
 */
export const generationsOfAll = async (
  on: Queryable,
  leaders: readonly Owner[],
  asked: readonly bigint[],
): Promise<Map<string, Generation[]>> => {
  const given = [leaders.map(({ shard }) => shard), leaders.map(({ memberId }) => memberId), ...asked];
  const rows = await generations(on, given);
  return Map.groupBy(rows, ({ leaderId }) => leaderId);
};

/** The generations of one leader's team. */
export const generationsOf = async (
  on: Queryable,
  leader: Owner,
  asked: readonly bigint[],
): Promise<Generation[]> => (await generationsOfAll(on, [leader], asked)).get(leader.memberId) ?? [];

const lastClosed = query.one<{ day: string | null }>(
  'team-last-closed',
  `select max(day)::text as day from team_run where state = 'closed'`,
);

/** The last day of the site that is closed; undefined before the first one is. */
export const lastClosedDay = async (on: Queryable): Promise<string | undefined> =>
  (await lastClosed(on))?.day ?? undefined;

export type TeamRow = Owner & { recharged: bigint; bets: bigint; income: bigint; recent: bigint };

// The member's contribution to this leader: theoretical × rate, of booked days, without days that a flag
// excludes.
const page = query.many<TeamRow>(
  'team-page',
  `select t.shard, t.member_id as "memberId", coalesce(f.recharged, 0) as recharged, coalesce(f.bets, 0) as bets,
     trunc(coalesce(i.income, 0))::bigint as income, trunc(coalesce(i.recent, 0))::bigint as recent
   from (
     select shard, member_id, leader_shard, leader_id, generation from team_tree
     where leader_shard = $1 and leader_id = $2 and generation = $3
     order by member_id desc limit $4 offset $5
   ) t
   left join team_fact f on f.shard = t.shard and f.member_id = t.member_id
   left join lateral (
     select sum(x.amount) as income, sum(x.amount) filter (where x.day > x.last - 30) as recent
     from (
       select s.day, l.last, s.theoretical * 0.000000000001
         * case t.generation when 1 then c.rate_1 when 2 then c.rate_2 else c.rate_3 end as amount
       from team_stake s
       join team_commission c on c.shard = t.leader_shard and c.leader_id = t.leader_id and c.day = s.day
       cross join (select max(day) as last from team_run where state = 'closed') l
       where s.shard = t.shard and s.member_id = t.member_id and s.day <= l.last
         and not exists (
           select from team_flag g
           where g.shard = t.shard and g.member_id = t.member_id and g.leader_id = t.leader_id and g.in_force
             and g.from_day <= s.day)
     ) x
   ) i on true
   order by t.member_id desc`,
);
const count = query.one<{ total: bigint }>(
  'team-count',
  `select count(*) as total from team_tree where leader_shard = $1 and leader_id = $2 and generation = $3`,
);

/** A page of a generation, newest members first. */
export const selectTeam = async (
  on: Queryable,
  { shard, memberId }: Owner,
  { generation, limit, offset }: { generation: number; limit: number; offset: number },
): Promise<{ rows: TeamRow[]; total: number }> => {
  const rows = await page(on, [shard, memberId, generation, limit, offset]);
  const counted = await count(on, [shard, memberId, generation]);
  return { rows, total: Number(counted?.total ?? 0n) };
};
