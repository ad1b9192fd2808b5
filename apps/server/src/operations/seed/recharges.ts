import type pg from 'pg';
import type { LoadSize } from './size.ts';
import { share, spread } from './spread.ts';
import { loadUploads } from './uploads.ts';

/** Recharges and payments in review. */
const waitingMost = 200;

/**
 * Recharges with their records, and their moves in `load_move`: one of each member and a second of every
 * other one, most of them credited, some expired or rejected; and those in review. `load_recharge` keeps
 * them.
 */
export const loadRecharges = async (pool: pg.Pool, size: LoadSize): Promise<void> => {
  const { count, step } = spread(size.members, waitingMost);
  await pool.query(plan(size.days, count, step));
  await pool.query(
    `insert into recharge (shard, member_id, id, key, request_hash, channel, method, currency, amount, fee, fee_bp, fee_fixed,
       amount_max, usdt_micro, rate_micro, turnover_bp, reference, address, qr, ready, sandbox, state, payment_case, reason,
       credited, voucher, created_at, expires_at, credited_at, version)
     select r.shard, r.member_id, r.id, 'load-recharge-' || r.nth, 'load', r.channel, r.method, 'PLAY', r.amount,
       r.amount * r.fee_bp / 10000, r.fee_bp, 0, r.amount_max, nullif(r.amount * r.micro, 0), case when r.micro > 0 then 1000000 end, 10000,
       'TL' || upper(left(md5(r.id::text), 10)), a.shown, a.shown, true, true, r.state, r.payment_case,
       case r.fate when 'refused' then 'other' when 'cancelled' then 'cancelled' end,
       case when r.state = 'credited' then r.gross - r.taken else 0 end, r.voucher, r.created_at, r.expires_at,
       case when r.state = 'credited' then r.paid_at end, 2
     from load_recharge r left join load_address a on r.micro > 0 and a.n = r.n`,
  );
  await pool.query(
    `insert into payment (shard, member_id, rail, ref, id, recharge_id, paid, gross, fee, credited, turnover, state, payment_case,
       block, seen_at, credited_at)
     select shard, member_id, rail, ref, payment_id, id, case when micro > 0 then gross * micro else gross end, gross,
       case when booked then taken else 0 end, case when booked then gross - taken else 0 end,
       case when booked then gross - taken else 0 end, payment_state, payment_case, case when micro > 0 then block end,
       paid_at, case when booked then paid_at end
     from load_recharge cross join lateral (select payment_state = 'credited' as booked) b
     where payment_state is not null`,
  );
  await pool.query('insert into payment_ref (rail, ref, payment_id) select rail, ref, id from payment');
  await pool.query(
    `insert into turnover (shard, member_id, met_at, version)
     select shard, member_id, 'epoch', count(*) - 1 from payment where state = 'credited' group by shard, member_id`,
  );
  await pool.query(
    `insert into load_move
     select n, shard, member_id, m.key, m.kind, m.amount, 0, m.counter, id, paid_at
     from load_recharge
     cross join lateral (values
       ('recharge:' || rail || ':' || ref, 'recharge', gross, 'external:' || rail),
       ('recharge:' || rail || ':' || ref || ':fee', 'recharge_fee', -taken, 'fees')) as m(key, kind, amount, counter)
     where payment_state = 'credited' and m.amount <> 0`,
  );
  await loadArrivals(pool);
};

/**
 * One row a recharge with its course: its channel and rail, the payment and its fee. `micro` are the
 * millionths of USDT for a minor unit, 0 where it is not paid in USDT.
 */
