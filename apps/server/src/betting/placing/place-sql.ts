import { withheldBy } from '../../pricing/index.ts';
import { decidedCte, knownCte, lockedCte, movedCtes, postingResult } from '../../ledger/index.ts';
import { namesOf, parameters } from '../../core/database/rows.ts';
import { exposedCte, leasedCte, notedCte, owedCtes } from '../exposure/statement-sql.ts';

/** The bets: an array for each column, with an element for every bet. */
const bets = {
  shard: 'smallint[]',
  member_id: 'uuid[]',
  key: 'text[]',
  request_hash: 'text[]',
  bet_id: 'uuid[]',
  type: 'text[]',
  k: 'smallint[]',
  lines: 'int[]',
  unit: 'bigint[]',
  slip_hash: 'bigint[]',
  guard: 'bigint[]',
  odds_milli: 'bigint[]',
  potential: 'bigint[]',
  refusal: 'text[]',
  refusal_detail: 'jsonb[]',
  // The gate and version by which the member's limits were judged.
  judged_gate: 'bigint[]',
  counted: 'bigint[]',
  margin_micro: 'int[]',
};

/** The distinct legs, in the same way. */
const legs = {
  event_id: 'uuid[]',
  event_state: 'text[]',
  started: 'boolean[]',
  market: 'text[]',
  market_line: 'text[]',
  price_version: 'int[]',
  line: 'text[]',
  selection: 'text[]',
  leg_odds_milli: 'int[]',
  since: 'text[]',
  lease: 'uuid[]',
  // Of a builder, as texts of arrays: the price of each set of its parts, and of each its price on the board with its version.
  subsets: 'text[]',
  part_odds: 'text[]',
  part_versions: 'text[]',
};

/** The markets of builders' parts: the place of the builder among the distinct legs, and what must still be as it was judged. */
const parts = {
  part_of: 'int[]',
  part_market: 'text[]',
  part_line: 'text[]',
  part_version: 'int[]',
};

/** The legs of the bets: the place of the bet, the number of the leg in it, and its place among the distinct legs. */
const struck = {
  bet: 'int[]',
  n: 'smallint[]',
  place: 'int[]',
};

const { $, values } = parameters({
  ...bets,
  ...legs,
  ...parts,
  ...struck,
  currency: 'text',
  rules: 'text',
  duplicateWindowMs: 'int',
  /** No bet within the window has a smaller id. */
  recentFrom: 'uuid',
  leases: 'uuid[]',
  /** The shard of the lane's exposure. */
  lane_shard: 'smallint',
  holder: 'uuid',
  lane: 'smallint',
  memberCap: 'bigint',
});

/** The parameters of `placeText`. */
export const placeValues = values;

/**
 * All bets of a batch in one statement. Each was judged by memory; here the rows of the book and the database's clock say
 * whether each leg is still as it was judged (`hindrance` is null), the ledger takes the stakes, and what it took becomes
 * bets: a single is one row, its leg with it, any other bet has a row for each leg. An order with a leg that has changed is
 * left out whole: it spends no key and is judged again by newer rows.
 *
 *     src       the bets, with the gate and version of their members' limits
 *     leased    the leases of their events, held until the bets are written
 *     offered   the distinct legs, checked against the rows and the leases
 *     struck    the legs of the bets
 *     over      the bets that go over the cap of their member
 *     ready … refused   the ledger's chain, with `guarded` in it for bets that were sent twice
 *
 * Rows are looked up one by one (`lateral … limit 1`, a subselect): a join could read all of a table that was small when the
 * plan was made. `in … is true` keeps a test of membership a look-up in a hash for any estimate of the planner.
 */
/** Whether all markets of a builder's parts are open at their versions. A builder itself has the version 0, which no market has. */
const partsHold = `not exists (
        select from unnest(${namesOf(parts).map($).join(', ')}) as p (${namesOf(parts).join(', ')})
        where p.part_of = o.place and ((
            select x.version = p.part_version and x.state = 'open' from market x
            where x.event_id = o.event_id and x.market = p.part_market and x.line = p.part_line) is not true
          or exists (
            select from trading_stop s where s.event_id = o.event_id and s.opened_at is null
              and s.market = p.part_market and s.line = p.part_line)))`;

