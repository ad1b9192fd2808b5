import { slipHashOf } from '../../betting/index.ts';
import type { DifferenceSink } from '../../ledger/index.ts';
import type { Queryable } from '../../core/database/database.ts';
import type { Row } from '../../core/database/rows.ts';
import { sqlPart, type Counts, type Part } from './part.ts';

/** The line of a leg's market on the board: that of a handicap is the home side's. */
const marketLine = `case
  when p.selection <> 'away' or p.market not in ('asian_handicap', 'ht_asian_handicap') or p.line in ('', '0') then p.line
  when p.line like '-%' then substr(p.line, 2) else '-' || p.line end`;

/**
 * Legs with the time at which their price was taken, `struck_at` or, of an order in play that waited until its price was lower,
 * `placed_at`. A builder is its parts here, each at
 * its own price. `offset 0` has the planner make it first: joined piece by piece, each leg met every price of its match.
 */
const struck = `(
  select l.shard, l.member_id, l.bet_id, l.n, l.event_id, p.market, p.selection, p.odds_milli, p.price_version,
    ${marketLine} as market_line, coalesce(d.submitted_at, b.placed_at) as struck_at, b.placed_at
  from bet_leg l
  cross join lateral (
    select l.market, l.line, l.selection, l.odds_milli, l.price_version where l.subsets is null
    union all
    select split_part(t.part, ':', 1), split_part(t.part, ':', 3), split_part(t.part, ':', 2),
      l.part_odds[t.n], l.part_versions[t.n]
    from string_to_table(l.selection, ';') with ordinality as t (part, n) where l.subsets is not null
  ) p
  join bet b on b.shard = l.shard and b.member_id = l.member_id and b.id = l.bet_id
  left join delayed_order d on d.shard = l.shard and d.member_id = l.member_id and d.id = l.bet_id
  offset 0
) l`;

const leg = `'leg', l.n, 'of bet', l.bet_id, 'of', l.member_id, 'on', l.event_id, l.market, nullif(l.market_line, ''), l.selection`;

/**
 * How long a statement and a change it did not see yet may be under way at once: the history has the time at
 * which a transaction began.
 */
const overlap = `interval '1 minute'`;

/**
 * How far times may contradict the order of transactions: `overlap`, and as far as the database's clock was ever put back. A row
 * whose time was changed by hand shows as one that is ahead or behind; a clock shows in two wallets or matches at least, both ahead
 * and behind. PostgreSQL reads all entries and prices for it, once and only where something contradicts `overlap`.
 */
const putBack = `(
  with moments as (
    select tx, at, member_id as source from entry
    union all select tx, at, event_id from market_history where tx is not null
  ),
  behind as (
    select source, max(by) as by from (
      select source, max(at) over (order by tx rows unbounded preceding) - at as by from moments) t
    group by source order by by desc limit 2
  ),
  ahead as (
    select source, max(by) as by from (
      select source, at - min(at) over (order by tx desc rows unbounded preceding) as by from moments) t
    group by source order by by desc limit 2
  )
  select ${overlap} + least(interval '9 minutes', (select min(by) from behind), (select min(by) from ahead)))`;

/** The transaction that took the leg's price: the first one with an entry of the bet. */
const struckTx = `(select min(e.tx) from entry e where e.shard = l.shard and e.member_id = l.member_id and e.ref = l.bet_id)`;

/** When an id was made: its first 48 bits are milliseconds, where it is of version 7. PostgreSQL reads that itself from 18 on. */
const madeAt = `case when substr(t.id::text, 15, 1) = '7'
  then to_timestamp(('x' || substr(replace(t.id::text, '-', ''), 1, 12))::bit(48)::bigint / 1000.0) end`;

