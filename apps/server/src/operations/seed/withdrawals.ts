import type pg from 'pg';
import type { LoadOperators } from './operators.ts';
import type { LoadSize } from './size.ts';
import { share, spread } from './spread.ts';

/** Withdrawals that are not over: four of six in review, one being paid, one paid. */
const openMost = 300;

/**
 * Payout methods of every third member, and withdrawals of earlier recharges, with their approvals, holds and
 * moves in `load_move`: a quarter of all members have one that is over, and some others one that is not.
 */
export const loadWithdrawals = async (
  pool: pg.Pool,
  { members, days }: LoadSize,
  operators: LoadOperators,
): Promise<void> => {
  await pool.query(methods(days));
  const { count, step } = spread(Math.floor(members / 3), openMost);
  await pool.query(plan(days, step, count));
  await pool.query(
    `insert into withdrawal (shard, member_id, id, fee_hold, key, currency, amount, fee, receive, method_id, rail, method, state,
       stage, approvals_needed, requested_at, arrives_by, paying_at, paid_at, ended_at, reference, reason, version)
     select shard, member_id, id, fee_hold, 'load-withdraw', 'PLAY', amount, fee, amount - fee, method_id, type, method, state, stage,
       needed, requested_at, requested_at + interval '1 day', paying_at, paid_at, ended_at,
       case when paid_at is not null then case type when 'bank' then 'LOAD' || lpad(n::text, 8, '0')
         else '0x' || encode(sha256(uuid_send(id)), 'hex') end end,
       case state when 'refused' then 'suspicious' when 'cancelled' then 'cancelled' end,
       num_nonnulls(paying_at, paid_at, ended_at)
     from load_withdrawal`,
  );
  await pool.query(
    'insert into payout_ref (rail, reference, withdrawal_id) select rail, reference, id from withdrawal where reference is not null',
  );
  // Where two approvals are needed, every other one in review has its first.
  await pool.query(
    `insert into withdrawal_approval (shard, member_id, withdrawal_id, operator_id, at)
     select w.shard, w.member_id, w.id, o.id, coalesce(w.paying_at, w.requested_at) - (2 - o.nth) * interval '1 second'
     from load_withdrawal w join unnest($1::uuid[]) with ordinality as o(id, nth) on o.nth <= w.needed
     where w.paying_at is not null or (w.state = 'in_progress' and w.needed = 2 and o.nth = 1 and w.n % 2 = 1)`,
    [operators],
  );
  await pool.query(
    `insert into hold (shard, member_id, id, kind, amount, state, opened_at, resolved_at)
     select shard, member_id, hold, hold_kind, held, hold_state, requested_at, resolved_at from load_hold`,
  );
  await pool.query(
    `insert into load_move
     select n, shard, member_id, 'withdraw:load-withdraw' || suffix, hold_kind, -held, held, 'held', hold, requested_at
     from load_hold
     union all
     select n, shard, member_id, 'payout:' || id || suffix, posted_kind, 0, -held, counter, hold, resolved_at
     from load_hold where hold_state = 'posted'
     union all
     select n, shard, member_id, 'return:' || id || suffix, 'withdrawal_returned', held, -held, 'held', hold, resolved_at
     from load_hold where hold_state = 'released'`,
  );
  // A member who withdraws owes no turnover then.
  await pool.query(
    `update turnover t set met_at = w.requested_at from load_withdrawal w where w.shard = t.shard and w.member_id = t.member_id`,
  );
  await pool.query('drop view load_hold');
  await pool.query('drop table load_withdrawal');
};

