import { setTimeout as wait } from 'node:timers/promises';
import type { Reason } from '@touchline/contract/reasons';
import { EventState, MarketState } from '@touchline/contract/shapes/football';
import { ALL_PARTS } from '@touchline/football/builder-parts';
import { formatOdds } from '@touchline/money/odds';
import type pg from 'pg';
import { Value } from 'typebox/value';
import type { Bus } from '../../core/events.ts';
import { Refused } from '../../core/refusal.ts';
import { transaction, withRetry } from '../../core/database/transaction.ts';
import type { Outcome, Wallet } from '../../ledger/index.ts';
import { type Board, type Grids, type HeldMarket, holdMarkets } from '../../pricing/index.ts';
import type { Clock } from '../../core/clock.ts';
import type { Builders } from '../builder/builders.ts';
import { storedParts } from '../builder/stored-parts.ts';
import type { ExposedBet, Exposure, Lane } from '../exposure/service.ts';
import type { Struck } from '../placing/domain.ts';
import { duplicateWindowMs } from '../placing/recent.ts';
import type { DelayOrders, Unheld } from '../placing/delay.ts';
import type { Placement } from '../placing/statement.ts';
import { RefusedAfterDelay, storedRefusal } from '../placing/stored-refusal.ts';
import type { Tickets } from '../placing/tickets.ts';
import { materialChange, waitMsOf } from './domain.ts';
import { priceOrder, type EndPrices } from './end-prices.ts';
import * as queries from './queries.ts';
import { toStored, watchedBy, type StoredLeg, type WatchedMarket } from './stored-leg.ts';
import type { Owner } from '../../core/owner.ts';

type OrderKey = queries.OrderKey;

/** Orders on matches in play, as the module decides them. */
export type LiveDelay = DelayOrders & {
  /** Decides every order whose delay has passed, also those of a process that was killed. */
  decideDue(): Promise<void>;
  /** Refuses every order of a member that waits, as `excluded`: its stake is free again. */
  release(owner: Owner): Promise<void>;
};

/** Orders of one transaction. */
const batchMax = 200;
/** How often a call looks whether its delay is over: tests move the time, and timers stay as they are. */
const delayLookMs = 200;
/** How often a waiting call looks for its decision, and when it stops; the next call with the same key finds the decision. */
const lookMs = 50;
const patienceMs = 20_000;

/**
 * @param options.pool connections that settlement waits for
 */
