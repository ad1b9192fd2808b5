import { dayMs } from '@touchline/contract/durations';
import { EventState, MarketState, type Team } from '@touchline/contract/shapes/football';
import type { GoalMeans } from '@touchline/football/scoring-rates';
import type { Score } from '@touchline/football/score';
import { Value } from 'typebox/value';
import type pg from 'pg';
import { snapshot } from '../../core/database/transaction.ts';
import { readBasis, type PriceBasis } from './basis.ts';
import type { OfferRule } from './offer-rules.ts';
import { readNames, type CompetitionNames } from './competition-names.ts';
import { readRule } from './read-rule.ts';
import * as queries from './queries.ts';

/**
 * One market at one line in its present state. `oddsMilli` and `moves` are parallel to `selections`; odds 0
 * means no price.
 */
export type BoardMarket = {
  eventId: string;
  market: string;
  /** '' for a market without lines. */
  line: string;
  state: MarketState;
  /** The state from its feed or the model, while a trader's stop covers it or it is one-sided. */
  fed?: MarketState;
  /** Its favourite is too near to certain for any price: closed until it can be priced again. */
  oneSided?: boolean | undefined;
  /** A trader has stopped it, or its match. */
  stopped?: boolean | undefined;
  /** A trader has fixed its prices. */
  byHand?: boolean | undefined;
  inPlay: boolean;
  marginBp: number;
  version: number;
  selections: readonly string[];
  oddsMilli: readonly number[];
  moves: readonly number[];
};

/** One event with all its markets, by `marketKey`. */
export type BoardEvent = {
  id: string;
  competition: {
    id: string;
    name: string;
    country?: string | undefined;
    names?: CompetitionNames | undefined;
  };
  /** The place of its competition in members' lists, 1 first; those without come after. */
  place?: number | undefined;
  /** Its competition was off before the kick-off: members neither see the match nor are offered it. */
  withheld?: boolean | undefined;
  stage?: string | undefined;
  home: Team;
  away: Team;
  neutral: boolean;
  kickOff: Date;
  state: EventState;
  /** As shown, "45+2". */
  minute?: string | undefined;
  score?: Score | undefined;
  ht?: Score | undefined;
  /** Red cards of each side, where the feed has them. */
  redCards?: Score | undefined;
  replay: boolean;
  /** Its feed has fallen silent during the match. */
  silent: boolean;
  version: number;
  feed: string;
  feedRef: string;
  /** The kick-off of the real match, for a replay. */
  recordedAt?: Date | undefined;
  /** The goal means behind its prices, before a trader's shift. */
  means?: GoalMeans | undefined;
  /** What these means rest on; undefined where that is not on record. */
  basis?: PriceBasis | undefined;
  /** Traders' rules for its markets and goals. */
  rule?: OfferRule | undefined;
  updatedAt: Date;
  markets: ReadonlyMap<string, BoardMarket>;
};

/** The events and markets a server process keeps in memory. */
export type Board = {
  /** Loads all events that are not over, and recent changes; call once before the first use. */
  load: () => Promise<void>;
  /** Reads these events again, at once after changing them. @returns their present state */
  refresh: (eventIds: readonly string[]) => Promise<BoardEvent[]>;
  /** Reads changes of other processes since the last time. @returns the changed events */
  poll: () => Promise<BoardEvent[]>;
  event: (id: string) => BoardEvent | undefined;
  market: (eventId: string, market: string, line?: string) => BoardMarket | undefined;
  events: () => BoardEvent[];
  /** When a trader stopped everything; undefined while betting is open. */
  allStoppedAt: () => Date | undefined;
  /**
   * Events by id, from memory or, when they are long over, from the database. Unknown ids are left out.
   * @param client the caller's transaction, if it has one open
   */
  lookup: (ids: readonly string[], client?: pg.PoolClient) => Promise<Map<string, BoardEvent>>;
};

/** Key of a market within its event; `line` is '' for a market without lines. */
export const marketKey = (market: string, line = ''): string => `${market}|${line}`;