const plan = (days: number, count: number, step: number): string => `
  create unlogged table load_recharge as
  select m.n, m.shard, m.member_id, w.nth, w.fate, i.id, i.payment_id, c.channel, c.method, c.rail, c.fee_bp, c.amount_max, c.micro,
    a.amount, g.gross, g.gross * c.fee_bp / 10000 as taken, t.created_at, t.created_at + c.minutes * interval '1 minute' as expires_at,
    case when w.fate in ('refused', 'review') then least(t.created_at + interval '27 hours', now())
      else t.created_at + interval '4 minutes' end as paid_at,
    case w.fate when 'credited' then 'credited' when 'review' then 'awaiting' when 'expired' then 'expired'
      when 'voucher' then 'expired' else 'rejected' end as state,
    case w.fate when 'credited' then 'credited' when 'refused' then 'refused' when 'review' then 'in_review' end as payment_state,
    case when w.fate in ('refused', 'review') then 'late' when g.gross < a.amount then 'short' end as payment_case,
    case when c.micro > 0 then '0x' || encode(sha256(uuid_send(i.payment_id)), 'hex') || ':0'
      else 'pay_' || replace(i.payment_id::text, '-', '') end as ref,
    70000000 + m.n as block,
    case when w.nth = 3 and w.k % 2 = 0 then uuidv7() end as voucher
  from load_member m
  cross join lateral (
    select 1 as nth, m.n as k, case when m.n % 15 = 1 then 'expired' when m.n % 30 = 7 then 'refused'
      when m.n % 30 = 22 then 'cancelled' else 'credited' end as fate
    union all
    select 2, m.n, 'credited' where m.n % 2 = 1
    union all
    select 3, m.n / ${step}, case when m.n / ${step} % 4 = 2 then 'voucher' else 'review' end
    where m.n % ${step} = 0 and m.n / ${step} < ${count}
  ) w
  join (values
    (0, 'usdt-trc20', 'usdt', 'usdt-trc20', 0, 5000000::bigint, 60, 10000),
    (1, 'usdt-erc20', 'usdt', 'usdt-erc20', 0, 5000000, 60, 10000),
    (2, 'cash-card', 'card', 'sandbox-card', 150, 500000, 45, 0),
    (3, 'scan-code', 'scan', 'sandbox-scan', 0, 500000, 15, 0)
  ) as c(nth, channel, method, rail, fee_bp, amount_max, minutes, micro)
    on c.nth = case when w.nth = 1 then m.n % 4 else 2 + w.k / 2 % 2 end
  cross join lateral (select case w.nth
    when 1 then now() - ${days} * interval '1 day' * (0.3 + 0.7 * ${share('m.n')})
    when 2 then now() - ${days} * interval '1 day' * (0.01 + 0.24 * ${share('m.n')})
    else now() - interval '2 days' - interval '1 day' * ${share('m.n')} end as created_at) t
  cross join lateral (select uuidv7(t.created_at - now()) as id, uuidv7(t.created_at + interval '4 minutes' - now()) as payment_id) i
  cross join lateral (select 100::bigint * (45 + w.k % 150) * case when w.k % 25 = 0 then 25 else 1 end as amount) a
  cross join lateral (select case when w.fate = 'credited' and m.n % 37 = 1 then a.amount - 100 else a.amount end as gross) g`;

/**
 * The records before the payments of `load_recharge`: the notices of the hosted rails, the addresses and
 * final transfers of the chains, and the vouchers of those in review. Blocks are far beyond those of the
 * simulated chains, which never read them.
 */
const loadArrivals = async (pool: pg.Pool): Promise<void> => {
  await pool.query(
    `insert into rail_event (rail, event_id, news_hash, kind, recharge_id, received_at, taken_until, handled_at)
     select rail, 'sbx_' || substr(ref, 5), sha256(convert_to(ref, 'UTF8')), 'paid', id, paid_at,
       paid_at + interval '1 minute', paid_at
     from load_recharge where micro = 0 and payment_state is not null`,
  );
  await pool.query(
    `insert into chain_address (address, xpub, idx, shown_network, shard, member_id, recharge_id, allocated_at, watch_until)
     select a.address, 'load', r.n, r.channel, r.shard, r.member_id, r.id, r.created_at, r.expires_at
     from load_recharge r join load_address a on a.n = r.n where r.micro > 0`,
  );
  await pool.query(
    `insert into chain_transfer (network, tx_hash, log_index, block_number, block_hash, token, address, micro, state, told, seen_at,
       delivered_at)
     select r.rail, sha256(uuid_send(r.payment_id)), 0, r.block, sha256(convert_to(r.block::text, 'UTF8')),
       decode(repeat('10', 20), 'hex'), a.address, r.gross * r.micro, 'final', 1, r.paid_at, r.paid_at
     from load_recharge r join load_address a on a.n = r.n where r.micro > 0 and r.payment_state is not null`,
  );
  await loadUploads(
    pool,
    'voucher',
    `select shard, member_id, voucher as id, id as used_for, created_at as at from load_recharge where voucher is not null`,
  );
};
