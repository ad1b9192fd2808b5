import type { Team } from '@touchline/contract/shapes/football';
import { query, statement, type Queryable } from '../../core/database/database.ts';
import type { Owner } from '../../core/owner.ts';
import { columnsOf, readWaiting, type Row, type Waiting } from '../../core/database/rows.ts';
import { partOutcomes } from '../builder/part-outcomes.ts';
import { betColumns, type BetRow, type LegRow } from './wire.ts';

/** Tabs of the records page as states of a bet. */
export type Tab = 'all' | 'in_progress' | 'win' | 'lose' | 'refund';

const bets = `select ${columnsOf('bet', betColumns)} from bet`;
const ofTab = `shard = $1 and member_id = $2 and ($3 = 'all' or state = $3)`;
const stateOfTab = (tab: Tab): string => (tab === 'in_progress' ? 'open' : tab);

const page = query.many<BetRow>('bets-page', `${bets} where ${ofTab} order by id desc limit $4 offset $5`);
/** Newest first: ids sort by the time they were made. */
export const selectBets = (
  on: Queryable,
  { shard, memberId }: Owner,
  { tab, offset, limit }: { tab: Tab; offset: number; limit: number },
): Promise<BetRow[]> => page(on, [shard, memberId, stateOfTab(tab), limit, offset]);
const count = query.one<{ n: bigint }>('bets-count', `select count(*) as n from bet where ${ofTab}`);
export const countBets = async (on: Queryable, { shard, memberId }: Owner, tab: Tab): Promise<number> => {
  const row = await count(on, [shard, memberId, stateOfTab(tab)]);
  return Number(row?.n ?? 0n);
};

const onEvents = query.many<{ id: string }>(
  'bets-on-events',
  `select id from bet b where shard = $1 and member_id = $2 and (event_id = any($3::uuid[]) or exists (
     select from leg l where l.shard = b.shard and l.member_id = b.member_id and l.bet_id = b.id
       and l.event_id = any($3::uuid[])))
   order by id desc limit $4`,
);
/** Ids of a member's bets with a leg on one of these matches, newest first. */
export const selectBetsOnEvents = async (
  on: Queryable,
  { shard, memberId }: Owner,
  events: readonly string[],
  limit: number,
): Promise<string[]> => (await onEvents(on, [shard, memberId, events, limit])).map(({ id }) => id);

/** A bet of some member. */
export type BetKey = Owner & { betId: string };

const keyed = 'unnest($1::smallint[], $2::uuid[], $3::uuid[]) as k(shard, member_id, bet_id)';
const keyValues = (keys: readonly BetKey[]): unknown[] => [
  keys.map(({ shard }) => shard),
  keys.map(({ memberId }) => memberId),
  keys.map(({ betId }) => betId),
];

const byKeys = query.many<BetRow>(
  'bets-by-key',
  `select ${columnsOf('bet', betColumns, 'b')}
   from ${keyed} join bet b on b.shard = k.shard and b.member_id = k.member_id and b.id = k.bet_id order by b.id desc`,
);
/** Bets by their keys, newest first. */
export const selectBetsByKey = (on: Queryable, keys: readonly BetKey[]): Promise<BetRow[]> =>
  byKeys(on, keyValues(keys));

const legColumns = [
  'market',
  'line',
  'selection',
  'since',
  'odds_milli',
  'event_id',
  'subsets',
  'part_odds',
] as const;

type JoinedLeg = Row<'leg', 'bet_id' | (typeof legColumns)[number]> &
  Row<'event', 'kick_off' | 'replay' | 'home_goals' | 'away_goals' | 'ht_home' | 'ht_away'> & {
    h_id: string;
    h_name: string;
    h_short: string;
    h_flag: string | null;
    h_a: string;
    h_b: string;
    a_id: string;
    a_name: string;
    a_short: string;
    a_flag: string | null;
    a_a: string;
    a_b: string;
    /** Of a builder, as `partOutcomes` has them. */
    part_outcomes: string | null;
    /** Null while the leg is open, as is the rule. */
    outcome: Row<'graded'>['outcome'] | null;
    rule: string | null;
    started: boolean;
  };

/** The grade of a builder's part. */
const grade = (part: { market: string; line: string; selection: string; since: string }): string =>
  `select x.outcome from graded x
       where x.event_id = s.event_id and x.version = s.graded and x.market = ${part.market} and x.line = ${part.line}
         and x.selection = ${part.selection} and x.since = ${part.since}
         and x.struck_from <= b.placed_at and x.struck_until > b.placed_at`;

