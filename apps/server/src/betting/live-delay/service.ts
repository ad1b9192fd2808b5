import { setTimeout as wait } from 'node:timers/promises';
import type { Reason } from '@touchline/contract/reasons';
import { EventState, MarketState } from '@touchline/contract/shapes/football';
import { ALL_PARTS } from '@touchline/football/builder-parts';
import { formatOdds } from '@touchline/money/odds';
import type pg from 'pg';
import { Value } from 'typebox/value';
import type { Context } from '../../core/module.ts';
import { Refused } from '../../core/refusal.ts';
import { transaction, withRetry } from '../../core/database/transaction.ts';
import type { OperationOutcome, Wallet } from '../../ledger/index.ts';
import { type Board, type Grids, type HeldMarket, holdMarkets } from '../../pricing/index.ts';
import type { Builders } from '../builder/builders.ts';
import { storedParts } from '../builder/stored-parts.ts';
import type { ExposedBet, Exposure, Lane } from '../exposure/service.ts';
import type { PricedBet } from '../placing/domain.ts';
import { duplicateWindowMs } from '../placing/recent.ts';
import type { DelayOrders, DelayResult } from '../placing/delay.ts';
import type { BetRequest } from '../placing/statement.ts';
import { RefusedAfterDelay, storedRefusal } from '../placing/stored-refusal.ts';
import type { Reservations } from '../placing/reservations.ts';
import { materialChange, waitMsOf } from './domain.ts';
import { priceOrder, type EndPrices } from './end-prices.ts';
import * as queries from './queries.ts';
import { toStored, watchedBy, type StoredLeg, type WatchedMarket } from './stored-leg.ts';
import type { Owner } from '../../core/owner.ts';

type DelayedOrderKey = queries.DelayedOrderKey;

/** Orders of one transaction. */
const batchMax = 200;
/** How often a call looks whether its delay is over: tests move the time, and timers stay as they are. */
const delayLookMs = 200;
/** How often a waiting call looks for its decision, and when it stops; the next call with the same key finds the decision. */
const lookMs = 50;
const patienceMs = 20_000;

/** What the live delay needs of other services. */
type LiveDelayServices = {
  wallet: Wallet;
  exposure: Exposure;
  board: Board;
  builders: Builders;
  grids: Grids;
};

/** Orders on matches in play: their stakes are held until the delay is over, and they are decided at the prices of then. */
export class LiveDelay implements DelayOrders {
  readonly #context: Context;
  readonly #services: LiveDelayServices;

  constructor(context: Context, services: LiveDelayServices) {
    this.#context = context;
    this.#services = services;
  }

  /** How long orders on matches in play wait, as the setting has it now; 0: not at all. */
  delayMs(): number {
    return this.#context.config.LIVE_DELAY_MS;
  }

