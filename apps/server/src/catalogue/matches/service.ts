import type { LiveKind, LiveMessages } from '@touchline/contract/shapes/live';
import type { MatchShots } from '@touchline/football/strengths-shots';
import type pg from 'pg';
import { systemClock, type Clock } from '../../core/clock.ts';
import type { Database } from '../../core/database/database.ts';
import { newId } from '../../core/ids.ts';
import { transaction } from '../../core/database/transaction.ts';
import {
  type BasisOrigin,
  type BasisTerms,
  type Board,
  type BoardEvent,
  type BoardMarket,
  clockMinuteOf,
  fedState,
  type MarketKey,
  marketKey,
  type MarketWrite,
  modelMarkets,
  offerOf,
  Offers,
  type OfferScope,
  planMarkets,
  TraderPrices,
  shifted,
  type Situation,
  stopAll,
  Stops,
  toWireBetting,
  toWireMarket,
  toWireProgress,
  usualTerms,
  writeMarkets,
} from '../../pricing/index.ts';
import type { Competition, EventMove, NamedTeam, NewEvent } from './domain.ts';
import { Decisions } from './decisions.ts';
import { KeptNames } from '../names/service.ts';
import {
  type FixtureFilter,
  saveShots,
  selectCountriesOfTeams,
  selectNamedCompetitions,
  selectNamedTeams,
} from './fixture-queries.ts';
import { selectFixtures, type Fixture } from './fixtures.ts';
import * as queries from './queries.ts';
import { Rulings } from './rulings.ts';
import { VoidProposals, type EarlyStartDecision } from './void-proposals.ts';

// What other modules need in addition to the service itself.
export type { EventMove } from './domain.ts';
export type { Fixture } from './fixtures.ts';
export { COMMAND_LINE } from './actor.ts';

export type EventsOptions = {
  database: Pick<Database, 'pool'>;
  board: Board;
  publish: <K extends LiveKind>(kind: K, data: LiveMessages[K]) => void;
  /** Called inside the transaction that makes a ruling, so that its jobs commit with it. */
  onResult: (client: pg.PoolClient, eventId: string, version: number) => Promise<void>;
  /** When operators propose and decide voids, and prices get their basis. */
  clock?: Clock;
  /** Margins that differ from the defaults, as in the setting `MARGINS`. */
  margins?: string;
  /** What follows from the basis of prices. */
  terms?: Pick<BasisTerms, 'levelOf'>;
  /** Whether no price before kick-off may be above the best known bookmaker price. */
  isBounded?: () => boolean;
  /**
   * Called in the transaction that changes the offer: upcoming matches are repriced afterwards
   * (`offers.settle`).
   */
  onRule?: (client: pg.PoolClient, scope: OfferScope) => Promise<void>;
};

/** Events for feeds and settlement: announce and move them, price their markets, record results. */
export class Events {
  /** The offer and its margins, by operators. */
  readonly offers: Offers;
  /** Prices fixed by traders. */
  readonly prices: TraderPrices;
  /** Traders' stops. */
  readonly stops: Stops;
  /** Results, voids and the rulings that follow from them. */
  readonly rulings: Rulings;
  /** Operators' decisions about results. */
  readonly decisions: Decisions;
  /** Voids that wait for a decision. */
  readonly voids: VoidProposals;
  /** Competitions and teams as operators keep them. */
  readonly kept: KeptNames;
  readonly #pool: pg.Pool;
  readonly #board: Board;
  readonly #publish: EventsOptions['publish'];
  readonly #clock: Clock;
  readonly #isBounded: () => boolean;