/** Rules of bets other than those that follow from their legs and results. */
export const betParts: readonly Part[] = [
  sqlPart({
    name: 'bets have their legs, and legs their bet',
    rows: 'bet',
    differences: `select concat_ws(' ', 'bet', b.id, 'of', b.member_id, b.type, 'has', count(l.n), 'legs') as detail
      from bet b left join bet_leg l on l.shard = b.shard and l.member_id = b.member_id and l.bet_id = b.id
      group by b.shard, b.member_id, b.id
      having case b.type when 'single' then count(l.n) <> 1 else count(l.n) < 2 end or max(l.n) <> count(l.n)
      union all
      select concat_ws(' ', 'leg', l.n, 'of', l.member_id, 'names bet', l.bet_id)
      from bet_leg l left join bet b on b.shard = l.shard and b.member_id = l.member_id and b.id = l.bet_id
      where b.id is null`,
  }),
  sqlPart({
    name: 'builders have a price for each set of their parts',
    rows: 'leg',
    differences: `select concat_ws(' ', 'leg', l.n, 'of bet', l.bet_id, 'of', l.member_id, l.market, l.selection, 'at', l.odds_milli,
        'has the prices', l.subsets, 'of parts at', l.part_odds, 'versions', l.part_versions) as detail
      from bet_leg l
      where (l.market = 'builder') <> (l.subsets is not null) or num_nulls(l.subsets, l.part_odds, l.part_versions) not in (0, 3)
        or l.subsets is not null and (
          cardinality(l.part_versions) <> cardinality(string_to_array(l.selection, ';'))
          or cardinality(l.part_odds) <> cardinality(l.part_versions)
          or cardinality(l.subsets) <> 1 << cardinality(l.part_versions)
          or exists (
            select from unnest(l.part_odds) with ordinality as t (own, n) where l.subsets[1 + (1 << (t.n - 1)::int)] > t.own)
          or l.subsets[1] <> 1000 or l.subsets[cardinality(l.subsets)] <> l.odds_milli
          or exists (select from unnest(l.subsets) as x where x not between 1000 and l.odds_milli))`,
  }),
  sqlPart({
    name: 'bets were placed when their stake was taken',
    rows: 'bet',
    differences: `select concat_ws(' ', 'bet', b.id, 'of', b.member_id, 'placed at', b.placed_at, 'stake taken at', e.at) as detail
      from bet b join entry e on e.shard = b.shard and e.member_id = b.member_id and e.ref = b.id and e.kind = 'stake'
      where e.at <> b.placed_at`,
  }),
  sqlPart({
    name: 'ids are as old as their rows',
    rows: 'bet',
    // Ids are made by a server's clock, times by the database's.
    differences: `select concat_ws(' ', t.what, t.id, 'of', ${madeAt}, 'row of', t.at) as detail
      from (
        select 'bet' as what, b.id, coalesce(d.submitted_at, b.placed_at) as at
        from bet b left join delayed_order d on d.shard = b.shard and d.member_id = b.member_id and d.id = b.id
        union all select 'recharge', id, created_at from recharge
        union all select 'withdrawal', id, requested_at from withdrawal
        union all select 'correction', id, proposed_at from proposal where kind = 'adjustment'
        union all select 'line of the log', id, at from office_audit
      ) t
      where ${madeAt} is null
        or t.at not between ${madeAt} - interval '5 minutes' and ${madeAt} + interval '5 minutes'`,
  }),
  sqlPart({
    name: 'entries of a wallet follow in time',
    rows: 'entry',
    differences: `select concat_ws(' ', 'entry', e.member_id, e.version, 'of', e.at, 'follows one of', e.latest) as detail
      from (
        select member_id, version, at, max(at) over (partition by shard, member_id order by version rows unbounded preceding) as latest
        from entry
      ) e
      where e.at < e.latest - interval '5 minutes'`,
  }),
  sqlPart({
    name: 'entries follow in the order of their transactions',
    rows: 'entry',
    // The first time of each transaction against the latest of all before it; the order within one is the
    // wallets'.
    differences: `select concat_ws(' ', 'transaction', t.tx, 'of', t.first, 'follows one of', t.latest, 'with', t.entries, 'entries, one of', t.member_id) as detail
      from (
        select tx, min(at) as first, count(*) as entries, min(member_id::text) as member_id,
          max(max(at)) over (order by tx rows between unbounded preceding and 1 preceding) as latest
        from entry group by tx
      ) t
      where t.first < t.latest - interval '10 minutes'`,
  }),
  sqlPart({
    name: 'prices of legs are those of the history',
    rows: 'bet_leg',
    differences: `select concat_ws(' ', ${leg}, 'at', l.odds_milli, 'thousandths, version', l.price_version,
        case when h.version is null then 'is not in the history'
          else concat('offered ', h.odds_milli[array_position(m.selections, l.selection)]) end) as detail
      from ${struck}
      left join market m on m.event_id = l.event_id and m.market = l.market and m.line = l.market_line
      left join market_history h on h.event_id = l.event_id and h.market = l.market and h.line = l.market_line
        and h.version = l.price_version
      where h.odds_milli[array_position(m.selections, l.selection)] is distinct from l.odds_milli`,
  }),
  sqlPart({
    name: 'legs were struck while their price was offered',
    rows: 'bet_leg',
    // Most prices have no later one: `is true` spares their legs the reading of entries, which an unknown time would not.
    differences: `select concat_ws(' ', ${leg}, 'struck at', l.struck_at, 'at version', l.price_version, h.state, 'from', h.at, 'to', n.at) as detail
      from ${struck}
      join market_history h on h.event_id = l.event_id and h.market = l.market and h.line = l.market_line
        and h.version = l.price_version
      left join market_history n on n.event_id = l.event_id and n.market = l.market and n.line = l.market_line
        and n.version = l.price_version + 1
      where h.state <> 'open'
        or h.at > l.placed_at + ${overlap} and (h.at > l.placed_at + ${putBack} or (h.tx < ${struckTx}) is not true)
        or (n.at < l.struck_at - ${overlap}) is true and (n.at < l.struck_at - ${putBack} or (n.tx > ${struckTx}) is not true)`,
  }),
  sqlPart({
    name: 'legs were struck before the final score was known',
    rows: 'bet_leg',
    differences: `select concat_ws(' ', ${leg}, 'struck at', l.struck_at, 'result confirmed at', r.at) as detail
      from ${struck}
      join (
        select t.event_id, min(t.confirmed_at) as at, min(v.tx) as tx
        from result t left join ruling v on v.event_id = t.event_id and v.result_version = t.version
        where t.state = 'confirmed' and t.kind = 'played' and t.ft_home is not null group by t.event_id
      ) r on r.event_id = l.event_id
      where l.struck_at > r.at + ${overlap} and (l.struck_at > r.at + ${putBack} or (r.tx > ${struckTx}) is not true)`,
  }),
  sqlPart({
    name: 'markets are the last of their history',
    rows: 'market',
    differences: `select concat_ws(' ', 'market', m.event_id, m.market, nullif(m.line, ''), 'version', m.version, m.odds_milli,
        'history has', h.versions, 'to version', h.last, l.odds_milli) as detail
      from market m
      left join (
        select event_id, market, line, count(*) as versions, max(version) as last from market_history group by event_id, market, line
      ) h on h.event_id = m.event_id and h.market = m.market and h.line = m.line
      left join market_history l on l.event_id = m.event_id and l.market = m.market and l.line = m.line and l.version = h.last
      where (h.versions, h.last, l.odds_milli) is distinct from (m.version::bigint, m.version, m.odds_milli)`,
  }),
  sqlPart({
    name: 'prices moved in the order of their versions',
    rows: 'market_history',
    differences: `select concat_ws(' ', 'version', h.version, 'of', h.event_id, h.market, nullif(h.line, ''), 'of', h.at, 'follows one of', h.latest) as detail
      from (
        select event_id, market, line, version, at, tx, max(at) over before as latest, max(tx) over before as latest_tx
        from market_history
        window before as (partition by event_id, market, line order by version rows between unbounded preceding and 1 preceding)
      ) h
      where h.at < h.latest - ${overlap} and (h.at < h.latest - ${putBack} or (h.tx > h.latest_tx) is not true)`,
  }),
  { name: 'bets are on what was asked for', verify: (on, note) => verifySlips(on, note) },
];