  /** Holds the stake of an order and waits for its decision: see `DelayOrders`. */
  async place(request: BetRequest, priced: PricedBet, reservations: Reservations): Promise<DelayResult> {
    const { shard, memberId } = request;
    const started = priced.legs.filter((leg) => leg.started).map(({ event }) => event);
    const waitMs = waitMsOf(this.delayMs(), started, this.#context.config.REPLAY_SPEED);
    const held = await this.#hold(request, priced, { reservations, waitMs });
    if ('kind' in held) return held;
    const isHeld = held.outcome === 'applied' && (held.ref ?? request.betId) === request.betId;
    // What is held keeps its room: it may cost something, and brings in nothing before it is a bet.
    if (!isHeld) reservations.release();
    if (held.outcome === 'key_reused') throw new Refused('key_reused');
    if (held.outcome === 'refused') throw storedRefusal(held.reason, held.detail);
    const betId = held.ref ?? request.betId;
    if (!held.replayed) {
      this.#context.bus.publish('walletMoved', { memberId, shard });
      await waitOut(waitMs);
    }
    // An order without a record belongs to a key whose bet never waited.
    await this.isAccepted({ shard, memberId, id: betId });
    return { kind: 'stored', betId };
  }

  /** Waits for the decision on an order. @returns false when there is no order of that id. @throws Refused as decided */
  async isAccepted(key: DelayedOrderKey): Promise<boolean> {
    const until = performance.now() + patienceMs + this.delayMs();
    for (;;) {
      const decision = await queries.selectDecision(this.#pool, key);
      if (decision === undefined) return false;
      if (decision.state === 'accepted') return true;
      if (decision.reason !== null) {
        const { reason, detail } = storedRefusal(decision.reason, decision.detail);
        throw new RefusedAfterDelay(reason, detail);
      }
      if (performance.now() > until) throw new Refused('unavailable');
      await wait(lookMs);
      await this.decideDue();
    }
  }

  /** Decides every order whose delay has passed, also those of a process that was killed. */
  decideDue(): Promise<void> {
    return this.#decideAll(() => this.#decideBatch());
  }

  /** Refuses every order of a member that waits, as `excluded`: its stake is free again. */
  release(owner: Owner): Promise<void> {
    return this.#decideAll(() => this.#releaseBatch(owner));
  }

  /** Holds the stake of an order. @returns the outcome of its key, or why nothing was held */
  #hold(
    request: BetRequest,
    priced: PricedBet,
    { reservations, waitMs }: { reservations: Reservations; waitMs: number },
  ): Promise<OperationOutcome | DelayResult> {
    let tries = 0;
    return withRetry(() => {
      tries++;
      return this.#inTransaction((client, lane) => this.#holdIn(client, lane, { request, priced, waitMs }));
    }).catch((error: unknown): DelayResult => {
      if (error instanceof SentTwice) return { kind: 'duplicate' };
      if (!(error instanceof NotHeld)) throw error;
      reservations.retry({ isSure: tries === 1 });
      return error.result;
    });
  }

  async #holdIn(
    client: pg.PoolClient,
    lane: Lane,
    { request, priced, waitMs }: { request: BetRequest; priced: PricedBet; waitMs: number },
  ): Promise<OperationOutcome> {
    const { shard, memberId, betId: id, order, leaseOf } = request;
    const { key, requestHash } = order;
    const stakeMinor = order.unitMinor * BigInt(order.lines);
    const leases = leaseOf === undefined ? [] : priced.legs.map((leg) => leaseOf(leg.event.id));
    // Before the wallet, as every bet does.
    if (!(await this.#services.exposure.holdLeases(client, leases)))
      throw new NotHeld({ kind: 'leaseEnded' });
    const [outcome] = await this.#services.wallet.hold(
      [{ shard, memberId, id, key, requestHash, kind: 'live_delay', amountMinor: stakeMinor }],
      client,
    );
    if (outcome?.outcome !== 'applied' || outcome.replayed) return outcome ?? noAnswer();
    if (!(await this.#isAsJudged(client, request, outcome.version))) {
      throw new NotHeld({ kind: 'limitsChanged' });
    }
    // The wallet is locked by now: a bet sent at the same time is stored, or comes after this one.
    if (!order.again && (await queries.isSentTwice(client, request, duplicateWindowMs))) {
      throw new SentTwice();
    }
    const roomMinor = await this.#services.exposure.hold(client, lane, {
      shard,
      memberId,
      legs: priced.legs.map((leg) => exposedLeg(toStored(leg))),
      isSingle: order.type === 'single',
      stakeMinor,
      potentialMinor: priced.potentialMinor,
    });
    if (roomMinor !== undefined) throw new NotHeld({ kind: 'capReached', roomMinor });
    await queries.insertDelayed(client, request, { priced, delayMs: waitMs });
    return outcome;
  }

