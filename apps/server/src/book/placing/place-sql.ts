import { withheldBy } from '../board/stops-sql.ts';
import { exposedCte, leasedCte, liableCte, owedCtes } from '../exposure/statement-sql.ts';
import { decidedCte, keyCtes, lockedCte, movedCtes, postingResult } from '../../wallet/posting-sql.ts';

/**
 * All bets of a batch in one statement. Each was judged by memory; here the rows of the book and the database's clock say
 * whether each leg is still as it was judged (`hindrance` is null), the ledger takes the stakes, and what it took becomes bets and
 * legs. An order with a leg that no longer stands is left out whole: it spends no key and is judged again by newer rows.
 *
 *     src       the bets: $1 to $15, $40, and how their members' standing was judged: $38, $39
 *     leased    the leases of their events, held until the bets are written: $33
 *     offered   the distinct legs, checked against the rows and the leases: $16 to $25, $34
 *     struck    the legs of the bets: $26 to $28
 *     over      the bets that go over the cap of their member: $37
 *     ready … written   the ledger's chain, with `guarded` in it for bets that were sent twice
 *
 * Rows are looked up one by one (`lateral … limit 1`, a subselect): a join could read all of a table that was small when the
 * plan was made. `in … is true` keeps a test of membership a look-up in a hash, whatever the planner believes of the number of rows.
 */
const askedCtes = `src as (
  select * from unnest($1::smallint[], $2::uuid[], $3::text[], $4::text[], $5::uuid[], $6::text[], $7::smallint[],
    $8::int[], $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[], $13::bigint[], $14::text[], $15::jsonb[],
    $38::bigint[], $39::bigint[], $40::int[])
  with ordinality as t(shard, member_id, key, request_hash, bet_id, type, k, lines, unit, slip_hash, guard, odds_milli,
    potential, refusal, refusal_detail, judged_gate, counted, margin_micro, bet)
),
${leasedCte('$33')},
offered as materialized (
  select o.*,
    case when (m.version = o.price_version and m.state = 'open' and e.state = o.event_state
      and (e.kick_off <= clock_timestamp()) = o.started
      and (o.since = '' or o.since = e.home_goals || '-' || e.away_goals)
      and (o.lease is null or o.lease in (select id from leased))
      and not exists (select from trading_stop s where s.event_id is null and s.opened_at is null)
      and not exists (
        select from trading_stop s where s.event_id = o.event_id and s.opened_at is null
          and (s.market is null or (s.market = o.market and s.line = o.market_line)))
      and not exists (${withheldBy('e')})
      ) is not true then 'again' end as hindrance
  from unnest($16::uuid[], $17::text[], $18::boolean[], $19::text[], $20::text[], $21::int[], $22::text[], $23::text[],
    $24::int[], $25::text[], $34::uuid[])
  with ordinality as o(event_id, event_state, started, market, market_line, price_version, line, selection, odds_milli,
    since, lease, place)
  left join lateral (
    select state, version from market m where m.event_id = o.event_id and m.market = o.market and m.line = o.market_line
    limit 1
  ) m on true
  left join lateral (
    select state, kick_off, home_goals, away_goals, competition_id from event e where e.id = o.event_id limit 1
  ) e on true
),
struck as materialized (
  select s.bet, s.n, o.*
  from unnest($26::int[], $27::smallint[], $28::int[]) as s(bet, n, place)
  join offered o on o.place = s.place
),
${owedCtes('$37')},
fallen as materialized (
  select bet from struck where hindrance = 'again' union select bet from over
)`;

const readyCte = `ready as (
  select shard, member_id, key, request_hash, 'stake' as kind, -(unit * lines) as amount, 0::bigint as held_change,
    'stakes' as counter_account, bet_id as ref, refusal, refusal_detail, slip_hash, guard, judged_gate, counted
  from src where (bet in (select bet from fallen)) is not true
)`;

/**
 * The same bet under another key within the last seconds. `guard` is the version of the wallet at which the process knows
 * all its recent bets and none is the same; at any other version the rows are asked: `twice` is true for the same bet,
 * false for others, null for none at all. The statement sees the rows as they were when it began: had the wallet been
 * moved between then and its lock, the bet in question may be the one that moved it, and the order comes again with a new
 * statement.
 *
 * Before that, what the member may stake must be as it was judged: by the gate of the wallet, and for members whose stakes
 * or losses are limited by the version of the wallet up to which these were counted (null for all others). Else the order is
 * `stale`, whatever became of it, and comes again: a key that was used before answers once it is judged by what counts.
 */
const guardedCte = `recalled as materialized (
  select l.*, (l.judged_gate <> l.gate or l.counted <> l.version) is true as stale,
    case when l.refusal is null and l.guard <> l.version then (
      select bool_or(b.slip_hash = l.slip_hash) from bet b
      where b.shard = l.shard and b.member_id = l.member_id and b.id >= $32::uuid
        and b.placed_at > now() - $31::int * interval '1 millisecond'
    ) end as twice
  from locked l
),
guarded as materialized (
  select l.shard, l.member_id, l.key, l.request_hash, l.kind, l.amount, l.held_change, l.counter_account, l.ref,
    l.refusal_detail, l.currency, l.available, l.held, l.version, l.guard <> l.version and twice is null as quiet, l.stale,
    case
      when l.stale then 'again'
      when l.refusal is not null or l.guard is null or l.guard = l.version then l.refusal
      when l.twice then 'duplicate'
      when (select w.version from wallet w where w.shard = l.shard and w.member_id = l.member_id) <> l.version
        then 'again'
    end as refusal
  from recalled l
)`;

const writtenCtes = `bets as (
  insert into bet (shard, member_id, id, type, k, lines, currency, unit, stake, odds_milli, potential, rules, slip_hash,
    margin_micro)
  select shard, member_id, bet_id, type, k, lines, $29, unit, unit * lines, odds_milli, potential, $30, slip_hash,
    margin_micro
  from src where (bet_id in (select ref from due)) is true
),
legs as (
  insert into leg
    (shard, member_id, bet_id, n, event_id, market, line, selection, odds_milli, price_version, since)
  select b.shard, b.member_id, b.bet_id, s.n, s.event_id, s.market, s.line, s.selection, s.odds_milli, s.price_version,
    s.since
  from struck s join src b on b.bet = s.bet
  where (b.bet_id in (select ref from due)) is true
),
${exposedCte('$35::uuid, $36::smallint')},
${liableCte('$37')}`;

export const placeText = `with ${askedCtes},
${readyCte},
${lockedCte},
${guardedCte},
${decidedCte(`guarded where refusal is distinct from 'again'`)},
${keyCtes},
${movedCtes('due')},
${writtenCtes}
select r.*, null::timestamptz as now from (${postingResult}) r
union all
select member_id, null, null, null, bet_id, null, null, null, null, null
from src where (bet in (select bet from fallen)) is true
union all
select null, null, null, null, bet_id, null, room, null, null, null from over
union all
select member_id, null, null, null, ref, null, null, null, case when stale then version end, null
from guarded where refusal = 'again'
-- The moment, and whose bets had no other before them.
union all
select null, null, null, (select jsonb_agg(member_id) from guarded where quiet), null, null, null, null, null, now()`;
