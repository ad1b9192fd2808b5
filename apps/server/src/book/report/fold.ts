import type { Queryable } from '../../platform/database.ts';
import type { BetMoves } from '../../wallet/service.ts';

/**
 * Adds entries about bets to the days of their competitions, and records who was active there. Arrays $1 to
 * $8: shard, member, bet, day, stakes, refunds, payouts, bets placed. A bet over several competitions counts
 * under '' only; under '*' members are counted once over all of them.
 */
const foldText = `with given as materialized (
  select shard, member_id, bet_id, day, stake, refund, payout, bets
  from unnest($1::smallint[], $2::uuid[], $3::uuid[], $4::date[], $5::bigint[], $6::bigint[], $7::bigint[], $8::int[])
    as t (shard, member_id, bet_id, day, stake, refund, payout, bets)
),
placed as materialized (
  select g.*, coalesce(c.competition_id, '') as competition_id
  from given g
  left join lateral (
    select case when count(distinct e.competition_id) = 1 then min(e.competition_id) end as competition_id
    from bet_leg l join event e on e.id = l.event_id
    where l.shard = g.shard and l.member_id = g.member_id and l.bet_id = g.bet_id
  ) c on true
),
active as (
  insert into report_active (day, competition_id, shard, member_id)
  select distinct day, competition_id, shard, member_id
  from (
    select day, competition_id, shard, member_id from placed where bets > 0
    union all
    select day, '*', shard, member_id from placed where bets > 0
  ) a
  order by 1, 2, 3, 4
  on conflict do nothing
  returning day, competition_id
)
insert into report_day as d (day, competition_id, stakes, refunds, payouts, bets, members)
select day, competition_id, sum(stake), sum(refund), sum(payout), sum(bets), sum(members)
from (
  select day, competition_id, stake, refund, payout, bets, 0 as members from placed
  union all
  select day, competition_id, 0, 0, 0, 0, 1 from active
) s
group by day, competition_id
order by day, competition_id
on conflict (day, competition_id) do update
set stakes = d.stakes + excluded.stakes, refunds = d.refunds + excluded.refunds, payouts = d.payouts + excluded.payouts,
  bets = d.bets + excluded.bets, members = d.members + excluded.members`;

/** Open bets with their potential returns. */
const largeText = `insert into large_bet (shard, member_id, bet_id, potential)
select b.shard, b.member_id, b.id, b.potential
from unnest($1::smallint[], $2::uuid[], $3::uuid[]) as t (shard, member_id, bet_id)
join bet b on b.shard = t.shard and b.member_id = t.member_id and b.id = t.bet_id
where b.state = 'open'
order by 1, 2, 3
on conflict do nothing`;

export const foldMoves = async (on: Queryable, rows: readonly BetMoves[]): Promise<void> => {
  const bets = [
    rows.map(({ shard }) => shard),
    rows.map(({ memberId }) => memberId),
    rows.map(({ betId }) => betId),
  ];
  await on.query(foldText, [
    ...bets,
    rows.map(({ day }) => day),
    rows.map(({ stakeMinor }) => stakeMinor),
    rows.map(({ refundMinor }) => refundMinor),
    rows.map(({ payoutMinor }) => payoutMinor),
    rows.map((row) => row.bets),
  ]);
  await on.query(largeText, bets);
};