  /** Whether the member may stake what was judged: the wallet is locked, and the hold has moved its version by one. */
  async #isAsJudged(
    client: pg.PoolClient,
    { shard, memberId, memberLimits }: BetRequest,
    version: bigint,
  ): Promise<boolean> {
    const found = await this.#services.wallet.gate({ shard, memberId }, client);
    const counted = memberLimits?.counted ?? null;
    return found?.gate === (memberLimits?.gate ?? 0n) && (counted === null || counted === version - 1n);
  }

  /** The connections that settlement waits for. */
  get #pool(): pg.Pool {
    return this.#context.connections.delayed.pool;
  }

  #inTransaction<T>(work: (client: pg.PoolClient, lane: Lane) => Promise<T>): Promise<T> {
    return this.#services.exposure.inLane((lane) => transaction(this.#pool, (client) => work(client, lane)));
  }

  async #decideAll(next: () => Promise<DecidedOrder[]>): Promise<void> {
    for (;;) {
      const decided = await withRetry(next);
      for (const [shard, own] of Map.groupBy(decided, ({ order }) => order.shard)) {
        this.#context.bus.publish('betsSettled', { shard, bets: own.map(({ order }) => order) });
      }
      if (decided.length < batchMax) return;
    }
  }

  async #decideBatch(): Promise<DecidedOrder[]> {
    const behind = new Set<string>();
    const decided = await this.#inTransaction(async (client, lane) => {
      const orders = await queries.claimDue(client, batchMax);
      behind.clear();
      if (orders.length === 0) return [];
      const watched = new Map(orders.flatMap(({ legs }) => legs.map((leg) => [leg, watchedBy(leg)])));
      const all = [...watched.values()].flat();
      const held = new Map((await holdMarkets(client, all)).map((market) => [nameOf(market), market]));
      const stopped = await queries.selectStopped(client, all);
      const prices = { ...this.#services, now: this.#context.clock.now() };
      const verdicts = orders.flatMap((order): DecidedOrder[] => {
        const verdict = judge(order, { watched, held, stopped, prices });
        if (!('behind' in verdict)) return [{ order, ...verdict }];
        for (const eventId of verdict.behind) behind.add(eventId);
        return [];
      });
      return this.#write(client, lane, verdicts);
    });
    // What another process has written is read now, and the orders that need it are decided at the next look.
    if (behind.size > 0) await this.#services.board.refresh([...behind]);
    return decided;
  }

  #releaseBatch(owner: Owner): Promise<DecidedOrder[]> {
    return this.#inTransaction(async (client, lane) => {
      const orders = await queries.claimOf(client, owner, batchMax);
      const why = { reason: 'excluded', detail: { restriction: 'excluded' } } as const;
      return this.#write(
        client,
        lane,
        orders.map((order): DecidedOrder => ({ order, ...why })),
      );
    });
  }

  /** Ends the holds of orders, writes bets for those that are accepted, and stores the outcome of each. */
  async #write(client: pg.PoolClient, lane: Lane, decided: DecidedOrder[]): Promise<DecidedOrder[]> {
    if (decided.length === 0) return decided;
    const ends = await this.#services.wallet.endHolds(decided.map(toEnd), client);
    const failed = ends.findIndex((end) => end.outcome !== 'applied' || end.replayed);
    if (failed >= 0) throw new Error(`The hold of order ${decided[failed]?.order.id} has ended before it`);
    const accepted = decided.filter(({ reason }) => reason === undefined);
    await queries.writePrices(
      client,
      accepted.flatMap(({ restruck }) => (restruck ? [restruck] : [])),
    );
    await queries.insertBets(
      client,
      accepted.map(({ order }) => order),
      this.#context.currency.code,
    );
    await queries.writeDecisions(
      client,
      decided.map(({ order, reason, detail }) => ({ ...order, reason, detail })),
    );
    await this.#services.exposure.decide(client, lane, decided.map(toExposed));
    return decided;
  }
}

/** Waits by the clock of the process. */
const waitOut = async (ms: number): Promise<void> => {
  const endMs = performance.now() + ms;
  for (let leftMs = ms; leftMs > 0; leftMs = endMs - performance.now()) {
    await wait(Math.min(leftMs, delayLookMs));
  }
};

class SentTwice extends Error {}
/** Rolls the hold back: the order is judged again. */
class NotHeld extends Error {
  readonly result: DelayResult;
  constructor(result: DelayResult) {
    super(`Nothing was held: ${result.kind}`);
    this.result = result;
  }
}

const noAnswer = (): never => {
  throw new Error('The ledger did not answer a hold');
};

type DecidedOrder = {
  order: queries.DueOrder;
  /** Its prices where they are lower than they were when it was sent. */
  restruck?: queries.Restruck;
  reason?: Reason;
  detail?: Refused['detail'];
};

