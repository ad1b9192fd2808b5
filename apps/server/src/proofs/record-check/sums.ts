import { sqlPart, type Part } from './part.ts';

/** Entries about bets by the days and accounts of the reports. */
const moves = `select (e.at at time zone m.zone)::date as day,
    coalesce(-sum(e.amount + e.held_change) filter (where e.counter_account = 'stakes' and e.kind = 'stake'), 0) as stakes,
    coalesce(sum(e.amount + e.held_change) filter (where e.counter_account = 'stakes' and e.kind <> 'stake'), 0) as refunds,
    coalesce(sum(e.amount + e.held_change) filter (where e.counter_account = 'payouts'), 0) as payouts,
    count(*) filter (where e.counter_account = 'stakes' and e.kind = 'stake') as bets
  from entry e join report_mark m on e.tx < m.tx
  where e.counter_account in ('stakes', 'payouts') and e.ref is not null
  group by 1`;

/** Kept sums: each must equal the sum of its rows. */
export const sumParts: readonly Part[] = [
  sqlPart({
    name: 'days of the ledger are what entries come to',
    rows: 'ledger_day',
    differences: `with told as (
        select (e.at at time zone m.zone)::date as day, e.kind, e.counter_account as account, e.currency, sum(e.amount) as amount,
          sum(e.held_change) as held, -sum(e.amount + e.held_change) as house, count(*) as entries
        from entry e join ledger_mark m on e.tx < m.tx where m.zone is not null
        group by 1, 2, 3, 4
        union all
        select (h.at at time zone m.zone)::date, 'house_move', s.account, h.currency, 0, 0, sum(s.amount), count(*)
        from house_move h join ledger_mark m on h.tx < m.tx
        cross join lateral (values (h.from_account, -h.amount), (h.to_account, h.amount)) as s(account, amount)
        where m.zone is not null
        group by 1, 3, 4
      )
      select concat_ws(' ', 'day', coalesce(d.day, t.day), coalesce(d.kind, t.kind), coalesce(d.account, t.account), 'has',
        coalesce(d.amount, 0), coalesce(d.held, 0), coalesce(d.house, 0), 'of', coalesce(d.entries, 0), 'entries come to',
        coalesce(t.amount, 0), coalesce(t.held, 0), coalesce(t.house, 0), 'of', coalesce(t.entries, 0)) as detail
      from ledger_day d
      full join told t on t.day = d.day and t.kind = d.kind and t.account = d.account and t.currency = d.currency
      where (d.amount, d.held, d.house, d.entries) is distinct from (t.amount, t.held, t.house, t.entries)`,
  }),
  sqlPart({
    name: 'days of the reports are what entries of bets come to',
    rows: 'report_day',
    differences: `with told as (${moves})
      select concat_ws(' ', 'day', coalesce(d.day, t.day), 'has', coalesce(d.stakes, 0), coalesce(d.refunds, 0), coalesce(d.payouts, 0),
        'of', coalesce(d.bets, 0), 'bets, entries come to', coalesce(t.stakes, 0), coalesce(t.refunds, 0), coalesce(t.payouts, 0),
        'of', coalesce(t.bets, 0)) as detail
      from (
        select day, sum(stakes) as stakes, sum(refunds) as refunds, sum(payouts) as payouts, sum(bets)::bigint as bets
        from report_day group by day
      ) d
      full join told t on t.day = d.day
      where (coalesce(d.stakes, 0), coalesce(d.refunds, 0), coalesce(d.payouts, 0), coalesce(d.bets, 0)) is distinct from
        (coalesce(t.stakes, 0), coalesce(t.refunds, 0), coalesce(t.payouts, 0), coalesce(t.bets, 0))`,
  }),
  sqlPart({
    name: 'settlement runs are what they paid and took',
    rows: 'settlement_shard',
    differences: `with told as (
        select e.shard, coalesce(e.request_hash, o.request_hash) as run, sum(greatest(e.amount, 0)) as paid,
          -sum(least(e.amount, 0)) as taken
        from entry e
        left join operation o on o.shard = e.shard and o.member_id = e.member_id and o.key = e.key
        where e.key like 'settle:%'
        group by 1, 2
      )
      select concat_ws(' ', 'run', coalesce(t.run, concat(s.event_id, ':', s.version)), 'shard', coalesce(t.shard, s.shard), 'paid',
        coalesce(s.paid_minor, 0), 'took', coalesce(s.taken_minor, 0), 'entries', coalesce(t.paid, 0), coalesce(t.taken, 0)) as detail
      from (select * from settlement_shard where paid_minor <> 0 or taken_minor <> 0) s
      full join told t on t.shard = s.shard and t.run = concat(s.event_id, ':', s.version)
      where (coalesce(s.paid_minor, 0), coalesce(s.taken_minor, 0)) is distinct from (coalesce(t.paid, 0), coalesce(t.taken, 0))
      union all
      select concat_ws(' ', 'run', concat(r.event_id, ':', r.version), 'has', r.bets, r.paid_minor, r.taken_minor, r.lost_minor,
        'its shards', coalesce(s.bets, 0), coalesce(s.paid, 0), coalesce(s.taken, 0), coalesce(s.lost, 0))
      from settlement_run r
      left join (
        select event_id, version, sum(bets)::bigint as bets, sum(paid_minor) as paid, sum(taken_minor) as taken, sum(lost_minor) as lost
        from settlement_shard group by event_id, version
      ) s on s.event_id = r.event_id and s.version = r.version
      where r.finished_at is not null and (r.bets, r.paid_minor, r.taken_minor, r.lost_minor) is distinct from
        (coalesce(s.bets, 0), coalesce(s.paid, 0), coalesce(s.taken, 0), coalesce(s.lost, 0))`,
  }),
  sqlPart({
    name: 'bets were settled as often as runs say',
    rows: 'bet where settlements > 0',
    // A returned bet counts again, without a run.
    differences: `select concat_ws(' ', 'shard', coalesce(s.shard, b.shard), 'runs settled', coalesce(s.bets, 0), 'bets have', coalesce(b.bets, 0)) as detail
      from (select shard, sum(bets)::bigint as bets from settlement_shard group by shard having sum(bets) > 0) s
      full join (
        select shard, sum(settlements)::bigint - count(returned_at) as bets from bet group by shard
        having sum(settlements) > count(returned_at)
      ) b on b.shard = s.shard
      where s.bets is distinct from b.bets`,
  }),
  sqlPart({
    name: 'bets that were settled again have their notices',
    rows: 'bet_notice',
    differences: `select concat_ws(' ', 'bet', b.id, 'of', b.member_id, 'settled', b.settlements, 'times, notices', count(n.n)) as detail
      from bet b
      left join bet_notice n on n.shard = b.shard and n.member_id = b.member_id and n.bet_id = b.id
      where b.settlements > 0
      group by b.shard, b.member_id, b.id
      having count(n.n) > b.settlements - 1 or coalesce(max(n.n), 0) > b.settlements
      union all
      select concat_ws(' ', 'notice', n.n, 'names bet', n.bet_id, 'of', n.member_id)
      from bet_notice n left join bet b on b.shard = n.shard and b.member_id = n.member_id and b.id = n.bet_id
      where b.id is null`,
  }),
  sqlPart({
    name: 'sums of check-ins are what was given',
    rows: 'check_in_sum',
    // Check-ins from before the sums were kept are in none.
    differences: `select concat_ws(' ', 'day', s.day, 'shard', s.shard, 'has', s.check_ins, 'of which', s.extra, 'for levels, given were',
        coalesce(c.check_ins, 0)) as detail
      from check_in_sum s
      left join (
        select day, shard, count(*) as check_ins, sum(reward) as given from check_in where reward is not null group by day, shard
      ) c on c.day = s.day and c.shard = s.shard
      where s.check_ins > coalesce(c.check_ins, 0) or s.extra >= c.given`,
  }),
  sqlPart({
    name: 'sizes of teams are their members',
    rows: 'team_size',
    differences: `with told as (
        select t.leader_shard as shard, t.leader_id, count(*) filter (where t.generation = 1) as one,
          count(*) filter (where t.generation = 2) as two, count(*) filter (where t.generation = 3) as three
        from team_tree t join team_size_mark m on t.tx < m.tx
        group by 1, 2
      )
      select concat_ws(' ', 'leader', coalesce(s.leader_id, t.leader_id), 'has', s.people_1, s.people_2, s.people_3, 'invited',
        t.one, t.two, t.three) as detail
      from team_size s full join told t on t.shard = s.shard and t.leader_id = s.leader_id
      where (s.people_1::bigint, s.people_2::bigint, s.people_3::bigint) is distinct from (t.one, t.two, t.three)`,
  }),
];
