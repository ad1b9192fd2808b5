import type pg from 'pg';
import { newId } from '../../core/ids.ts';
import { readTimes, writeLedger } from './ledger.ts';
import type { LoadSize } from './size.ts';

/** Members whose bets are written by one statement. */
const atOnce = 10_000;
/** The largest stake, minor units; stakes go up to it in whole units. */
const stakeMost = 40_00;

/**
 * Bets of all members with keys, entries, legs and exposure, as if placed and settled one by one: four of
 * five singles, the others doubles. Wallets follow from the entries, including those of `load_move`.
 */
export const loadBets = async (
  pool: pg.Pool,
  { members, bets, days, openPercent }: LoadSize,
  { over, coming }: { over: number; coming: number },
): Promise<number> => {
  const each = Math.max(1, Math.round(bets / members));
  const grant = Math.max(1_000_00, each * stakeMost);
  const holder = newId();
  const times = await readTimes(pool, days);
  for (let from = 0; from < members; from += atOnce) {
    await pool.query('drop table if exists load_bet');
    await pool.query(plan(openPercent, over, coming), [from, from + atOnce, each]);
    await writeLedger(pool, { from, to: from + atOnce, grant, days, times });
    await pool.query(
      `insert into bet (shard, member_id, id, type, lines, currency, unit, stake, odds_milli, potential, rules, state, payout,
         placed_at, settled_at, settlements, margin_micro, event_id, market, line, selection, price_version, since)
       select b.shard, b.member_id, b.id, case when double then 'accumulator' else 'single' end, 1, 'PLAY', b.stake, b.stake,
         case when double then odds * odds_2 / 1000 else odds end, b.potential, '1', b.state, b.payout, b.placed_at, b.settled_at,
         case when b.state = 'open' then 0 else 1 end, case when double then 92970 else 47619 end, l.event_id, l.market,
         l.line, l.selection, l.price_version, l.since
       from load_bet b
       left join lateral (
         select b.event_id, b.market, b.line, b.selection, 1 as price_version, '' as since
       ) l on not double`,
    );
    await pool.query(
      `insert into leg (shard, member_id, bet_id, n, event_id, market, line, selection, odds_milli, price_version)
       select shard, member_id, id, 1, event_id, market, line, selection, odds, 1 from load_bet where double
       union all
       select shard, member_id, id, 2, event_2, market_2, line_2, selection_2, odds_2, 1 from load_bet where double`,
    );
    await pool.query(exposed, [holder]);
    await pool.query(settled);
  }
  await pool.query(
    `update settlement_run r set bets = s.bets, paid_minor = s.paid
     from (select event_id, version, sum(bets) as bets, sum(paid_minor) as paid from settlement_shard group by event_id, version) s
     where s.event_id = r.event_id and s.version = r.version`,
  );
  await pool.query('drop table if exists load_bet');
  return each * members;
};

/** One row a bet: its selection, time, stake and end. */
const plan = (openPercent: number, over: number, coming: number): string => `
  create unlogged table load_bet as
  select m.shard, m.member_id, b.n, uuidv7(t.placed_at - now()) as id, t.double, 100::bigint * (1 + (m.n + b.n) % 40) as stake,
    e.id as event_id, p.market, p.line, p.selection, p.odds, f.id as event_2, q.market as market_2, q.line as line_2,
    q.selection as selection_2, q.odds as odds_2, t.placed_at, o.state,
    r.potential, case o.state when 'win' then r.potential when 'lose' then 0 end as payout,
    case when o.state <> 'open' then coalesce(f.kick_off, e.kick_off) + interval '2 hours' + (m.n % 600) * interval '1 second' end
      as settled_at
  from load_member m
  cross join generate_series(1, $3::int) as b(n)
  cross join lateral (select (m.n * 7919 + b.n * 104729) % 100 < ${openPercent} as open, (m.n + b.n) % 5 = 0 as wants_double) k
  cross join lateral (select case when k.open then ${over} + (m.n * 31 + b.n * 17) % ${coming} else (m.n * 31 + b.n * 17) % ${over} end as n,
    case when k.open then ${over + coming - 1} else ${over - 1} end as last) x
  join load_match e on e.n = x.n
  left join load_match f on k.wants_double and f.n = x.n + 1 and x.n < x.last
  cross join lateral (select case when k.open then now() else e.kick_off end
    - (1 + (m.n * 13 + b.n * 7) % 2000) * interval '1 minute' as placed_at, f.id is not null as double) t
  join load_price p on p.match = e.n and p.market = (array['1x2', 'over_under', 'ht_1x2'])[1 + (m.n + b.n) % 3]
    and p.nth = 1 + (m.n / 3 + b.n) % case (m.n + b.n) % 3 when 1 then 2 else 3 end
  left join load_price q on q.match = f.n and q.market = '1x2' and q.nth = 1 + (m.n + b.n) % 3
  cross join lateral (select case when k.open then 'open' when p.outcome = 'win' and coalesce(q.outcome, 'win') = 'win' then 'win'
    else 'lose' end as state) o
  cross join lateral (select (100::bigint * (1 + (m.n + b.n) % 40) * p.odds * coalesce(q.odds, 1000) / 1000000)::bigint as potential) r
  where m.n >= $1 and m.n < $2`;

/** The settlement of each match in each shard. */
const settled = `
  insert into settlement_shard as p (event_id, version, shard, bets, paid_minor, done)
  select event_id, 1, shard, count(*), sum(payout), true from load_bet where state <> 'open' group by event_id, shard
  on conflict (event_id, version, shard) do update set bets = p.bets + excluded.bets, paid_minor = p.paid_minor + excluded.paid_minor`;

const exposed = `
  insert into exposure as x (event_id, holder, lane, market, line, selection, since, stake, potential, combined)
  select event_id, $1, 0, market, line, selection, '', sum(stake), sum(potential), sum(combined)
  from (
    select event_id, market, line, selection, case when double then 0 else stake end as stake,
      case when double then 0 else potential end as potential, case when double then potential else 0 end as combined
    from load_bet where state = 'open'
    union all
    select event_2, market_2, line_2, selection_2, 0, 0, potential from load_bet where state = 'open' and double
  ) t
  group by event_id, market, line, selection
  on conflict (event_id, holder, lane, market, line, selection, since, shard) do update
    set stake = x.stake + excluded.stake, potential = x.potential + excluded.potential,
      combined = x.combined + excluded.combined`;