/** The state from a market's feed or the model, below any stop; a one-sided market is suspended there. */
export const fedState = ({ fed, state }: Pick<BoardMarket, 'fed' | 'state'>): MarketState => fed ?? state;

/** Whether the match is being played. */
export const isInPlay = (state: EventState): boolean => state === 'live' || state === 'half_time';

/** Whether the match is over. */
const isOver = (state: EventState): boolean => state !== 'scheduled' && !isInPlay(state);

/** How long after its last change an event that is over stays in memory. */
const KEEP_OVER_MS = dayMs;
/** Changes are stamped when their transaction begins and become visible when it ends: read back this far. */
const OVERLAP_MS = 10_000;

/** Makes an empty board. @param pool where events and markets are read */
export const createBoard = (pool: pg.Pool): Board => {
  const events = new Map<string, BoardEvent>();
  let newest = new Date(0);
  let allStoppedAt: Date | undefined;

  // One snapshot, so that no event is shown with the markets of another moment. A caller's transaction has its own.
  const read = async (ids: readonly string[], client?: pg.PoolClient): Promise<BoardEvent[]> => {
    if (ids.length === 0) return [];
    const readOn = async (on: pg.PoolClient) => ({
      rows: await queries.selectEvents(on, ids),
      markets: await queries.selectMarkets(on, ids),
    });
    const { rows, markets } = await (client ? readOn(client) : snapshot(pool, readOn));
    const grouped = Map.groupBy(markets.map(toBoardMarket), (market) => market.eventId);
    return rows.map((row) => toBoardEvent(row, grouped.get(row.id) ?? []));
  };

  // Two readings of one event may arrive in either order; the older one must not win.
  const isNews = (next: BoardEvent): boolean => {
    const known = events.get(next.id);
    if (known === undefined || next.version > known.version) return true;
    return next.version === known.version && marketVersions(next) >= marketVersions(known);
  };

  const isAllStopped = (): boolean => allStoppedAt !== undefined;

  // A stop of everything changes no event: each process applies it to the events it has.
  const look = async (): Promise<void> => {
    const stoppedAt = await queries.selectAllStopped(pool);
    if (stoppedAt?.getTime() === allStoppedAt?.getTime()) return;
    allStoppedAt = stoppedAt;
    for (const [id, event] of events) events.set(id, withStops(event, isAllStopped()));
  };

  const refresh = async (eventIds: readonly string[]): Promise<BoardEvent[]> => {
    await look();
    // The stop is applied in the same turn as the read, so that none is set or lifted in between.
    const fresh = (await read(eventIds)).map((event) => withStops(event, isAllStopped()));
    for (const event of fresh.filter(isNews)) {
      events.set(event.id, event);
      if (event.updatedAt > newest) newest = event.updatedAt;
    }
    return fresh;
  };

  const forget = (): void => {
    for (const [id, { state, updatedAt }] of events) {
      if (isOver(state) && newest.getTime() - updatedAt.getTime() > KEEP_OVER_MS) events.delete(id);
    }
  };

  return {
    load: async () => {
      newest = await queries.selectNow(pool);
      const ids = await queries.selectBoardIds(pool, new Date(newest.getTime() - KEEP_OVER_MS));
      await refresh(ids.map(({ id }) => id));
    },
    refresh,
    poll: async () => {
      await look();
      const since = new Date(newest.getTime() - OVERLAP_MS);
      const changed = await queries.selectChangedIds(pool, since);
      const unknown = changed.filter(
        ({ id, updated_at: at }) => (events.get(id)?.updatedAt.getTime() ?? 0) < at.getTime(),
      );
      const before = new Map(unknown.map(({ id }) => [id, events.get(id)]));
      const fresh = await refresh(unknown.map(({ id }) => id));
      forget();
      return fresh.filter((event) => {
        const known = before.get(event.id);
        return (
          known === undefined ||
          known.version !== event.version ||
          marketVersions(known) !== marketVersions(event)
        );
      });
    },
    event: (id) => events.get(id),
    market: (eventId, market, line = '') => events.get(eventId)?.markets.get(marketKey(market, line)),
    events: () => [...events.values()],
    allStoppedAt: () => allStoppedAt,
    lookup: async (ids, client) => {
      const missing = ids.filter((id) => !events.has(id));
      const others = (await read(missing, client)).map((event) => withStops(event, isAllStopped()));
      const found = [...ids.map((id) => events.get(id)), ...others];
      return new Map(found.filter((event) => event !== undefined).map((event) => [event.id, event]));
    },
  };
};