export const createLiveDelay = ({
  pool,
  wallet,
  exposure,
  board,
  builders,
  grids,
  clock,
  currency,
  delayMs,
  replaySpeed,
  bus,
}: {
  pool: pg.Pool;
  wallet: Wallet;
  exposure: Exposure;
  board: Pick<Board, 'event' | 'refresh'>;
  builders: Pick<Builders, 'offer'>;
  grids: Pick<Grids, 'returnsOf' | 'builderFactor'>;
  clock: Clock;
  currency: string;
  /** The delay in milliseconds of the match. */
  delayMs: () => number;
  /** Minutes of a replayed match in a real minute. */
  replaySpeed: number;
  bus: Pick<Bus, 'publish'>;
}): LiveDelay => {
  const hold = (
    placement: Placement,
    struck: Struck,
    { tickets, waitMs }: { tickets: Tickets; waitMs: number },
  ): Promise<Outcome | Unheld> => {
    let tries = 0;
    return withRetry(() => {
      tries++;
      return inTransaction(async (client, lane) => {
        const { shard, memberId, betId: id, order, leaseOf } = placement;
        const leases = leaseOf === undefined ? [] : struck.legs.map((leg) => leaseOf(leg.event.id));
        // Before the wallet, as every bet does.
        if (!(await exposure.holdLeases(client, leases))) throw new LeaseEnded();
        const [outcome] = await wallet.hold(
          [
            {
              shard,
              memberId,
              id,
              key: order.key,
              requestHash: order.requestHash,
              kind: 'live_delay',
              amountMinor: order.unitMinor * BigInt(order.lines),
            },
          ],
          client,
        );
        if (outcome?.outcome !== 'applied' || outcome.replayed) return outcome ?? noAnswer();
        if (!(await isAsJudged(client, placement, outcome.version))) throw new LimitsMoved();
        // The wallet is locked by now: a bet sent at the same time is on record, or comes after this one.
        if (!order.again && (await queries.isSentTwice(client, placement, duplicateWindowMs)))
          throw new SentTwice();
        const roomMinor = await exposure.hold(client, lane, {
          shard,
          memberId,
          legs: struck.legs.map((leg) => exposedLeg(toStored(leg))),
          isSingle: order.type === 'single',
          stakeMinor: order.unitMinor * BigInt(order.lines),
          potentialMinor: struck.potentialMinor,
        });
        if (roomMinor !== undefined) throw new MemberFull(roomMinor);
        await queries.insertDelayed(client, placement, { struck, delayMs: waitMs });
        return outcome;
      });
    }).catch((error: unknown) => {
      if (error instanceof SentTwice) return 'duplicate';
      const isPassing =
        error instanceof LeaseEnded || error instanceof MemberFull || error instanceof LimitsMoved;
      if (!isPassing) throw error;
      tickets.settle({ outcome: 'again', isSure: tries === 1 });
      if (error instanceof LimitsMoved) return 'stale';
      return error instanceof MemberFull ? { roomMinor: error.roomMinor } : 'again';
    });
  };

  /** Whether the member may stake what was judged: the wallet is locked, and the hold has moved its version by one. */
  const isAsJudged = async (
    client: pg.PoolClient,
    { shard, memberId, memberLimits }: Placement,
    version: bigint,
  ): Promise<boolean> => {
    const found = await wallet.gate({ shard, memberId }, client);
    const counted = memberLimits?.counted ?? null;
    return found?.gate === (memberLimits?.gate ?? 0n) && (counted === null || counted === version - 1n);
  };

  const inTransaction = <T>(work: (client: pg.PoolClient, lane: Lane) => Promise<T>): Promise<T> =>
    exposure.inLane((lane) => transaction(pool, (client) => work(client, lane)));

  const decideBatch = async (): Promise<Decided[]> => {
    const behind = new Set<string>();
    const decided = await inTransaction(async (client, lane) => {
      const orders = await queries.claimDue(client, batchMax);
      behind.clear();
      if (orders.length === 0) return [];
      const watched = new Map(orders.flatMap(({ legs }) => legs.map((leg) => [leg, watchedBy(leg)])));
      const all = [...watched.values()].flat();
      const held = new Map((await holdMarkets(client, all)).map((market) => [nameOf(market), market]));
      const stopped = await queries.selectStopped(client, all);
      const prices = { board, builders, grids, now: clock.now() };
      const verdicts = orders.flatMap((order): Decided[] => {
        const verdict = judge(order, { watched, held, stopped, prices });
        if (!('behind' in verdict)) return [{ order, ...verdict }];
        for (const eventId of verdict.behind) behind.add(eventId);
        return [];
      });
      return write(client, lane, verdicts);
    });
    // What another process has written is read now, and the orders that need it are decided at the next look.
    if (behind.size > 0) await board.refresh([...behind]);
    return decided;
  };

  const releaseBatch = (owner: Owner): Promise<Decided[]> =>
    inTransaction(async (client, lane) => {
      const orders = await queries.claimOf(client, owner, batchMax);
      const why = { reason: 'excluded', detail: { restriction: 'excluded' } } as const;
      return write(
        client,
        lane,
        orders.map((order): Decided => ({ order, ...why })),
      );
    });

  /** Ends the holds of orders, writes bets for those that are accepted, and stores the outcome of each. */
  const write = async (client: pg.PoolClient, lane: Lane, decided: Decided[]): Promise<Decided[]> => {
    if (decided.length === 0) return decided;
    const ends = await wallet.endHolds(decided.map(toEnd), client);
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
      currency,
    );
    await queries.writeDecisions(
      client,
      decided.map(({ order, reason, detail }) => ({ ...order, reason, detail })),
    );
    await exposure.decide(client, lane, decided.map(toExposed));
    return decided;
  };

  const decideAll = async (next: () => Promise<Decided[]>): Promise<void> => {
    for (;;) {
      const decided = await withRetry(next);
      for (const [shard, own] of Map.groupBy(decided, ({ order }) => order.shard)) {
        bus.publish('betsSettled', { shard, bets: own.map(({ order }) => order) });
      }
      if (decided.length < batchMax) return;
    }
  };

  const decideDue = (): Promise<void> => decideAll(decideBatch);

  const isAccepted = async (key: OrderKey): Promise<boolean> => {
    const until = performance.now() + patienceMs + delayMs();
    for (;;) {
      const decision = await queries.selectDecision(pool, key);
      if (decision === undefined) return false;
      if (decision.state === 'accepted') return true;
      if (decision.reason !== null) {
        const { reason, detail } = storedRefusal(decision.reason, decision.detail);
        throw new RefusedAfterDelay(reason, detail);
      }
      if (performance.now() > until) throw new Refused('unavailable');
      await wait(lookMs);
      await decideDue();
    }
  };

  return {
    delayMs,
    decideDue,
    release: (owner) => decideAll(() => releaseBatch(owner)),
    isAccepted,
    async place(placement, struck, tickets) {
      const { shard, memberId } = placement;
      const started = struck.legs.filter((leg) => leg.started).map(({ event }) => event);
      const waitMs = waitMsOf(delayMs(), started, replaySpeed);
      const outcome = await hold(placement, struck, { tickets, waitMs });
      if (typeof outcome === 'string' || 'roomMinor' in outcome) return outcome;
      const isHeld = outcome.outcome === 'applied' && (outcome.ref ?? placement.betId) === placement.betId;
      // What is held keeps its room: it may cost something, and brings in nothing before it is a bet.
      if (!isHeld) tickets.giveBack();
      if (outcome.outcome === 'key_reused') throw new Refused('key_reused');
      if (outcome.outcome === 'refused') throw storedRefusal(outcome.reason, outcome.detail);
      const id = outcome.ref ?? placement.betId;
      if (!outcome.replayed) {
        bus.publish('walletMoved', { memberId, shard });
        await waitOut(waitMs);
      }
      // An order that nobody keeps belongs to a key whose bet never waited.
      await isAccepted({ shard, memberId, id });
      return { id };
    },
  };
};

/** Waits by the clock of the process. */
const waitOut = async (ms: number): Promise<void> => {
  const endMs = performance.now() + ms;
  for (let leftMs = ms; leftMs > 0; leftMs = endMs - performance.now()) {
    await wait(Math.min(leftMs, delayLookMs));
  }
};

class SentTwice extends Error {}
class LeaseEnded extends Error {}
class LimitsMoved extends Error {}
class MemberFull extends Error {
  readonly roomMinor: bigint;
  constructor(roomMinor: bigint) {
    super('The member may not win that much');
    this.roomMinor = roomMinor;
  }
}

const noAnswer = (): never => {
  throw new Error('The ledger did not answer a hold');
};

type Decided = {
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
): Omit<Decided, 'order'> | { behind: readonly string[] } => {
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
const toEnd = ({ order: { shard, memberId, id }, reason }: Decided) => ({
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

const toExposed = ({ order, restruck, reason }: Decided) => {
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