type SlipRow = Row<'bet', 'id' | 'member_id' | 'type' | 'unit' | 'slip_hash'> & {
  k: number;
  legs: { event: string; market: string; line: string; selection: string }[];
};

/**
 * Compares each bet with the hash of its slip, which finds bets that are sent twice. Bets from before these
 * hashes have none, and every later bet has one.
 */
const verifySlips = async (on: Queryable, note: DifferenceSink): Promise<Counts> => {
  let rows = 0n;
  const { rows: begun } = await on.query<{ at: Date | null }>(
    'select min(placed_at) as at from bet where slip_hash <> 0',
  );
  const { rows: shards } = await on.query<{ shard: number }>('select distinct shard from bet order by shard');
  for (const { shard } of shards) {
    const { rows: bets } = await on.query<SlipRow>(
      `select b.id, b.member_id, b.type, coalesce(b.k, l.legs_count)::int as k, b.unit, b.slip_hash, l.legs
       from bet b
       join (
         select member_id, bet_id, count(*) as legs_count, jsonb_agg(jsonb_build_object('event', event_id, 'market', market,
           'line', line, 'selection', selection)) as legs
         from bet_leg where shard = $1::smallint group by member_id, bet_id
       ) l on l.member_id = b.member_id and l.bet_id = b.id
       where b.shard = $1::smallint and (b.slip_hash <> 0 or b.placed_at >= $2)`,
      [shard, begun[0]?.at ?? null],
    );
    for (const bet of bets) {
      rows += 1n;
      const { type, k, unit: unitMinor, legs } = bet;
      if (slipHashOf({ type, k, unitMinor, legs }) !== bet.slip_hash)
        note(`bet ${bet.id} of ${bet.member_id}: stake or selections are not those of its slip`);
    }
  }
  return { rows };
};
