import { sqlPart, type Part } from './part.ts';

/** An entry in a form that a person can find. */
const entry = `'entry', e.member_id, e.version, e.kind, e.amount + e.held_change`;

/** The house accounts that an entry of a kind may have on its other side. */
const accounts = `(values
  ('grant', '^promotions$'), ('check_in', '^promotions$'), ('adjustment', '^promotions$'),
  ('stake', '^stakes$'), ('refund', '^stakes$'),
  ('payout', '^payouts$'), ('correction', '^payouts$'), ('cash_out', '^payouts$'),
  ('live_delay', '^held$'), ('live_refused', '^held$'),
  ('recharge', '^external:.'), ('recharge_fee', '^fees$'),
  ('withdrawal', '^held$'), ('withdrawal_fee', '^(held|fees)$'), ('withdrawal_paid', '^external:.'),
  ('withdrawal_returned', '^(held|fees|external:.+)$'),
  ('commission', '^clearing:commission$'), ('commission_reversed', '^commission$')
) as a(kind, account)`;

/** Rules of entries in addition to the ledger's own: each has its cause, and each cause its entry. */
export const entryParts: readonly Part[] = [
  sqlPart({
    name: 'entries have a known kind and its account',
    rows: 'entry',
    differences: `select concat_ws(' ', ${entry}, 'on', e.counter_account) as detail
      from entry e left join ${accounts} on a.kind = e.kind
      where a.kind is null or e.counter_account !~ a.account`,
  }),
  sqlPart({
    name: 'entries are as old as their keys',
    rows: 'entry',
    // Those from before entries kept their key: both were written by one statement.
    differences: `select concat_ws(' ', ${entry}, 'of', e.at, 'key of', o.at) as detail
      from entry e join operation o on o.shard = e.shard and o.member_id = e.member_id and o.key = e.key
      where o.at <> e.at`,
  }),
  sqlPart({
    name: 'wallets have their member',
    rows: 'wallet',
    differences: `select concat_ws(' ', 'wallet', w.member_id, 'has no member') as detail
      from wallet w left join member m on m.id = w.member_id where m.id is null or m.shard <> w.shard
      union all
      select concat_ws(' ', 'member', m.id, 'has no wallet')
      from member m left join wallet w on w.shard = m.shard and w.member_id = m.id where w.member_id is null`,
  }),
  sqlPart({
    name: 'entries of bets have their bet',
    rows: `entry where kind in ('stake', 'payout', 'refund', 'correction', 'cash_out')`,
    differences: `select concat_ws(' ', ${entry}, 'names', coalesce(e.ref::text, 'no bet')) as detail
      from entry e left join bet b on b.shard = e.shard and b.member_id = e.member_id and b.id = e.ref
      where e.kind in ('stake', 'payout', 'refund', 'correction', 'cash_out') and b.id is null`,
  }),
  sqlPart({
    name: 'payments of bets belong to a settlement',
    rows: `entry where kind in ('payout', 'refund', 'correction')`,
    differences: `select concat_ws(' ', ${entry}, 'under', e.key, 'of a bet settled', b.settlements, 'times') as detail
      from entry e join bet b on b.shard = e.shard and b.member_id = e.member_id and b.id = e.ref
      where e.kind in ('payout', 'refund', 'correction') and case
        when e.key = concat('return:', b.id) then b.returned_at is null
        when e.key like concat('settle:', b.id, ':%') then
          substr(e.key, 45) !~ '^[1-9][0-9]{0,8}$' or substr(e.key, 45)::int > b.settlements
        else true end`,
  }),
  sqlPart({
    name: 'orders and sales in play are as decided',
    rows: 'delayed_order',
    differences: `select concat_ws(' ', 'order', d.id, d.state, 'has', coalesce(h.state, 'no'), 'hold and', coalesce(b.state, 'no'), 'bet') as detail
      from delayed_order d
      left join hold h on h.shard = d.shard and h.member_id = d.member_id and h.id = d.id
      left join bet b on b.shard = d.shard and b.member_id = d.member_id and b.id = d.id
      where (d.state = 'accepted') <> (b.id is not null) or h.amount is distinct from d.unit * d.lines
        or h.state <> case d.state when 'waiting' then 'open' when 'accepted' then 'posted' else 'released' end
      union all
      select concat_ws(' ', ${entry}, 'has no order')
      from entry e left join delayed_order d on d.shard = e.shard and d.member_id = e.member_id and d.id = e.ref
      where e.kind in ('live_delay', 'live_refused') and d.id is null
      union all
      select concat_ws(' ', 'bet', b.id, 'is not as its order was struck')
      from delayed_order d join bet b on b.shard = d.shard and b.member_id = d.member_id and b.id = d.id
      where (b.type, b.k, b.unit, b.lines, b.odds_milli, b.potential, b.slip_hash)
          is distinct from (d.type, d.k, d.unit, d.lines, d.odds_milli, d.potential, d.slip_hash)
        or (select jsonb_agg(jsonb_build_array(l.event_id, l.market, l.line, l.selection, l.since, l.odds_milli, l.price_version,
                l.subsets, l.part_odds, l.part_versions) order by l.n)
              from bet_leg l where l.shard = b.shard and l.member_id = b.member_id and l.bet_id = b.id)
          is distinct from
           (select jsonb_agg(jsonb_build_array(o ->> 'event', o ->> 'market', o ->> 'line', o ->> 'selection', o ->> 'since',
                (o ->> 'oddsMilli')::int, (o ->> 'priceVersion')::int, o -> 'subsets', o -> 'partOdds',
                o -> 'partVersions') order by n)
              from jsonb_array_elements(d.legs) with ordinality as t(o, n))
      union all
      select concat_ws(' ', 'sale', d.key, 'of', d.member_id, d.state, coalesce(d.paid::text, ''), 'entry', coalesce(e.amount::text, 'is missing'))
      from delayed_sale d
      left join entry e on e.shard = d.shard and e.member_id = d.member_id and e.key = d.key and e.kind = 'cash_out' and e.ref = d.bet_id
      where e.amount is distinct from d.paid or (d.state = 'sold') <> (e.amount is not null)`,
  }),
  sqlPart({
    name: 'corrections of balances have their entry',
    rows: 'adjustment',
    // A correction is an applied proposal, the row that was written when it was applied, and an entry.
    differences: `select concat_ws(' ', 'correction', coalesce(p.id, a.id, e.ref), a.amount, coalesce(p.state, 'of no proposal that was applied'),
        'entry', e.member_id, e.version, coalesce(e.amount::text, 'is missing')) as detail
      from (select * from proposal where kind = 'adjustment' and state = 'applied') p
      full join adjustment a on a.id = p.id
      full join (select * from entry where kind = 'adjustment') e
        on e.shard = a.shard and e.member_id = a.member_id and e.ref = a.id
      where p.id is null or a.id is null or p.subject_id <> a.member_id
        or (p.body ->> 'amountMinor')::bigint <> a.amount or (p.body ->> 'shard')::int <> a.shard
        or e.key is distinct from concat('adjustment:', a.id) or e.amount is distinct from a.amount
        or e.at not between p.decided_at - interval '5 minutes' and p.decided_at + interval '5 minutes'
        or e.available_after <> a.balance_after or e.available_after - e.amount <> a.balance_before`,
  }),
  sqlPart({
    name: 'check-ins have their entry',
    rows: 'check_in where reward is not null',
    differences: `select concat_ws(' ', 'check-in of', coalesce(c.member_id, e.member_id), 'on', coalesce(c.day::text, substr(e.key, 10)),
        'gives', coalesce(c.reward::text, 'nothing'), 'entry', coalesce(e.amount::text, 'is missing')) as detail
      from (select * from check_in where reward is not null) c
      full join (select * from entry where kind = 'check_in') e
        on e.shard = c.shard and e.member_id = c.member_id and e.key = concat('check_in:', to_char(c.day, 'YYYY-MM-DD'))
      where e.amount is distinct from c.reward or e.available_after is distinct from c.balance
        or c.at is null or c.at not between e.at - interval '5 minutes' and e.at + interval '5 minutes'
      union all
      -- The last day of a run is the last rewarded one.
      select concat_ws(' ', 'run of', s.member_id, 'ends on', s.last_day, s.streak, 'last check-in on', c.day, c.streak)
      from check_in_streak s
      left join lateral (
        select c.day, c.streak from check_in c
        where c.shard = s.shard and c.member_id = s.member_id and c.reward is not null order by c.day desc limit 1
      ) c on true
      where (s.last_day, s.streak) is distinct from (c.day, c.streak)`,
  }),
  sqlPart({
    name: 'play money is granted once, at registration',
    rows: `entry where kind = 'grant'`,
    differences: `select concat_ws(' ', ${entry}, 'of', e.at, 'member registered', m.registered_at) as detail
      from entry e left join member m on m.id = e.member_id
      where e.kind = 'grant' and (e.key <> 'grant:play' or m.id is null
        or e.at not between m.registered_at - interval '1 day' and m.registered_at + interval '1 day')`,
  }),
  sqlPart({
    name: 'withdrawals are what their entries come to',
    rows: 'withdrawal',
    differences: `with moved as (
        select e.shard, e.member_id, w.id, sum(e.amount) as amount, sum(e.held_change) as held
        from entry e left join withdrawal w on w.shard = e.shard and w.member_id = e.member_id and e.ref in (w.id, w.fee_hold)
        where e.kind in ('withdrawal', 'withdrawal_fee', 'withdrawal_paid', 'withdrawal_returned')
        group by e.shard, e.member_id, w.id
      )
      select concat_ws(' ', 'withdrawal', coalesce(w.id, m.id), 'of', coalesce(w.member_id, m.member_id),
        coalesce(w.state, 'is missing'), 'entries', coalesce(m.amount, 0), coalesce(m.held, 0)) as detail
      from withdrawal w full join moved m on m.shard = w.shard and m.member_id = w.member_id and m.id = w.id
      where (m.amount, m.held) is distinct from (
        case when w.state in ('refused', 'cancelled') then 0 else -w.amount end,
        case when w.state = 'in_progress' then w.amount else 0 end)`,
  }),
];