  constructor({
    database: { pool },
    board,
    publish,
    onResult,
    clock = systemClock,
    margins = '',
    terms = usualTerms,
    isBounded = () => false,
    onRule = async () => undefined,
  }: EventsOptions) {
    this.#pool = pool;
    this.#board = board;
    this.#publish = publish;
    this.#clock = clock;
    this.#isBounded = isBounded;
    const announceOne = (id: string, changed: readonly MarketKey[]) => this.#announce([id], changed);
    this.offers = new Offers({
      pool,
      board,
      settings: offerOf(margins),
      terms,
      onRule,
      onChanged: (ids, changed) => this.#announce(ids, changed),
      plan: (event, offer) => planMarkets(this.#situationOf(event), event.markets, offer),
    });
    this.prices = new TraderPrices({
      pool,
      board,
      model: {
        ready: () => this.offers.ready(),
        markets: (event) => this.#modelOf(event),
        reprice: (client, event, market) => this.#reprice(client, event, market),
      },
      onChanged: announceOne,
    });
    this.stops = new Stops({ pool, onChanged: announceOne, onAll: () => this.#announceAll() });
    this.rulings = new Rulings(pool, { onRuling: onResult, onClosed: announceOne });
    this.decisions = new Decisions(pool, this.rulings, onResult);
    this.voids = new VoidProposals({
      pool,
      clock,
      rulings: this.rulings,
      onClosed: announceOne,
      onEarlyStart: (id, decision) => this.#settleEarlyStart(id, decision),
    });
    this.kept = new KeptNames(pool, (ids) => this.#announceWhole(ids));
  }

  /** Makes a competition known, or changes one that no operator has changed. */
  async upsertCompetition(competition: Competition): Promise<void> {
    await queries.upsertCompetition(this.#pool, competition);
  }

  /** Makes teams known, or changes those that no operator has changed. */
  async upsertTeams(teams: readonly NamedTeam[]): Promise<void> {
    await queries.upsertTeams(this.#pool, teams);
  }

  /** References of a feed's events that are not over. */
  unfinished(feed: string): Promise<string[]> {
    return queries.selectUnfinished(this.#pool, feed);
  }

  /** A feed's events by reference, as far as they are known, and whether they are over. */
  async known(
    feed: string,
    feedRefs: readonly string[],
  ): Promise<Map<string, { id: string; isOver: boolean }>> {
    const rows = await queries.selectKnown(this.#pool, feed, feedRefs);
    return new Map(rows.map((row) => [row.feed_ref, { id: row.id, isOver: row.is_over }]));
  }

  /** Every team there is. */
  async teams(): Promise<NamedTeam[]> {
    return (await selectNamedTeams(this.#pool)).map(toTeam);
  }

  /** The countries whose competitions teams have matches in; without those of no country. */
  countriesOfTeams() {
    return selectCountriesOfTeams(this.#pool);
  }

  /** Every competition there is. */
  async competitions(): Promise<Competition[]> {
    return (await selectNamedCompetitions(this.#pool)).map(({ id, name, country, zone }) => ({
      id,
      name,
      country: country ?? undefined,
      zone: zone ?? undefined,
    }));
  }

  /** Events of real matches with their recorded results, which feeds compare with their own. */
  fixtures(filter: FixtureFilter): Promise<Fixture[]> {
    return selectFixtures(this.#pool, filter);
  }

  /** Writes the shots of played matches, as a feed counts them; no bet depends on them. */
  async recordShots(feed: string, counted: ReadonlyMap<string, MatchShots>): Promise<void> {
    await saveShots(this.#pool, feed, counted);
  }

  /** An event in its present state. */
  async event(id: string): Promise<BoardEvent | undefined> {
    return this.#board.event(id) ?? (await this.#board.lookup([id])).get(id);
  }

  /** An event as the database has it now. */
  async fresh(id: string): Promise<BoardEvent | undefined> {
    return (await this.#board.refresh([id]))[0];
  }

  /**
   * Announces events; known ones by feed and reference are left alone. Events with expected goals get their
   * markets at once.
   * @param within writes the line of the audit log about the new ones
   * @returns the new events
   */
  async addEvents(
    events: readonly NewEvent[],
    who: string,
    within: (client: pg.PoolClient, ids: readonly string[]) => Promise<void> | undefined = noLog,
  ): Promise<BoardEvent[]> {
    if (events.length === 0) return [];
    const withIds = events.map((event) => ({ ...event, id: newId() }));
    await this.offers.ready();
    const added = await transaction(this.#pool, async (client) => {
      const ids = new Set(await queries.insertEvents(client, withIds, this.#clock.now()));
      const writes = withIds.filter(({ id }) => ids.has(id)).flatMap((event) => this.#firstMarkets(event));
      if (ids.size > 0) await queries.addEventFacts(client, [...ids]);
      const changes = writes.length === 0 ? [] : await writeMarkets(client, writes, who);
      if (ids.size > 0) await within(client, [...ids]);
      return { ids: [...ids], changes };
    });
    await this.#announce(added.ids, added.changes);
    return added.ids.map((id) => this.#board.event(id)).filter((event) => event !== undefined);
  }

  /**
   * Applies a feed's report to an event: clock, score, incidents, markets and results, in one transaction.
   * An event that is over, or no longer at `move.atVersion`, stays as it is.
   * @returns whether it was moved
   */
  async moveEvent(
    event: BoardEvent,
    move: EventMove,
    who: string,
    within: (client: pg.PoolClient) => Promise<void> | undefined = noLog,
  ): Promise<boolean> {
    const isPriced = move.means !== undefined;
    const means = move.means ?? event.means;
    const basis = isPriced ? move.basis : event.basis;
    const situation: Situation = {
      state: move.state,
      means: shifted(means, event.rule?.shift),
      clockMinute: move.clockMinute,
      score: move.score ?? { home: 0, away: 0 },
      ht: move.ht,
      redCards: move.redCards,
      isSuspended: move.isSuspended,
      bounds: this.#boundsOf({ state: move.state, basis }),
    };
    await this.offers.ready();
    const offer = this.offers.of({ ...event, basis });
    const writes = planMarkets(situation, event.markets, offer).map((write) => ({
      ...write,
      eventId: event.id,
    }));
    const changes = await transaction(this.#pool, async (client) => {
      const moved = await queries.moveEvent(client, event.id, { ...move, means, basis, isPriced });
      if (moved === undefined) return undefined;
      if (moved.isKickOffMoved) await queries.addEventFacts(client, [event.id]);
      if (move.incidents.length > 0) await queries.insertIncidents(client, event.id, move.incidents);
      const changed = writes.length === 0 ? [] : await writeMarkets(client, writes, who);
      for (const result of move.results) await this.rulings.record(client, event.id, result);
      await within(client);
      return changed;
    });
    await this.#announce([event.id], changes ?? []);
    return changes !== undefined;
  }

  /** Puts matches into the log that were announced before it had any. */
  async announceUnknown(): Promise<number> {
    return transaction(this.#pool, queries.addUnknownEvents);
  }

  /**
   * Records that the feed of these events is alive, also without news.
   * @returns those that had been stopped for its silence: they need to be moved again
   */
  seen(eventIds: readonly string[]): Promise<string[]> {
    return queries.noteContact(this.#pool, eventIds);
  }

  /**
   * Stops all betting on matches in play whose feed was silent for `silenceMs`, by the database's clock.
   * @returns the events stopped now
   */
  suspendSilent(silenceMs: number): Promise<string[]> {
    return this.#suspend((client) => queries.markSilent(client, silenceMs), 'silence');
  }

  /**
   * Stops betting on matches past their kick-off that no feed plays live, by the database's clock: placing
   * refuses their bets anyway, and so members see it.
   * @returns the events stopped now
   */
  suspendStarted(): Promise<string[]> {
    return this.#suspend(queries.markStarted, 'kick_off');
  }

  /** Announces to this process, the others and members that markets of an event are settled. */
  async announceSettled(eventId: string): Promise<void> {
    await queries.touchEvent(this.#pool, eventId);
    for (const event of await this.#board.refresh([eventId])) {
      const settled = [...event.markets.values()].filter(({ state }) => state === 'settled');
      if (settled.length > 0) {
        this.#publish('price', { event: event.id, markets: settled.map(toWireMarket) });
      }
    }
  }

  // After the commit: this process sees the change at once, members with the next message.
  async #announce(eventIds: readonly string[], changes: readonly MarketKey[]): Promise<void> {
    const fresh = await this.#board.refresh(eventIds);
    for (const event of fresh) {
      this.#publish('event', toWireProgress(event));
      const markets = changes
        .filter(({ eventId }) => eventId === event.id)
        .map(({ market, line }) => event.markets.get(marketKey(market, line)))
        .filter((market) => market !== undefined);
      if (markets.length > 0) {
        this.#publish('price', { event: event.id, markets: markets.map(toWireMarket) });
      }
    }
  }

  // The change may offer its markets or withhold them.
  async #announceWhole(ids: readonly string[]): Promise<void> {
    for (const event of await this.#board.refresh(ids)) {
      this.#publish('price', { event: event.id, markets: [...event.markets.values()].map(toWireMarket) });
    }
  }

  // This process applies it to all its events; members see every changed market.
  async #announceAll(): Promise<void> {
    await this.#board.refresh([]);
    this.#publish('betting', toWireBetting(this.#board));
    for (const event of this.#board.events()) {
      const moved = [...event.markets.values()].filter((market) => fedState(market) === 'open');
      if (moved.length > 0) this.#publish('price', { event: event.id, markets: moved.map(toWireMarket) });
    }
  }

  #boundsOf({ state, basis }: Pick<BoardEvent, 'state'> & { basis?: BasisOrigin | undefined }) {
    return basis?.kind === 'market' && state === 'scheduled' && this.#isBounded() ? basis.best : undefined;
  }

  /** The state of a match for pricing. */
  #situationOf(event: BoardEvent): Situation {
    return {
      bounds: this.#boundsOf(event),
      state: event.state,
      means: shifted(event.means, event.rule?.shift),
      clockMinute: startOfMinute(event),
      score: event.score ?? { home: 0, away: 0 },
      ht: event.ht,
      redCards: event.redCards,
      isSuspended: false,
    };
  }

  /** The markets of a new event; none without expected goals. */
  #firstMarkets({ id, means, basis, competitionId }: NewEvent & { id: string }) {
    if (means === undefined) return [];
    const situation: Situation = {
      bounds: this.#boundsOf({ state: 'scheduled', basis }),
      state: 'scheduled',
      means,
      clockMinute: 0,
      score: { home: 0, away: 0 },
      isSuspended: false,
    };
    const offer = this.offers.of({ competition: { id: competitionId }, basis });
    return planMarkets(situation, new Map(), offer).map((write) => ({ ...write, eventId: id }));
  }

  #modelOf(event: BoardEvent): ReadonlyMap<string, MarketWrite> {
    return modelMarkets(this.#situationOf(event), event.markets, this.offers.of(event));
  }

  /** Writes the model's prices for a market, within the transaction. */
  async #reprice(client: pg.PoolClient, event: BoardEvent, market: BoardMarket): Promise<void> {
    const write = this.#modelOf(event).get(marketKey(market.market, market.line));
    const state = fedState(market);
    if (write && (state === 'open' || state === 'suspended')) {
      const kept = write.oneSided === true ? write.state : state;
      await writeMarkets(client, [{ ...write, state: kept, eventId: event.id }], 'house');
    }
  }

  async #suspend(
    find: (client: pg.PoolClient) => Promise<string[]>,
    why: 'silence' | 'kick_off',
  ): Promise<string[]> {
    const { ids, changes } = await transaction(this.#pool, async (client) => {
      const found = await find(client);
      const writes = [...(await this.#board.lookup(found, client)).values()].flatMap((event) =>
        stopAll(event, why).map((write) => ({ ...write, eventId: event.id })),
      );
      const changed = writes.length === 0 ? [] : await writeMarkets(client, writes, 'house');
      return { ids: found, changes: changed };
    });
    if (ids.length > 0) await this.#announce(ids, changes);
    return ids;
  }

  /**
   * Ends the wait of a match that a feed reported as begun before its kick-off, once a person has decided: where it is true the
   * kick-off is when it began, and with the last report the stop of a feed is lifted. That of a trader stays.
   */
  async #settleEarlyStart(
    eventId: string,
    { feed, began, isTrue, waits }: EarlyStartDecision,
  ): Promise<void> {
    const by = `feed:${feed}`;
    const [event] = await this.#board.refresh([eventId]);
    if (isTrue && event?.state === 'scheduled' && began < event.kickOff) {
      const { state, minute, score, ht, redCards } = event;
      const move = { kickOff: began, state, minute, clockMinute: 0, score, ht, redCards };
      await this.moveEvent(event, { ...move, incidents: [], isSuspended: true, results: [] }, by);
    }
    if (waits) return;
    // The first feed that reported it has stopped it.
    const ours = (await this.stops.inForce([eventId])).find(
      (stop) => stop.event_id === eventId && stop.market === null && stop.stopped_by.startsWith('feed:'),
    );
    const within = () => Promise.resolve();
    if (ours !== undefined) await this.stops.open(ours.id, { by, why: 'its early start is decided', within });
  }
}

const toTeam = (row: Awaited<ReturnType<typeof selectNamedTeams>>[number]): NamedTeam => ({
  id: row.id,
  name: row.name,
  short: row.short,
  flag: row.flag ?? undefined,
  colours: [row.colour_a, row.colour_b],
});

/** For transactions without a line of the audit log. */
const noLog = (): undefined => undefined;

/** The clock when the minute that is shown began: a replay shows the minute that runs, feeds of real matches their clock. */
const startOfMinute = ({ state, replay, minute, ht }: BoardEvent): number => {
  const shown = clockMinuteOf(minute);
  if (shown === undefined) return ht === undefined ? 0 : 45;
  return replay && state === 'live' ? shown - 1 : shown;
};
