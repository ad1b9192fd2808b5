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
  clockMinuteOf,
  createOffers,
  createPrices,
  createStops,
  fedState,
  marketKey,
  type MarketWrite,
  modelMarkets,
  type Offer,
  offerOf,
  type OfferScope,
  planMarkets,
  shifted,
  type Situation,
  stopAll,
  toWireBetting,
  toWireMarket,
  toWireProgress,
  usualTerms,
  writeMarkets,
} from '../../pricing/index.ts';
import type { Competition, EventMove, NamedTeam, NewEvent } from './domain.ts';
import { settleBegun } from './begun.ts';
import { createDecisions } from './decisions.ts';
import { createKept } from '../names/service.ts';
import {
  saveShots,
  selectCountriesOfTeams,
  selectNamedCompetitions,
  selectNamedTeams,
} from './fixture-queries.ts';
import { selectFixtures, type Fixture } from './fixtures.ts';
import type { FixtureFilter } from './fixture-queries.ts';
import { addEventFacts, addUnknownEvents } from './event-facts.ts';
import * as queries from './queries.ts';
import { createRulings } from './rulings.ts';
import { markSilent, markStarted, noteContact } from './silence.ts';

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

export type Events = ReturnType<typeof createEvents>;

/** Events for feeds and settlement: announce and move them, price their markets, record results. */
export const createEvents = ({
  database: { pool },
  board,
  publish,
  onResult,
  clock = systemClock,
  margins = '',
  terms = usualTerms,
  isBounded = () => false,
  onRule = async () => undefined,
}: EventsOptions) => {
  type Change = { eventId: string; market: string; line: string };

  // After the commit: this process sees the change at once, members with the next message.
  const announce = async (eventIds: readonly string[], changes: readonly Change[]): Promise<void> => {
    const fresh = await board.refresh(eventIds);
    for (const event of fresh) {
      publish('event', toWireProgress(event));
      const markets = changes
        .filter(({ eventId }) => eventId === event.id)
        .map(({ market, line }) => event.markets.get(marketKey(market, line)))
        .filter((market) => market !== undefined);
      if (markets.length > 0) publish('price', { event: event.id, markets: markets.map(toWireMarket) });
    }
  };

  // The change may offer its markets or withhold them.
  const announceWhole = async (ids: readonly string[]): Promise<void> => {
    for (const event of await board.refresh(ids)) {
      publish('price', { event: event.id, markets: [...event.markets.values()].map(toWireMarket) });
    }
  };

  // This process applies it to all its events; members see every changed market.
  const announceAll = async (): Promise<void> => {
    await board.refresh([]);
    publish('betting', toWireBetting(board));
    for (const event of board.events()) {
      const moved = [...event.markets.values()].filter((market) => fedState(market) === 'open');
      if (moved.length > 0) publish('price', { event: event.id, markets: moved.map(toWireMarket) });
    }
  };

  const boundsOf = ({ state, basis }: Pick<BoardEvent, 'state'> & { basis?: BasisOrigin | undefined }) =>
    basis?.kind === 'market' && state === 'scheduled' && isBounded() ? basis.best : undefined;

  const offers = createOffers({
    pool,
    board,
    settings: offerOf(margins),
    terms,
    onRule,
    onChanged: announce,
    plan: (event, offer) => planMarkets(situationOf(event, boundsOf(event)), event.markets, offer),
  });
  const offerNow = async (event: Parameters<typeof offers.of>[0]): Promise<Offer> => {
    await offers.ready();
    return offers.of(event);
  };

  const modelOf = (event: BoardEvent): ReadonlyMap<string, MarketWrite> =>
    modelMarkets(situationOf(event, boundsOf(event)), event.markets, offers.of(event));

  const stops = createStops({
    pool,
    onChanged: (id, changed) => announce([id], changed),
    onAll: announceAll,
  });

  const { within: ruled, ...rulings } = createRulings({
    pool,
    onRuling: onResult,
    onClosed: (id, closed) => announce([id], closed),
  });

  const suspend = async (
    find: (client: pg.PoolClient) => Promise<string[]>,
    why: 'silence' | 'kick_off',
  ): Promise<string[]> => {
    const { ids, changes } = await transaction(pool, async (client) => {
      const found = await find(client);
      const writes = [...(await board.lookup(found, client)).values()].flatMap((event) =>
        stopAll(event, why).map((write) => ({ ...write, eventId: event.id })),
      );
      const changed = writes.length === 0 ? [] : await writeMarkets(client, writes, 'house');
      return { ids: found, changes: changed };
    });
    if (ids.length > 0) await announce(ids, changes);
    return ids;
  };

  /**
   * Applies a feed's report to an event: clock, score, incidents, markets and results, in one transaction.
   * An event that is over, or no longer at `move.atVersion`, stays as it is.
   * @returns whether it was moved
   */
  const moveEvent = async (
    event: BoardEvent,
    move: EventMove,
    who: string,
    within: (client: pg.PoolClient) => Promise<void> | undefined = noLog,
  ): Promise<boolean> => {
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
      bounds: boundsOf({ state: move.state, basis }),
    };
    const writes = planMarkets(situation, event.markets, await offerNow({ ...event, basis })).map(
      (write) => ({
        ...write,
        eventId: event.id,
      }),
    );
    const changes = await transaction(pool, async (client) => {
      const moved = await queries.moveEvent(client, event.id, { ...move, means, basis, isPriced });
      if (moved === undefined) return undefined;
      if (moved.isKickOffMoved) await addEventFacts(client, [event.id]);
      if (move.incidents.length > 0) await queries.insertIncidents(client, event.id, move.incidents);
      const changed = writes.length === 0 ? [] : await writeMarkets(client, writes, who);
      for (const result of move.results) await ruled.record(client, event.id, result);
      await within(client);
      return changed;
    });
    await announce([event.id], changes ?? []);
    return changes !== undefined;
  };

  return {
    upsertCompetition: (competition: Competition): Promise<void> =>
      queries.upsertCompetition(pool, competition),

    upsertTeams: (teams: readonly NamedTeam[]): Promise<void> => queries.upsertTeams(pool, teams),

    /** References of a feed's events that are not over. */
    unfinished: (feed: string): Promise<string[]> => queries.selectUnfinished(pool, feed),

    /** A feed's events by reference, as far as they are known, and whether they are over. */
    known: async (
      feed: string,
      feedRefs: readonly string[],
    ): Promise<Map<string, { id: string; isOver: boolean }>> => {
      const rows = await queries.selectKnown(pool, feed, feedRefs);
      return new Map(rows.map((row) => [row.feed_ref, { id: row.id, isOver: row.is_over }]));
    },

    /** Every team there is. */
    teams: async (): Promise<NamedTeam[]> => (await selectNamedTeams(pool)).map(toTeam),

    /** The countries whose competitions teams have matches in; without those of no country. */
    countriesOfTeams: () => selectCountriesOfTeams(pool),

    /** Every competition there is. */
    competitions: async (): Promise<Competition[]> =>
      (await selectNamedCompetitions(pool)).map(({ id, name, country, zone }) => ({
        id,
        name,
        country: country ?? undefined,
        zone: zone ?? undefined,
      })),

    /** Events of real matches with the results on record, for feeds to compare themselves with. */
    fixtures: (filter: FixtureFilter): Promise<Fixture[]> => selectFixtures(pool, filter),

    /** Writes the shots of played matches, as a feed counts them; no bet depends on them. */
    recordShots: (feed: string, counted: ReadonlyMap<string, MatchShots>): Promise<void> =>
      saveShots(pool, feed, counted),

    /** An event in its present state. */
    event: async (id: string): Promise<BoardEvent | undefined> =>
      board.event(id) ?? (await board.lookup([id])).get(id),

    /** An event as the database has it now. */
    fresh: async (id: string): Promise<BoardEvent | undefined> => (await board.refresh([id]))[0],

    /**
     * Announces events; known ones by feed and reference are left alone. Events with expected goals get their
     * markets at once.
     * @param within writes the line of the audit log about the new ones
     * @returns the new events
     */
    addEvents: async (
      events: readonly NewEvent[],
      who: string,
      within: (client: pg.PoolClient, ids: readonly string[]) => Promise<void> | undefined = noLog,
    ): Promise<BoardEvent[]> => {
      if (events.length === 0) return [];
      const withIds = events.map((event) => ({ ...event, id: newId() }));
      await offers.ready();
      const added = await transaction(pool, async (client) => {
        const ids = new Set(await queries.insertEvents(client, withIds, clock.now()));
        const writes = withIds
          .filter(({ id, means }) => ids.has(id) && means !== undefined)
          .flatMap(({ id, means, basis, competitionId }) =>
            planMarkets(
              beforeKickOff(means, boundsOf({ state: 'scheduled', basis })),
              new Map(),
              offers.of({ competition: { id: competitionId }, basis }),
            ).map((write) => ({ ...write, eventId: id })),
          );
        if (ids.size > 0) await addEventFacts(client, [...ids]);
        const changes = writes.length === 0 ? [] : await writeMarkets(client, writes, who);
        if (ids.size > 0) await within(client, [...ids]);
        return { ids: [...ids], changes };
      });
      await announce(added.ids, added.changes);
      return added.ids.map((id) => board.event(id)).filter((event) => event !== undefined);
    },

    moveEvent,

    /** Puts matches into the log that were announced before it had any. */
    announceUnknown: (): Promise<number> => transaction(pool, addUnknownEvents),

    /**
     * Records that the feed of these events is alive, also without news.
     * @returns those that had been stopped for its silence: they need to be moved again
     */
    seen: (eventIds: readonly string[]): Promise<string[]> => noteContact(pool, eventIds),

    /**
     * Stops all betting on matches in play whose feed was silent for `silenceMs`, by the database's clock.
     * @returns the events stopped now
     */
    suspendSilent: (silenceMs: number): Promise<string[]> =>
      suspend((client) => markSilent(client, silenceMs), 'silence'),

    /**
     * Stops betting on matches past their kick-off that no feed plays live, by the database's clock: placing
     * refuses their bets anyway, and so members see it.
     * @returns the events stopped now
     */
    suspendStarted: (): Promise<string[]> => suspend(markStarted, 'kick_off'),

    ...rulings,

    /** Operators' decisions about results and voids. */
    decisions: createDecisions({
      pool,
      clock,
      within: ruled,
      onRuling: onResult,
      onClosed: (id, closed) => announce([id], closed),
      onBegun: (id, decided) => settleBegun({ board, stops, moveEvent }, id, decided),
    }),

    /** Prices fixed by traders. */
    prices: createPrices({
      pool,
      board,
      ready: offers.ready,
      model: modelOf,
      reprice: async (client, event, market) => {
        const write = modelOf(event).get(marketKey(market.market, market.line));
        const state = fedState(market);
        if (write && (state === 'open' || state === 'suspended')) {
          const kept = write.oneSided === true ? write.state : state;
          await writeMarkets(client, [{ ...write, state: kept, eventId: event.id }], 'house');
        }
      },
      onChanged: (id, changed) => announce([id], changed),
    }),

    /** The offer and its margins, by operators. */
    offers,

    /** Traders' stops. */
    stops,

    /** Competitions and teams as operators keep them. */
    kept: createKept({ pool, onChanged: announceWhole }),

    /** Announces to this process, the others and members that markets of an event are settled. */
    announceSettled: async (eventId: string): Promise<void> => {
      await queries.touchEvent(pool, eventId);
      for (const event of await board.refresh([eventId])) {
        const settled = [...event.markets.values()].filter(({ state }) => state === 'settled');
        if (settled.length > 0) publish('price', { event: event.id, markets: settled.map(toWireMarket) });
      }
    },
  };
};

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

/** The state of a match for pricing. */
const situationOf = (event: BoardEvent, bounds: Situation['bounds']): Situation => ({
  bounds,
  state: event.state,
  means: shifted(event.means, event.rule?.shift),
  clockMinute: startOfMinute(event),
  score: event.score ?? { home: 0, away: 0 },
  ht: event.ht,
  redCards: event.redCards,
  isSuspended: false,
});

const beforeKickOff = (means: NewEvent['means'], bounds: Situation['bounds']): Situation => ({
  bounds,
  state: 'scheduled',
  means,
  clockMinute: 0,
  score: { home: 0, away: 0 },
  isSuspended: false,
});