const askedCtes = `src as (
  select * from unnest(${namesOf(bets).map($).join(', ')})
  with ordinality as t(${namesOf(bets).join(', ')}, bet)
),
${leasedCte($('leases'))},
offered as materialized (
  select o.*,
    case when (case when o.price_version > 0 then m.version = o.price_version and m.state = 'open' else ${partsHold} end
      and e.state = o.event_state
      and (e.kick_off <= site_clock()) = o.started
      and (o.since = '' or o.since = e.home_goals || '-' || e.away_goals)
      and (o.lease is null or o.lease in (select id from leased))
      and not exists (select from trading_stop s where s.event_id is null and s.opened_at is null)
      and not exists (
        select from trading_stop s where s.event_id = o.event_id and s.opened_at is null
          and (s.market is null or (s.market = o.market and s.line = o.market_line)))
      and not exists (${withheldBy('e')})
      ) is not true then 'again' end as hindrance
  from unnest(${namesOf(legs).map($).join(', ')})
  with ordinality as o(${namesOf(legs).join(', ')}, place)
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
  from unnest(${namesOf(struck).map($).join(', ')}) as s(${namesOf(struck).join(', ')})
  join offered o on o.place = s.place
),
${owedCtes($('memberCap'))},
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
 * moved between then and its lock, the bet in question may be the one that moved it, and the ledger's `known` has the order
 * come again with a new statement.
 *
 * Before that, what the member may stake must be as it was judged: by the gate of the wallet, and for members whose stakes
 * or losses are limited by the version of the wallet up to which these were counted (null for all others). Else the order is
 * `stale` and is judged again, even if its key was used before: the stored outcome is answered after that.
 */
const guardedCte = `recalled as materialized (
  select l.*, (l.judged_gate <> l.gate or l.counted <> l.version) is true as stale,
    case when l.refusal is null and l.guard <> l.version then (
      select bool_or(b.slip_hash = l.slip_hash) from bet b
      where b.shard = l.shard and b.member_id = l.member_id and b.id >= ${$('recentFrom')}
        and b.placed_at > site_now() - ${$('duplicateWindowMs')} * interval '1 millisecond'
    ) end as twice
  from locked l
),
guarded as (
  select l.shard, l.member_id, l.key, l.request_hash, l.kind, l.amount, l.held_change, l.counter_account, l.ref,
    l.refusal_detail, l.currency, l.available, l.held, l.version, l.refusals,
    l.guard <> l.version and l.twice is null as quiet, case when l.twice then 'duplicate' else l.refusal end as refusal
  from recalled l where not l.stale
)`;

const writtenCtes = `bets as (
  insert into bet (shard, member_id, id, type, k, lines, currency, unit, stake, odds_milli, potential, rules, slip_hash,
    margin_micro, event_id, market, line, selection, price_version, since, subsets, part_odds, part_versions, placed_at)
  select b.shard, b.member_id, b.bet_id, b.type, b.k, b.lines, ${$('currency')}, b.unit, b.unit * b.lines, b.odds_milli,
    b.potential, ${$('rules')}, b.slip_hash, b.margin_micro, s.event_id, s.market, s.line, s.selection, s.price_version, s.since,
    s.subsets::int[], s.part_odds::int[], s.part_versions::int[], site_now()
  from src b left join struck s on s.bet = b.bet and b.type = 'single'
  where (b.bet_id in (select ref from decided where outcome = 'applied')) is true
),
legs as (
  insert into leg
    (shard, member_id, bet_id, n, event_id, market, line, selection, odds_milli, price_version, since, subsets, part_odds, part_versions)
  select b.shard, b.member_id, b.bet_id, s.n, s.event_id, s.market, s.line, s.selection, s.leg_odds_milli, s.price_version,
    s.since, s.subsets::int[], s.part_odds::int[], s.part_versions::int[]
  from struck s join src b on b.bet = s.bet
  where b.type <> 'single' and (b.bet_id in (select ref from decided where outcome = 'applied')) is true
),
${exposedCte($('lane_shard'), $('holder'), $('lane'))},
${notedCte($('memberCap'))}`;

/**
 * The rows of the answer are of several kinds: `posted` is the outcome of an order; `again` and `stale` are orders to be judged
 * again, `stale` because the member's limits have changed; `over` has what an order may still win, in addition to its `again`;
 * `batch` is the time, with the members who had placed no other bet just before.
 */
export const placeText = `with ${askedCtes},
${readyCte},
${lockedCte},
${guardedCte},
${knownCte('guarded')},
${decidedCte},
${movedCtes('decided')},
${writtenCtes}
select case r.outcome when 'again' then 'again' else 'posted' end as kind, r.*, null::bigint as room, null::jsonb as first,
  null::timestamptz as now
from (${postingResult}) r
union all
select 'again', member_id, null, null, null, bet_id, null, null, null, null, null, null, null
from src where (bet in (select bet from fallen)) is true
union all
select 'over', null, null, null, null, bet_id, null, null, null, null, room, null, null from over
union all
select 'stale', member_id, null, null, null, ref, null, null, null, null, null, null, null from recalled where stale
union all
select 'batch', null, null, null, null, null, null, null, null, null, null,
  (select jsonb_agg(member_id) from known where quiet), site_now()`;
