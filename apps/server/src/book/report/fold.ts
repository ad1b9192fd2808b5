import { statement } from '../../platform/database.ts';
import { betMovesText } from '../../wallet/bet-moves.ts';

/**
 * Adds what entries say about bets to the days of their competitions, records who was active there, and lists the open bets
 * by their potential returns. A bet over several competitions counts under '' only; under '*' members are counted once over
 * all of them.
 * @param values the time zone, and the transaction numbers from which on and below which
 */
export const fold = statement(
  'report-fold',
  `with moves as materialized (${betMovesText({ zone: '$1::text', from: '$2::bigint', until: '$3::bigint' })}),
  placed as materialized (
    select m.*, b.state = 'open' as open, b.potential, coalesce(
      case when b.event_id is not null then (select competition_id from event where id = b.event_id)
      else (
        select case when count(distinct e.competition_id) = 1 then min(e.competition_id) end
        from leg l join event e on e.id = l.event_id
        where l.shard = m.shard and l.member_id = m.member_id and l.bet_id = m.bet_id
      ) end, '') as competition_id
    from moves m left join bet b on b.shard = m.shard and b.member_id = m.member_id and b.id = m.bet_id
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
  ),
  listed as (
    insert into large_bet (shard, member_id, bet_id, potential)
    select distinct shard, member_id, bet_id, potential from placed where open
    order by 1, 2, 3
    on conflict do nothing
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
    bets = d.bets + excluded.bets, members = d.members + excluded.members`,
);
