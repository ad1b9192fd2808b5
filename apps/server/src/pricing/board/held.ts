import type { Queryable } from '../../core/database/database.ts';
import type { Row } from '../../core/database/rows.ts';
import { stopsOf, withheldBy } from './stops-sql.ts';

/** A market by its line on the board. */
export type MarketKey = { eventId: string; market: string; line: string };

/** A market and its match by the rows themselves. */
export type HeldMarket = MarketKey & {
  version: number;
  marketState: string;
  selections: string[];
  oddsMilli: number[];
  state: string;
  silent: boolean;
  score: Sides | null;
  redCards: Sides | null;
};
type Sides = { home: number; away: number };

/**
 * Reads markets with their matches and locks them until the transaction ends. Matches are locked before
 * markets, both in order, as the feeds do.
 * @returns one for each key that exists, in no order
 */
export const holdMarkets = async (on: Queryable, keys: readonly MarketKey[]): Promise<HeldMarket[]> => {
  const { rows } = await on.query<HeldRow>(
    `with asked as (
       select distinct * from unnest($1::uuid[], $2::text[], $3::text[]) as t (event_id, market, line)
     ),
     held as materialized (
       select id, competition_id, kick_off, state, silent, home_goals, away_goals, home_reds, away_reds
       from event where id in (select event_id from asked) order by id for share
     )
     select m.event_id, m.market, m.line, m.version,
       case
         when not (m.state = 'open' or (m.one_sided and m.state = 'suspended')) then m.state
         when exists (${stopsOf('m')}) or exists (${withheldBy('e')}) then 'suspended'
         when m.one_sided then 'closed'
         else m.state
       end as market_state, m.selections, m.odds_milli, e.state,
       e.silent, e.home_goals, e.away_goals, e.home_reds, e.away_reds
     from held e
     join asked on asked.event_id = e.id
     join market m on m.event_id = e.id and m.market = asked.market and m.line = asked.line
     order by m.event_id, m.market, m.line
     for share of m`,
    [keys.map((key) => key.eventId), keys.map((key) => key.market), keys.map((key) => key.line)],
  );
  return rows.map((row) => ({
    eventId: row.event_id,
    market: row.market,
    line: row.line,
    version: row.version,
    marketState: row.market_state,
    selections: row.selections,
    oddsMilli: row.odds_milli,
    state: row.state,
    silent: row.silent,
    score: sides(row.home_goals, row.away_goals),
    redCards: sides(row.home_reds, row.away_reds),
  }));
};

type HeldRow = Row<'market', 'event_id' | 'market' | 'line' | 'version' | 'selections' | 'odds_milli'> &
  Row<'event', 'state' | 'silent' | 'home_goals' | 'away_goals' | 'home_reds' | 'away_reds'> & {
    market_state: Row<'market'>['state'];
  };

const sides = (home: number | null, away: number | null): Sides | null =>
  home === null || away === null ? null : { home, away };