/** To the bank account of the verified name, or an address; ten of every 2,400 members share an account. */
const methods = (days: number): string => `
  insert into payout_method (shard, member_id, id, type, fields, fingerprint, created_at, usable_from)
  select m.shard, m.member_id, uuidv7(t.at - now()), k.type, f.fields, f.fingerprint, t.at, t.at + interval '1 day'
  from load_member m
  join member o on o.id = m.member_id
  left join load_address a on m.n % 4 > 1 and a.n = m.n
  cross join lateral (select coalesce(a.network, 'bank') as type,
    lpad((case when m.n % 240 = 0 then m.n / 2400 else 1000000000 + m.n end)::text, 10, '0') as account) k
  cross join lateral (select case when a.n is null
      then jsonb_build_object('bankName', 'Load Bank', 'bankCode', 'LOADXX', 'holder', o.real_name, 'account', k.account,
        'phone', '+4420' || lpad(m.n::text, 8, '0'))
      else jsonb_build_object('address', a.shown) end as fields,
    case when a.n is null then 'bank LOADXX ' || k.account else k.type || ' 0x' || encode(a.address, 'hex') end as fingerprint) f
  cross join lateral (select now() - ${days} * interval '1 day' * 0.28 as at) t
  where m.n % 3 = 0`;

/**
 * One row a withdrawal with the time of each step; and `load_hold`, a row for each of its holds. The two ids
 * are of different times: PostgreSQL may evaluate equal expressions once. Times have milliseconds, as those that a server writes.
 */
const plan = (days: number, step: number, count: number): string => `
  create unlogged table load_withdrawal as
  select m.n, m.shard, m.member_id, uuidv7(t.at - now()) as id,
    uuidv7(t.at + interval '1 millisecond' - now()) as fee_hold, p.id as method_id, p.type,
    jsonb_build_object('type', p.type, 'fields', p.fields) as method, a.amount, greatest(a.amount / 100, 100) as fee,
    case when a.amount > 100000 then 2 else 1 end as needed, t.at as requested_at,
    case s.fate when 'paid' then 'success' when 'in_review' then 'in_progress' when 'paying' then 'in_progress' else s.fate end as state,
    case when s.fate in ('paying', 'paid', 'finished') then 'paying' else 'in_review' end as stage,
    case when s.fate in ('paying', 'paid', 'finished') then t.at + 0.005 * t.span end as paying_at,
    case when s.fate in ('paid', 'finished') then t.at + 0.008 * t.span end as paid_at,
    case when s.fate in ('finished', 'refused', 'cancelled') then t.at + 0.01 * t.span end as ended_at
  from load_member m
  join payout_method p on p.shard = m.shard and p.member_id = m.member_id
  join load_recharge r on r.n = m.n and r.nth = 1 and r.state = 'credited'
  cross join lateral (select m.n / 3 % ${step} = 0 and m.n / 3 / ${step} < ${count} as open) o
  cross join lateral (select case
    when o.open then (array['in_review', 'paying', 'paid', 'in_review', 'in_review', 'in_review'])[1 + m.n / 3 / ${step} % 6]
    when m.n % 12 = 9 then null
    when m.n % 13 = 5 then 'refused'
    when m.n % 13 = 2 then 'cancelled'
    else 'finished' end as fate) s
  cross join lateral (select (r.gross - r.taken) * 9 / 1000 * 100 as amount) a
  cross join lateral (select ${days} * interval '1 day' as span) d
  cross join lateral (select d.span, date_trunc('milliseconds', now() - d.span * case when o.open then 0.01 + 0.01 * ${share('m.n')}
    else 0.05 + 0.2 * ${share('m.n')} end) as at) t
  where m.n % 3 = 0 and s.fate is not null;
  create view load_hold as
  select w.n, w.shard, w.member_id, w.id, w.requested_at, coalesce(w.paid_at, w.ended_at) as resolved_at, h.*,
    case when w.paid_at is not null then 'posted' when w.ended_at is not null then 'released' else 'open' end as hold_state
  from load_withdrawal w
  cross join lateral (values
    (w.id, '', 'withdrawal', 'withdrawal_paid', w.amount - w.fee, 'external:' || w.type),
    (w.fee_hold, ':fee', 'withdrawal_fee', 'withdrawal_fee', w.fee, 'fees')
  ) as h(hold, suffix, hold_kind, posted_kind, held, counter)`;