/** The markets that legs are on, these now with what prices rest on, and those that were suspended in the meantime. */
type Judged = {
  watched: ReadonlyMap<StoredLeg, readonly WatchedMarket[]>;
  held: ReadonlyMap<string, HeldMarket>;
  stopped: ReadonlySet<WatchedMarket>;
  prices: EndPrices;
};

/**
 * Accepts an order if each of its legs is still valid, at a price of now that the member accepts; otherwise answers the gravest reason, with
 * the legs as they are now.
 */
const judge = (
  order: queries.DueOrder,
  { watched, held, stopped, prices }: Judged,
): Omit<DecidedOrder, 'order'> | { behind: readonly string[] } => {
  const { legs, isStopped } = order;
  const reasons = legs
    .flatMap((leg) => watched.get(leg) ?? [])
    .map((on) => {
      const now = held.get(nameOf(on));
      const market = now && Value.Parse(MarketState, now.marketState);
      const match = { ...on.leg.seen, silent: false, ...(now && matchOf(now)) };
      return materialChange(on.leg.seen, { now: match, market, stopped: stopped.has(on) });
    });
  const material = gravest.find((each) => reasons.includes(each)) ?? (isStopped ? 'suspended' : undefined);
  const on = (leg: StoredLeg) =>
    (watched.get(leg) ?? []).map((each) => ({ watched: each, held: held.get(nameOf(each)) }));
  const end = material === undefined ? priceOrder(order, on, prices) : { reason: material };
  if (!('reason' in end)) return end;
  const { reason } = end;
  return { reason, detail: { legs: legs.map((leg) => legNow(leg, watched.get(leg) ?? [], held)) } };
};

const gravest = ['closed', 'suspended', 'price_changed'] as const satisfies Reason[];

const matchOf = ({ state, score, redCards, silent }: HeldMarket) => ({
  state: Value.Parse(EventState, state),
  score,
  redCards,
  silent,
});

const nameOf = (key: { eventId: string; market: string; line: string }): string =>
  `${key.eventId} ${key.market} ${key.line}`;

const legNow = (leg: StoredLeg, watched: readonly WatchedMarket[], held: ReadonlyMap<string, HeldMarket>) => {
  const now = watched.map((on) => {
    const market = held.get(nameOf(on));
    const odds = market?.oddsMilli[market.selections.indexOf(on.selection)] ?? 0;
    return { odds: odds === 0 ? null : formatOdds(odds), state: market?.marketState ?? 'closed' };
  });
  const { event, market } = leg;
  if (leg.subsets === undefined) {
    const line = leg.line === '' ? undefined : leg.line;
    return { event, market, selection: leg.selection, line, ...(now[0] ?? { odds: null, state: 'closed' }) };
  }
  const parts = storedParts(leg).map(({ since: _since, ...part }, i) => ({
    ...part,
    ...(now[i] ?? { odds: null, state: 'closed' }),
  }));
  // A new joint price needs a new quote.
  const state = parts.find((part) => part.state !== 'open')?.state ?? 'open';
  return { event, market, selection: ALL_PARTS, odds: null, state, parts };
};

/** The stake goes to the house or back to the member; the key follows from the order, so that it happens once. */
const toEnd = ({ order: { shard, memberId, id }, reason }: DecidedOrder) => ({
  shard,
  memberId,
  id,
  key: `live:${id}`,
  ...(reason === undefined
    ? { kind: 'stake', end: 'posted' as const, counterAccount: 'stakes' as const }
    : { kind: 'live_refused', end: 'released' as const }),
});

const exposedLeg = ({ event, market, line, selection, since }: StoredLeg): ExposedBet['legs'][number] => ({
  eventId: event,
  market,
  line,
  selection,
  since,
});

const toExposed = ({ order, restruck, reason }: DecidedOrder) => {
  const bet: ExposedBet = {
    shard: order.shard,
    memberId: order.memberId,
    legs: order.legs.map(exposedLeg),
    isSingle: order.isSingle,
    stakeMinor: order.stakeMinor,
    potentialMinor: order.potentialMinor,
  };
  const { potentialMinor } = restruck ?? order;
  return { bet, taken: reason === undefined ? { ...bet, potentialMinor } : undefined };
};
