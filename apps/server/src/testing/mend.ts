import type { Queryable } from '../core/database/database.ts';

/**
 * Makes all derived data agree with changed entries and bets again, as an attacker would to hide the change: numbers and
 * balances of entries, wallets, keys, sums of accounts, days, reports and settlement runs.
 * @param competition of all matches
 */
export const mend = async (on: Queryable, competition = 'proof'): Promise<void> => {
  for (const text of statements) await on.query(text.replace(`'COMPETITION'`, `'${competition}'`));
};

const statements: readonly string[] = [
  'update entry set version = version + 1000000 where shard >= 0',
  `update entry e set version = n.version, available_after = n.available, held_after = n.held
   from (
     select shard, member_id, key, row_number() over line as version, sum(amount) over line as available, sum(held_change) over line as held
     from entry window line as (partition by shard, member_id order by version)
   ) n
   where n.shard = e.shard and n.member_id = e.member_id and n.key = e.key`,
  `update wallet w set available = e.available, held = e.held, version = e.version
   from (
     select shard, member_id, sum(amount) as available, sum(held_change) as held, count(*) as version from entry group by shard, member_id
   ) e
   where e.shard = w.shard and e.member_id = w.member_id`,
  `update operation o set kind = e.kind, amount = e.amount, held_change = e.held_change, counter_account = e.counter_account, ref = e.ref,
     at = e.at
   from entry e where e.shard = o.shard and e.member_id = o.member_id and e.key = o.key`,
  `update entry e set request_hash = 'by hand'
   where e.request_hash is null and not exists (
     select from operation o where o.shard = e.shard and o.member_id = e.member_id and o.key = e.key)`,
  `delete from operation o where o.outcome = 'applied' and not exists (
     select from entry e where e.shard = o.shard and e.member_id = o.member_id and e.key = o.key)`,
  `update check_in c set balance = e.available_after from entry e
   where e.shard = c.shard and e.member_id = c.member_id and e.key = concat('check_in:', c.day)`,
  `update adjustment a set balance_before = e.available_after - e.amount, balance_after = e.available_after from entry e
   where e.shard = a.shard and e.member_id = a.member_id and e.key = concat('adjustment:', a.id) and a.balance_after is not null`,
  'delete from house_total where shard >= 0',
  `insert into house_total (shard, account, currency, amount, entries)
   select shard, account, currency, sum(amount), sum(entries) from (
     select e.shard, e.counter_account as account, e.currency, -sum(e.amount + e.held_change) as amount, count(*) as entries
     from entry e join house_watermark w on w.shard = e.shard and e.tx < w.tx group by 1, 2, 3
     union all
     select h.shard, s.account, h.currency, sum(s.amount), count(*)
     from house_move h join house_watermark w on w.shard = h.shard and h.tx < w.tx
     cross join lateral (values (h.from_account, -h.amount), (h.to_account, h.amount)) as s(account, amount) group by 1, 2, 3
   ) t group by 1, 2, 3`,
  'delete from ledger_day',
  `insert into ledger_day (day, kind, account, currency, amount, held, house, entries)
   select (e.at at time zone m.zone)::date, e.kind, e.counter_account, e.currency, sum(e.amount), sum(e.held_change),
     -sum(e.amount + e.held_change), count(*)
   from entry e join ledger_mark m on e.tx < m.tx group by 1, 2, 3, 4
   union all
   select (h.at at time zone m.zone)::date, 'house_move', s.account, h.currency, 0, 0, sum(s.amount), count(*)
   from house_move h join ledger_mark m on h.tx < m.tx
   cross join lateral (values (h.from_account, -h.amount), (h.to_account, h.amount)) as s(account, amount) group by 1, 3, 4`,
  'delete from report_day',
  `insert into report_day (day, competition_id, stakes, refunds, payouts, bets)
   select (e.at at time zone m.zone)::date, 'COMPETITION',
     coalesce(-sum(e.amount + e.held_change) filter (where e.counter_account = 'stakes' and e.kind = 'stake'), 0),
     coalesce(sum(e.amount + e.held_change) filter (where e.counter_account = 'stakes' and e.kind <> 'stake'), 0),
     coalesce(sum(e.amount + e.held_change) filter (where e.counter_account = 'payouts'), 0),
     count(*) filter (where e.counter_account = 'stakes' and e.kind = 'stake')
   from entry e join report_mark m on e.tx < m.tx
   where e.counter_account in ('stakes', 'payouts') and e.ref is not null group by 1`,
  'update settlement_shard set paid_minor = 0, taken_minor = 0',
  `update settlement_shard s set paid_minor = t.paid, taken_minor = t.taken
   from (
     select shard, request_hash as run, sum(greatest(amount, 0)) as paid, -sum(least(amount, 0)) as taken
     from entry where key like 'settle:%' group by 1, 2
   ) t
   where t.shard = s.shard and t.run = concat(s.event_id, ':', s.version)`,
  `update settlement_run r set bets = s.bets, paid_minor = s.paid, taken_minor = s.taken
   from (
     select event_id, version, sum(bets) as bets, sum(paid_minor) as paid, sum(taken_minor) as taken from settlement_shard group by 1, 2
   ) s
   where s.event_id = r.event_id and s.version = r.version`,
];
