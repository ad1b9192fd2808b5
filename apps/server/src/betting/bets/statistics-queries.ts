import { query, type Queryable } from '../../core/database/database.ts';
import type { Owner } from '../../core/owner.ts';

/** Lower ends of the bands of prices, in thousandths; the first band begins below them. */
export const bandsMilli = [1_500, 2_000, 3_000, 5_000, 10_000] as const;

/** From one time on and before another: when the bets were settled. */
export type Settled = { since: Date | undefined; before: Date | undefined };

/** Won and lost bets of a kind, in minor units. */
export type SumRow = {
  kind: 'all' | 'type' | 'market' | 'competition' | 'band';
  /** A type, a market, a competition, or the number of a band; null of all. */
  name: string | null;
  bets: number;
  won: number;
  stakes: bigint;
  returns: bigint;
};

const inTime = (bet: string): string =>
  `($3::timestamptz is null or ${bet}.settled_at >= $3) and ($4::timestamptz is null or ${bet}.settled_at < $4)`;

const sums = query.many<SumRow>(
  'bet-statistics',
  `with own as (
     select b.type, b.market, e.competition_id, b.state = 'win' as won, b.stake, coalesce(b.payout, 0) + b.cash_out as returns,
       case when b.type <> 'system' then width_bucket(b.odds_milli, array[${bandsMilli.join(', ')}]::bigint[]) end as band
     from bet b left join event e on e.id = b.event_id
     where b.shard = $1 and b.member_id = $2 and b.state in ('win', 'lose') and ${inTime('b')}
   )
   select case when grouping(type) = 0 then 'type' when grouping(market) = 0 then 'market'
       when grouping(competition_id) = 0 then 'competition' when grouping(band) = 0 then 'band' else 'all' end as kind,
     coalesce(type, market, competition_id, band::text) as name, count(*)::int as bets,
     (count(*) filter (where won))::int as won, coalesce(sum(stake), 0)::bigint as stakes,
     coalesce(sum(returns), 0)::bigint as returns
   from own
   group by grouping sets ((), (type), (market), (competition_id), (band))
   having grouping(type, market, competition_id, band) = 15 or coalesce(type, market, competition_id, band::text) is not null
   order by kind, stakes desc, name`,
);

/** A member's won and lost bets by type, market, competition and price; combined bets have neither market nor competition. */
export const selectSums = (
  on: Queryable,
  { shard, memberId }: Owner,
  { since, before }: Settled,
): Promise<SumRow[]> => sums(on, [shard, memberId, since ?? null, before ?? null]);

export type LeftOutRow = { open: number; openStakes: bigint; refunded: number; refundedStakes: bigint };

const leftOut = query.one<LeftOutRow>(
  'bet-statistics-left-out',
  `select (count(*) filter (where b.state = 'open'))::int as open,
     coalesce(sum(b.stake - b.cashed_stake) filter (where b.state = 'open'), 0)::bigint as "openStakes",
     (count(*) filter (where b.state = 'refund'))::int as refunded,
     coalesce(sum(b.stake) filter (where b.state = 'refund'), 0)::bigint as "refundedStakes"
   from bet b
   where b.shard = $1 and b.member_id = $2 and (b.state = 'open' or (b.state = 'refund' and ${inTime('b')}))`,
);

/** Bets that are in no sum: all open ones, and those whose stake was returned in the time. */
export const selectLeftOut = async (
  on: Queryable,
  { shard, memberId }: Owner,
  { since, before }: Settled,
): Promise<LeftOutRow> => {
  const row = await leftOut(on, [shard, memberId, since ?? null, before ?? null]);
  return row ?? { open: 0, openStakes: 0n, refunded: 0, refundedStakes: 0n };
};

/** Sums for the comparison with chance, in minor units; the variance in their squares. */
export type LuckRow = { bets: number; stakes: number; expected: number; returns: number; variance: number };

/**
 * Of a single on a quarter line that was met half, half the stake is decided and the other half was returned. Of an accumulator every
 * leg must be graded, or those lost early would be among the bets and those still to be won would not; and no leg may be void, met
 * exactly or on a quarter line, since the margin of the rest is not recorded.
 */
const luck = query.one<LuckRow>(
  'bet-statistics-luck',
  `with own as (
     select b.id, b.type, b.stake::numeric as stake, b.payout::numeric as payout, b.potential, b.odds_milli, b.margin_micro, b.placed_at
     from bet b
     where b.shard = $1 and b.member_id = $2 and b.state in ('win', 'lose') and b.type in ('single', 'accumulator')
       and b.cashed_stake = 0 and b.payout is not null and ${inTime('b')}
   ), counted as (
     select o.odds_milli, o.margin_micro, case when o.payout in (0, o.potential) then o.stake else o.stake / 2 end as decided,
       case when o.payout in (0, o.potential) then o.payout else greatest(0, o.payout - o.stake / 2) end as returned
     from own o
     where o.type = 'single' or not exists (
       select from leg l
       left join standing s on s.event_id = l.event_id
       left join graded g on g.event_id = s.event_id and g.version = s.graded and g.market = l.market and g.line = l.line
         and g.selection = l.selection and g.since = l.since
         and g.struck_from <= o.placed_at and g.struck_until > o.placed_at
       where l.shard = $1 and l.member_id = $2 and l.bet_id = o.id
         and (g.outcome is null or g.outcome not in ('win', 'lose') or l.line ~ '[.][27]5$')
     )
   ), priced as (
     select decided, returned, (1000000 - margin_micro)::numeric / 1000000 as kept, odds_milli::numeric / 1000 as odds from counted
   )
   select count(*)::int as bets, coalesce(sum(decided), 0)::float8 as stakes, coalesce(sum(decided * kept), 0)::float8 as expected,
     coalesce(sum(returned), 0)::float8 as returns,
     coalesce(sum(decided * decided * kept * greatest(0, odds - kept)), 0)::float8 as variance
   from priced`,
);

/**
 * Won and lost bets with a known expected return: the return by the margins shown, and its variance. A
 * stake s at odds o of which the share r comes back on average wins with the chance r/o, so its return has the variance s²·r·(o − r).
 */
export const selectLuck = (
  on: Queryable,
  { shard, memberId }: Owner,
  { since, before }: Settled,
): Promise<LuckRow | undefined> => luck(on, [shard, memberId, since ?? null, before ?? null]);

type NamedRow = { id: string; name: string; names: unknown };
const named = query.many<NamedRow>(
  'competitions-named',
  'select id, name, names from competition where id = any($1::text[])',
);
/** Names of some competitions. */
export const selectNamed = async (on: Queryable, ids: readonly string[]): Promise<NamedRow[]> =>
  ids.length === 0 ? [] : await named(on, [ids]);
