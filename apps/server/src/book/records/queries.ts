import type { Team } from '@touchline/contract/shapes/football';
import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { BetRow, LegRow } from './wire.ts';

/** Tabs of the records page as states of a bet. */
export type Tab = 'all' | 'in_progress' | 'win' | 'lose' | 'refund';

type Owner = { shard: number; memberId: string };

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

/** The legs of some bets with their matches, by bet. */
export const selectLegs = async (
  db: Db,
  owner: Owner,
  betIds: readonly string[],
): Promise<Map<string, LegRow[]>> => {
  if (betIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('leg as l')
    .innerJoin('event as e', 'e.id', 'l.event_id')
    .innerJoin('team as h', 'h.id', 'e.home_id')
    .innerJoin('team as a', 'a.id', 'e.away_id')
    .where('l.shard', '=', owner.shard)
    .where('l.member_id', '=', owner.memberId)
    .where('l.bet_id', 'in', [...betIds])
    .orderBy('l.bet_id')
    .orderBy('l.n')
    .select((eb) => [
      ...([
        'l.bet_id',
        'l.market',
        'l.line',
        'l.selection',
        'l.since',
        'l.odds_milli',
        'l.event_id',
      ] as const),
      ...(['e.kick_off', 'e.state', 'e.home_goals', 'e.away_goals', 'e.ht_home', 'e.ht_away'] as const),
      ...(['h.id as h_id', 'h.name as h_name', 'h.short as h_short', 'h.flag as h_flag'] as const),
      ...(['h.colour_a as h_a', 'h.colour_b as h_b'] as const),
      ...(['a.id as a_id', 'a.name as a_name', 'a.short as a_short', 'a.flag as a_flag'] as const),
      ...(['a.colour_a as a_a', 'a.colour_b as a_b'] as const),
      // The newest grade of this leg; none while its half is not over.
      eb
        .selectFrom('graded as g')
        .whereRef('g.event_id', '=', 'l.event_id')
        .whereRef('g.market', '=', 'l.market')
        .whereRef('g.line', '=', 'l.line')
        .whereRef('g.selection', '=', 'l.selection')
        .orderBy('g.version', 'desc')
        .limit(1)
        .select('g.outcome')
        .as('outcome'),
      sql<boolean>`e.state not in ('scheduled', 'postponed', 'cancelled')`.as('started'),
    ])
    .execute();
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
