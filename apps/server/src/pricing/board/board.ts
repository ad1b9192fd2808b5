import { dayMs } from '@touchline/contract/durations';
import { EventState, MarketState, type Team } from '@touchline/contract/shapes/football';
import type { GoalMeans } from '@touchline/football/scoring-rates';
import type { Score } from '@touchline/football/score';
import { Value } from 'typebox/value';
import type pg from 'pg';
import { snapshot } from '../../core/database/transaction.ts';
import { readBasis, type DatedBasis } from './basis.ts';
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
  /** What these means rest on; undefined where that was not recorded. */
  basis?: DatedBasis | undefined;
  /** Traders' rules for its markets and goals. */
  rule?: OfferRule | undefined;
  updatedAt: Date;
  markets: ReadonlyMap<string, BoardMarket>;
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

/** The events and markets a server process keeps in memory; empty until `load`. */
export class Board {
  readonly #pool: pg.Pool;
  readonly #events = new Map<string, BoardEvent>();
  #newest = new Date(0);
  #allStoppedAt: Date | undefined;

  /** @param pool where events and markets are read */
  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** Loads all events that are not over, and recent changes; call once before the first use. */
  async load(): Promise<void> {
    this.#newest = await queries.selectNow(this.#pool);
    const ids = await queries.selectBoardIds(this.#pool, new Date(this.#newest.getTime() - KEEP_OVER_MS));
    await this.refresh(ids.map(({ id }) => id));
  }

  /** Reads these events again, at once after changing them. @returns their present state */
  async refresh(eventIds: readonly string[]): Promise<BoardEvent[]> {
    await this.#readStop();
    // The stop is applied in the same turn as the read, so that none is set or lifted in between.
    const fresh = (await this.#read(eventIds)).map((event) => withStops(event, this.#isAllStopped()));
    for (const event of fresh.filter((each) => this.#isNews(each))) {
      this.#events.set(event.id, event);
      if (event.updatedAt > this.#newest) this.#newest = event.updatedAt;
    }
    return fresh;
  }

  /** Reads changes of other processes since the last time. @returns the changed events */
  async poll(): Promise<BoardEvent[]> {
    await this.#readStop();
    const since = new Date(this.#newest.getTime() - OVERLAP_MS);
    const changed = await queries.selectChangedIds(this.#pool, since);
    const unknown = changed.filter(
      ({ id, updated_at: at }) => (this.#events.get(id)?.updatedAt.getTime() ?? 0) < at.getTime(),
    );
    const before = new Map(unknown.map(({ id }) => [id, this.#events.get(id)]));
    const fresh = await this.refresh(unknown.map(({ id }) => id));
    this.#forget();
    return fresh.filter((event) => {
      const known = before.get(event.id);
      return (
        known === undefined ||
        known.version !== event.version ||
        marketVersions(known) !== marketVersions(event)
      );
    });
  }

  /** An event in memory. */
  event(id: string): BoardEvent | undefined {
    return this.#events.get(id);
  }

  /** A market of an event in memory. */
  market(eventId: string, market: string, line = ''): BoardMarket | undefined {
    return this.#events.get(eventId)?.markets.get(marketKey(market, line));
  }

  /** All events in memory. */
  events(): BoardEvent[] {
    return [...this.#events.values()];
  }

  /** When a trader stopped everything; undefined while betting is open. */
  allStoppedAt(): Date | undefined {
    return this.#allStoppedAt;
  }

  /**
   * Events by id, from memory or, when they are long over, from the database. Unknown ids are left out.
   * @param client the caller's transaction, if it has one open
   */
  async lookup(ids: readonly string[], client?: pg.PoolClient): Promise<Map<string, BoardEvent>> {
    const missing = ids.filter((id) => !this.#events.has(id));
    const others = (await this.#read(missing, client)).map((event) => withStops(event, this.#isAllStopped()));
    const found = [...ids.map((id) => this.#events.get(id)), ...others];
    return new Map(found.filter((event) => event !== undefined).map((event) => [event.id, event]));
  }

  // One snapshot, so that no event is shown with the markets of another time. A caller's transaction has its own.
  async #read(ids: readonly string[], client?: pg.PoolClient): Promise<BoardEvent[]> {
    if (ids.length === 0) return [];
    const readOn = async (on: pg.PoolClient) => ({
      rows: await queries.selectEvents(on, ids),
      markets: await queries.selectMarkets(on, ids),
    });
    const { rows, markets } = await (client ? readOn(client) : snapshot(this.#pool, readOn));
    const grouped = Map.groupBy(markets.map(toBoardMarket), (market) => market.eventId);
    return rows.map((row) => toBoardEvent(row, grouped.get(row.id) ?? []));
  }

  // Two readings of one event may arrive in either order; the older one must not win.
  #isNews(next: BoardEvent): boolean {
    const known = this.#events.get(next.id);
    if (known === undefined || next.version > known.version) return true;
    return next.version === known.version && marketVersions(next) >= marketVersions(known);
  }

  #isAllStopped(): boolean {
    return this.#allStoppedAt !== undefined;
  }

  // A stop of everything changes no event: each process applies it to the events it has.
  async #readStop(): Promise<void> {
    const stoppedAt = await queries.selectAllStopped(this.#pool);
    if (stoppedAt?.getTime() === this.#allStoppedAt?.getTime()) return;
    this.#allStoppedAt = stoppedAt;
    for (const [id, event] of this.#events) this.#events.set(id, withStops(event, this.#isAllStopped()));
  }

  #forget(): void {
    for (const [id, { state, updatedAt }] of this.#events) {
      if (isOver(state) && this.#newest.getTime() - updatedAt.getTime() > KEEP_OVER_MS)
        this.#events.delete(id);
    }
  }
}

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
