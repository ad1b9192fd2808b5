import type { Team } from '@touchline/contract/shapes/football';
import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { BetRow, LegRow } from './wire.ts';
import type { Owner } from '../../platform/owner.ts';

/** Tabs of the records page as states of a bet. */
export type Tab = 'all' | 'in_progress' | 'win' | 'lose' | 'refund';

const ofOwner = (db: Db, { shard, memberId }: Owner, tab: Tab) => {
  const all = db.selectFrom('bet').where('shard', '=', shard).where('member_id', '=', memberId);
  if (tab === 'all') return all;
  return all.where('state', '=', tab === 'in_progress' ? 'open' : tab);
};

/** Newest first: ids sort by the time they were made. */
export const selectBets = (
  db: Db,
  owner: Owner,
  page: { tab: Tab; offset: number; limit: number },
): Promise<BetRow[]> =>
  ofOwner(db, owner, page.tab)
    .selectAll()
    .orderBy('id', 'desc')
    .offset(page.offset)
    .limit(page.limit)
    .execute();

export const countBets = async (db: Db, owner: Owner, tab: Tab): Promise<number> => {
  const row = await ofOwner(db, owner, tab)
    .select(({ fn }) => fn.countAll<bigint>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(row.n);
};

export const selectBetsById = (db: Db, owner: Owner, ids: readonly string[]): Promise<BetRow[]> =>
  ofOwner(db, owner, 'all')
    .where('id', 'in', [...ids])
    .selectAll()
    .orderBy('id', 'desc')
    .execute();

/** A bet of some member. */
export type BetKey = Owner & { betId: string };

/** Bets of several members, in no order. */
export const selectBetsOf = (db: Db, keys: readonly BetKey[]): Promise<BetRow[]> =>
  db
    .selectFrom('bet')
    .where((eb) =>
      eb(
        eb.refTuple('shard', 'member_id', 'id'),
        'in',
        keys.map(({ shard, memberId, betId }) => eb.tuple(shard, memberId, betId)),
      ),
    )
    .selectAll()
    .execute();

/** The legs of some bets of a member with their matches, by bet. */
export const selectLegs = async (
  db: Db,
  owner: Owner,
  betIds: readonly string[],
): Promise<Map<string, LegRow[]>> => {
  if (betIds.length === 0) return new Map();
  return byBet(
    await legsWithMatches(db)
      .where('l.shard', '=', owner.shard)
      .where('l.member_id', '=', owner.memberId)
      .where('l.bet_id', 'in', [...betIds])
      .execute(),
  );
};

/** The same of bets of several members. */
export const selectLegsOf = async (db: Db, keys: readonly BetKey[]): Promise<Map<string, LegRow[]>> =>
  byBet(
    await legsWithMatches(db)
      .where((eb) =>
        eb(
          eb.refTuple('l.shard', 'l.member_id', 'l.bet_id'),
          'in',
          keys.map(({ shard, memberId, betId }) => eb.tuple(shard, memberId, betId)),
        ),
      )
      .execute(),
  );

const legsWithMatches = (db: Db) =>
  db
    .selectFrom('leg as l')
    .innerJoin('bet as b', (join) =>
      join
        .onRef('b.shard', '=', 'l.shard')
        .onRef('b.member_id', '=', 'l.member_id')
        .onRef('b.id', '=', 'l.bet_id'),
    )
    .leftJoin('standing as s', 's.event_id', 'l.event_id')
    .leftJoin('graded as g', (join) =>
      join
        .onRef('g.event_id', '=', 's.event_id')
        .onRef('g.version', '=', 's.graded')
        .onRef('g.market', '=', 'l.market')
        .onRef('g.line', '=', 'l.line')
        .onRef('g.selection', '=', 'l.selection')
        .onRef('g.since', '=', 'l.since')
        .onRef('g.struck_from', '<=', 'b.placed_at')
        .onRef('g.struck_until', '>', 'b.placed_at'),
    )
    .leftJoin('ruling as u', (join) =>
      join.onRef('u.event_id', '=', 's.event_id').onRef('u.version', '=', 's.graded'),
    )
    .leftJoin('result as r', (join) =>
      join.onRef('r.event_id', '=', 'u.event_id').onRef('r.version', '=', 'u.result_version'),
    )
    .innerJoin('event as e', 'e.id', 'l.event_id')
    .innerJoin('team as h', 'h.id', 'e.home_id')
    .innerJoin('team as a', 'a.id', 'e.away_id')
    .orderBy('l.bet_id')
    .orderBy('l.n')
    .select((eb) => [
      'l.bet_id',
      'l.market',
      'l.line',
      'l.selection',
      'l.since',
      'l.odds_milli',
      'l.event_id',
      'e.kick_off',
      'e.state',
      // A result that counts, corrected perhaps, is told before what the feed saw.
      eb.fn.coalesce('r.ft_home', 'e.home_goals').as('home_goals'),
      eb.fn.coalesce('r.ft_away', 'e.away_goals').as('away_goals'),
      eb.fn.coalesce('r.ht_home', 'e.ht_home').as('ht_home'),
      eb.fn.coalesce('r.ht_away', 'e.ht_away').as('ht_away'),
      'h.id as h_id',
      'h.name as h_name',
      'h.short as h_short',
      'h.flag as h_flag',
      'h.colour_a as h_a',
      'h.colour_b as h_b',
      'a.id as a_id',
      'a.name as a_name',
      'a.short as a_short',
      'a.flag as a_flag',
      'a.colour_a as a_a',
      'a.colour_b as a_b',
      // None while the leg is open.
      'g.outcome',
      'g.rule',
      sql<boolean>`e.state not in ('scheduled', 'postponed', 'cancelled')`.as('started'),
    ]);

type JoinedLeg = Awaited<ReturnType<ReturnType<typeof legsWithMatches>['execute']>>[number];

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
      event: {
        id: r.event_id,
        home: team({ id: r.h_id, name: r.h_name, short: r.h_short, flag: r.h_flag, colours: [r.h_a, r.h_b] }),
        away: team({ id: r.a_id, name: r.a_name, short: r.a_short, flag: r.a_flag, colours: [r.a_a, r.a_b] }),
        kickOff: r.kick_off,
        started: r.started,
        ...(ft ? { ft } : {}),
        ...(ht ? { ht } : {}),
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
  ...(flag === null ? {} : { flag }),
});
