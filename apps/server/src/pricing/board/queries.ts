import { query, type Queryable } from '../../core/database/database.ts';
import { columnsOf, type Row } from '../../core/database/rows.ts';

/** An event with its competition and teams. */
export type EventRow = Row<'event'> &
  Pick<Row<'competition'>, 'country'> & {
    competition_name: string;
    competition_names: unknown;
    competition_place: number | null;
    home_name: string;
    home_short: string;
    home_flag: string | null;
    home_colour_a: string;
    home_colour_b: string;
    away_name: string;
    away_short: string;
    away_flag: string | null;
    away_colour_a: string;
    away_colour_b: string;
    /** Its competition was off before the kick-off. */
    withheld: boolean;
    /** The newest rule of the offer for this event, as JSON. */
    rule: unknown;
    /** Of a match that is over, the result in force: a correction goes before the score of the feed. */
    result_ft_home: number | null;
    result_ft_away: number | null;
    result_ht_home: number | null;
    result_ht_away: number | null;
  };

const events = query.many<EventRow>(
  'board-events',
  // The rule is in the same statement, so that no version of a match is ever read without its rule.
  `select ${columnsOf('event', 'all', 'e')}, c.country, c.name as competition_name, c.names as competition_names,
     c.place as competition_place, home.name as home_name, home.short as home_short, home.flag as home_flag,
     home.colour_a as home_colour_a, home.colour_b as home_colour_b, away.name as away_name, away.short as away_short,
     away.flag as away_flag, away.colour_a as away_colour_a, away.colour_b as away_colour_b,
     coalesce(c.off_at < e.kick_off, false) as withheld,
     (select to_jsonb(r) from offer_rule r where r.scope = 'event' and r.scope_id = e.id::text
      order by r.version desc limit 1) as rule,
     x.ft_home as result_ft_home, x.ft_away as result_ft_away, x.ht_home as result_ht_home, x.ht_away as result_ht_away
   from event e join competition c on c.id = e.competition_id
     join team home on home.id = e.home_id join team away on away.id = e.away_id
     left join lateral (
       select r.ft_home, r.ft_away, r.ht_home, r.ht_away
       from ruling u join result r on r.event_id = u.event_id and r.version = u.result_version
       where u.event_id = e.id order by u.version desc limit 1) x on e.state = 'finished'
   where e.id = any($1::uuid[])`,
);
/** Rows of the events wanted, with their competition and teams. */
export const selectEvents = (on: Queryable, ids: readonly string[]): Promise<EventRow[]> => events(on, [ids]);

export type MarketRow = Row<'market'> & { stopped: boolean; by_hand: boolean };

const markets = query.many<MarketRow>(
  'board-markets',
  // Stops and fixed prices are in the same statement, so that no version is ever read without them.
  `select ${columnsOf('market', 'all', 'm')},
     exists (select from trading_stop s where s.opened_at is null and s.event_id = m.event_id
       and (s.market is null or (s.market = m.market and s.line = m.line))) as stopped,
     exists (select from trader_price t where t.event_id = m.event_id and t.market = m.market and t.line = m.line
       and t.released_at is null) as by_hand
   from market m where m.event_id = any($1::uuid[])`,
);
export const selectMarkets = (on: Queryable, eventIds: readonly string[]): Promise<MarketRow[]> =>
  markets(on, [eventIds]);

const allStopped = query.one<Row<'trading_stop', 'stopped_at'>>(
  'board-all-stopped',
  'select stopped_at from trading_stop where event_id is null and opened_at is null',
);
/** When a trader stopped everything; undefined while betting is open. */
export const selectAllStopped = async (on: Queryable): Promise<Date | undefined> =>
  (await allStopped(on))?.stopped_at;

type ChangedEvent = Row<'event', 'id' | 'updated_at'>;

const boardIds = query.many<ChangedEvent>(
  'board-ids',
  `select id, updated_at from event where state in ('scheduled', 'live', 'half_time') or updated_at >= $1`,
);
/** Ids of the events a board begins with: those not over, and those changed at or after `since`. */
export const selectBoardIds = (on: Queryable, since: Date): Promise<ChangedEvent[]> => boardIds(on, [since]);

const changedIds = query.many<ChangedEvent>(
  'board-changed',
  'select id, updated_at from event where updated_at >= $1 order by updated_at',
);
/** Ids of the events that changed at or after `since`, oldest change first. */
export const selectChangedIds = (on: Queryable, since: Date): Promise<ChangedEvent[]> =>
  changedIds(on, [since]);

/** The database's time. */
export const selectNow = async (on: Queryable): Promise<Date> => {
  const { rows } = await on.query<{ now: Date }>('select site_now() as now');
  if (!rows[0]) throw new Error('The database did not answer with its time');
  return rows[0].now;
};