/** Grows with every change of any market of the event. */
const marketVersions = (event: BoardEvent): number =>
  event.markets.values().reduce((sum, { version }) => sum + version, 0);

/** A market as it is offered. A stopped or withheld one is suspended even if its feed has it open, a one-sided one is closed. */
const withStop = (market: BoardMarket, isAllStopped: boolean): BoardMarket => {
  const { fed: _fed, ...rest } = market;
  const fed = fedState(market);
  const isStopped = isAllStopped || market.stopped === true;
  if (market.oneSided === true && fed === 'suspended' && !isStopped) return { ...rest, state: 'closed', fed };
  const isHeld = fed === 'open' && isStopped;
  return isHeld ? { ...rest, state: 'suspended', fed } : { ...rest, state: fed };
};

const withStops = (event: BoardEvent, isAllStopped: boolean): BoardEvent => ({
  ...event,
  markets: new Map(
    [...event.markets].map(([key, market]) => [
      key,
      withStop(market, isAllStopped || event.withheld === true),
    ]),
  ),
});

const toBoardMarket = (row: queries.MarketRow): BoardMarket => ({
  eventId: row.event_id,
  market: row.market,
  line: row.line,
  state: Value.Parse(MarketState, row.state),
  stopped: row.stopped || undefined,
  byHand: row.by_hand || undefined,
  oneSided: row.one_sided || undefined,
  inPlay: row.in_play,
  marginBp: row.margin_bp,
  version: row.version,
  selections: row.selections,
  oddsMilli: row.odds_milli,
  moves: row.moves,
});

const toBoardEvent = (row: queries.EventRow, markets: readonly BoardMarket[]): BoardEvent => {
  const score = scoreOf(row.result_ft_home, row.result_ft_away) ?? scoreOf(row.home_goals, row.away_goals);
  const ht = scoreOf(row.result_ht_home, row.result_ht_away) ?? scoreOf(row.ht_home, row.ht_away);
  const redCards = scoreOf(row.home_reds, row.away_reds);
  const names = readNames(row.competition_names);
  const means =
    row.home_mean === null || row.away_mean === null
      ? undefined
      : { homeMean: row.home_mean, awayMean: row.away_mean, rho: row.rho ?? undefined };
  return {
    id: row.id,
    competition: {
      id: row.competition_id,
      name: row.competition_name,
      country: row.country ?? undefined,
      names: Object.keys(names).length > 0 ? names : undefined,
    },
    place: row.competition_place ?? undefined,
    withheld: row.withheld || undefined,
    stage: row.stage ?? undefined,
    home: {
      id: row.home_id,
      name: row.home_name,
      short: row.home_short,
      flag: row.home_flag ?? undefined,
      colours: [row.home_colour_a, row.home_colour_b],
    },
    away: {
      id: row.away_id,
      name: row.away_name,
      short: row.away_short,
      flag: row.away_flag ?? undefined,
      colours: [row.away_colour_a, row.away_colour_b],
    },
    neutral: row.neutral,
    kickOff: row.kick_off,
    state: Value.Parse(EventState, row.state),
    minute: row.minute ?? undefined,
    score,
    ht,
    redCards,
    replay: row.replay,
    silent: row.silent,
    version: row.version,
    feed: row.feed,
    feedRef: row.feed_ref,
    recordedAt: row.recorded_at ?? undefined,
    means,
    basis: readBasis(row),
    rule: row.rule === null ? undefined : readRule(row.rule),
    updatedAt: row.updated_at,
    markets: new Map(markets.map((market) => [marketKey(market.market, market.line), market])),
  };
};

const scoreOf = (home: number | null, away: number | null): Score | undefined =>
  home === null || away === null ? undefined : { home, away };