/**
 * A result in force, even a corrected one, goes before the feed's score. The legs are looked up bet by bet: joined by the view of
 * all legs, every bet there is would be read.
 */
export const legsByKeyText = `select b.id as bet_id, ${columnsOf('leg', legColumns, 'l')}, e.kick_off, e.replay,
     coalesce(r.ft_home, e.home_goals) as home_goals, coalesce(r.ft_away, e.away_goals) as away_goals,
     coalesce(r.ht_home, e.ht_home) as ht_home, coalesce(r.ht_away, e.ht_away) as ht_away,
     h.id as h_id, h.name as h_name, h.short as h_short, h.flag as h_flag, h.colour_a as h_a, h.colour_b as h_b,
     a.id as a_id, a.name as a_name, a.short as a_short, a.flag as a_flag, a.colour_a as a_a, a.colour_b as a_b,
     g.outcome, g.rule, case when l.subsets is not null then ${partOutcomes({ leg: 'l', grade })} end as part_outcomes,
     e.state not in ('scheduled', 'postponed', 'cancelled') as started
   from ${keyed} join bet b on b.shard = k.shard and b.member_id = k.member_id and b.id = k.bet_id
     cross join lateral (
       select 1 as n, b.market, b.line, b.selection, b.since, b.odds_milli::int, b.event_id, b.subsets, b.part_odds where b.event_id is not null
       union all
       select n, ${columnsOf('leg', legColumns)} from leg
       where shard = k.shard and member_id = k.member_id and bet_id = k.bet_id
     ) l
     left join standing s on s.event_id = l.event_id
     left join graded g on g.event_id = s.event_id and g.version = s.graded and g.market = l.market and g.line = l.line
       and g.selection = l.selection and g.since = l.since
       and g.struck_from <= b.placed_at and g.struck_until > b.placed_at
     left join ruling u on u.event_id = s.event_id and u.version = s.graded
     left join result r on r.event_id = u.event_id and r.version = u.result_version
     join event e on e.id = l.event_id join team h on h.id = e.home_id join team a on a.id = e.away_id
   order by b.id, l.n`;
const legsByKeys = query.many<JoinedLeg>('bet-legs-by-key', legsByKeyText);
/** The legs of some bets with their matches, by bet. */
export const selectLegsByKey = async (
  on: Queryable,
  keys: readonly BetKey[],
): Promise<Map<string, LegRow[]>> =>
  keys.length === 0 ? new Map() : byBet(await legsByKeys(on, keyValues(keys)));

const byBet = (rows: readonly JoinedLeg[]): Map<string, LegRow[]> => {
  const legs = new Map<string, LegRow[]>();
  for (const r of rows) {
    const ft = goals(r.home_goals, r.away_goals);
    const ht = goals(r.ht_home, r.ht_away);
    const leg: LegRow = {
      market: r.market,
      line: r.line,
      selection: r.selection,
      since: r.since,
      oddsMilli: r.odds_milli,
      outcome: r.outcome,
      rule: r.rule,
      subsets: r.subsets,
      partOdds: r.part_odds,
      partOutcomes: r.part_outcomes,
      event: {
        id: r.event_id,
        home: team({ id: r.h_id, name: r.h_name, short: r.h_short, flag: r.h_flag, colours: [r.h_a, r.h_b] }),
        away: team({ id: r.a_id, name: r.a_name, short: r.a_short, flag: r.a_flag, colours: [r.a_a, r.a_b] }),
        kickOff: r.kick_off,
        replay: r.replay,
        started: r.started,
        ft,
        ht,
      },
    };
    legs.set(r.bet_id, [...(legs.get(r.bet_id) ?? []), leg]);
  }
  return legs;
};

const goals = (home: number | null, away: number | null) =>
  home === null || away === null ? undefined : { home, away };

const team = ({ flag, ...rest }: Omit<Team, 'flag'> & { flag: string | null }): Team => ({
  ...rest,
  flag: flag ?? undefined,
});

const waiting = statement(
  'results-waiting',
  `select count(*)::int as total, min(proposed_at) as oldest from (
     select proposed_at from result where state = 'proposed'
     union all select proposed_at from proposal where kind = 'void' and state = 'proposed'
   ) proposed`,
);
/** Results and voids that wait to be confirmed or refused. */
export const selectWaitingResults = (on: Queryable): Promise<Waiting> => readWaiting(on, waiting([]));
