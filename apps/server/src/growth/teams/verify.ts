import type { Queryable } from '../../core/database/database.ts';
import type { Verified } from '../../ledger/index.ts';

/** Each part yields a row for each place where teams break a rule. */
export const teamChecks = `
  -- A member's leaders are its inviter and the inviter's first two.
  select 'tree' as what, concat_ws(' ', t.member_id, t.generation) as detail
  from team_tree t
  join team_tree first on first.shard = t.shard and first.member_id = t.member_id and first.generation = 1
  left join team_tree above on above.shard = first.leader_shard and above.member_id = first.leader_id
    and above.generation = t.generation - 1
  where t.generation > 1 and above.leader_id is distinct from t.leader_id
  union all
  -- The figures of levels follow from the days.
  select 'settled bets', f.member_id::text
  from team_fact f
  left join (select shard, member_id, sum(bets) as bets from team_stake group by shard, member_id) s
    on s.shard = f.shard and s.member_id = f.member_id
  where f.bets <> coalesce(s.bets, 0)
  union all
  -- A generation's day is booked as its members' days say, at the leader's rates of that day.
  select 'commission', concat_ws(' ', b.leader_id, b.day, b.generation, 'booked', b.amount, 'reckoned', n.amount)
  from (
    select l.shard, l.leader_id, l.day, l.generation, sum(l.amount) as amount, sum(l.theoretical) as theoretical
    from team_line l group by l.shard, l.leader_id, l.day, l.generation
  ) b
  full join (
    select t.leader_shard as shard, t.leader_id, s.day, t.generation, sum(s.theoretical) as theoretical,
      trunc(sum(s.theoretical) * min(case t.generation when 1 then c.rate_1 when 2 then c.rate_2 else c.rate_3 end)
        * 0.000000000001) as amount
    from team_stake s
    join team_tree t on t.shard = s.shard and t.member_id = s.member_id
    join team_commission c on c.shard = t.leader_shard and c.leader_id = t.leader_id and c.day = s.day
    where not exists (
      select from team_flag f where f.shard = t.shard and f.member_id = t.member_id and f.leader_id = t.leader_id
        and f.in_force and f.from_day <= s.day)
    group by t.leader_shard, t.leader_id, s.day, t.generation
  ) n on n.shard = b.shard and n.leader_id = b.leader_id and n.day = b.day and n.generation = b.generation
  where (coalesce(b.amount, 0), coalesce(b.theoretical, 0)) is distinct from
    (coalesce(n.amount, 0), coalesce(n.theoretical, 0))
  union all
  -- I10: a day never pays more than it brought.
  select 'more than its source', concat_ws(' ', l.day, l.amount)
  from (select day, sum(amount) as amount from team_line group by day) l
  left join (select day, sum(theoretical) * 0.000001 as kept from team_stake group by day) s on s.day = l.day
  where l.amount > coalesce(s.kept, 0)
  union all
  -- The amount due is the amount booked.
  select 'due', concat_ws(' ', l.leader_id, l.day, l.run)
  from (
    select shard, leader_id, day, run, sum(amount) as amount from team_line group by shard, leader_id, day, run
    having sum(amount) <> 0
  ) l
  full join team_due d on d.shard = l.shard and d.leader_id = l.leader_id and d.day = l.day and d.run = l.run
  where l.amount is distinct from d.amount
  union all
  -- Each credit is one entry of the ledger, and each claw-back is complete.
  select 'credit and entry', concat_ws(' ', d.leader_id, d.day, d.run, e.key)
  from (select * from team_due where amount > 0 and state = 'done') d
  full join (select * from entry where shard >= 0 and kind = 'commission') e
    on e.shard = d.shard and e.member_id = d.leader_id and e.key = concat('commission:', d.run, ':', d.day)
  where d.amount is distinct from e.amount or e.counter_account <> 'clearing:commission'
  union all
  select 'taken back', concat_ws(' ', d.shard, d.leader_id)
  from (select shard, leader_id, sum(taken) as taken from team_due group by shard, leader_id having sum(taken) > 0) d
  full join (
    select shard, member_id, sum(amount) as amount from entry
    where shard >= 0 and kind = 'commission_reversed' group by shard, member_id
  ) e on e.shard = d.shard and e.member_id = d.leader_id
  where d.taken is distinct from -e.amount
  union all
  -- I8: the clearing account holds what a closing still has to credit, and nothing when it has.
  select 'clearing', concat_ws(' ', 'holds', c.amount, 'due', w.amount)
  from (
    select coalesce((select sum(amount) from house_move where shard >= 0 and to_account = 'clearing:commission'), 0)
      - coalesce((select sum(amount) from entry where shard >= 0 and counter_account = 'clearing:commission'), 0) as amount
  ) c
  cross join (
    select coalesce(sum(d.amount), 0) as amount from team_due d join team_run r on r.day = d.run
    where d.amount > 0 and d.state = 'due' and r.state in ('paying', 'closed')
  ) w
  where c.amount <> w.amount`;

/** Recomputes the commission of every leader's day from its members' days, and compares it with the ledger. */
export const verifyTeams = async (on: Queryable): Promise<Verified> => {
  const { rows: counted } = await on.query<{ members: bigint; days: bigint; lines: bigint }>(
    `select (select count(*) from team_tree where generation = 1) as members,
       (select count(*) from team_run where state = 'closed') as days, (select count(*) from team_line) as lines`,
  );
  const { rows } = await on.query<{ what: string; detail: string }>(`${teamChecks} limit 20`);
  const [counts = { members: 0n, days: 0n, lines: 0n }] = counted;
  return { counts, differences: rows.map(({ what, detail }) => `${what}: ${detail}`) };
};
