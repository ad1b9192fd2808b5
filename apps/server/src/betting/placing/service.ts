import type pg from 'pg';
import type { Bet } from '@touchline/contract/shapes/bet';
import type { Receipt } from '@touchline/contract/shapes/receipt';
import type { Input } from '@touchline/contract/routes';
import type { Currency } from '@touchline/money/currency';
import type { Bus } from '../../core/events.ts';
import type { Clock } from '../../core/clock.ts';
import type { Receipts } from '../../core/public-log/receipts.ts';
import { newId } from '../../core/ids.ts';
import { Refused } from '../../core/refusal.ts';
import { withRetry } from '../../core/database/transaction.ts';
import { createLanes, LanesBusy, type Lanes } from './lanes.ts';
import type { Board } from '../../pricing/index.ts';
import type { Exposure } from '../exposure/service.ts';
import type { Records } from '../bets/service.ts';
import type { Admit } from './admit.ts';
import type { Struck, Verdict } from './domain.ts';
import { betBody, betKind } from '../bets/bet-body.ts';
import type { BetReceipts } from '../bets/bet-receipts.ts';
import { newBet, newTerms } from './new-bet.ts';
import { readOrder } from './order.ts';
import { createRecentBets } from './recent.ts';
import { placeBatch, type Placement, type PlacementAnswer } from './statement.ts';
import type { DelayOrders } from './delay.ts';
import { everyoneFree, type MemberLimits } from './member-limits.ts';
import { storedRefusal } from './stored-refusal.ts';
import { createTickets } from './tickets.ts';

type Owner = { id: string; shard: number };

export type Placing = {
  /**
   * Places a bet. The same key and request answers the same bet, or the same refusal, however often it is asked.
   * @throws Refused for everything that speaks against the bet; the wallet has then not moved
   */
  place(member: Owner, input: Input<'orderAdd'>): Promise<Bet>;
  /** Waits for every bet that is on its way. */
  drain(): Promise<void>;
  /** The lanes in which batches are written. */
  lanes: Pick<Lanes<never, never>, 'waiting' | 'running' | 'record'>;
};

/** How often an order is judged, when the book moves under it each time. */
export const judgements = 6;

export const createPlacing = ({
  pool,
  board,
  admit,
  records,
  clock,
  currency,
  exposure,
  lanes: { count, batchMax },
  liveDelay,
  memberLimits = everyoneFree,
  receipts,
  bus,
}: {
  pool: pg.Pool;
  board: Board;
  admit: Admit;
  records: Records;
  clock: Clock;
  currency: Currency;
  exposure: Exposure;
  lanes: { count: number; batchMax: number };
  /** What orders on matches in play wait for; without it they do not. */
  liveDelay?: DelayOrders;
  /** What members may stake by their own limits; without it they are free. */
  memberLimits?: MemberLimits;
  /** Signs what a batch has placed, and `of` a bet that was placed before; without it bets have no receipts. */
  receipts?: (Pick<Receipts, 'sign'> & { of: BetReceipts }) | undefined;
  bus: Pick<Bus, 'publish'>;
}): Placing => {
  const recent = createRecentBets(() => performance.now());

  /** Places a batch once its turn has come: all earlier bets of its wallets are known by then. */
  const run = async (batch: readonly Placement[]): Promise<PlacementAnswer[]> => {
    const now = clock.now();
    // An order that was refused by limits keeps that verdict: the statement checks whether those limits are still current.
    const placements = batch.map((placement) =>
      withDuplicate(
        placement.memberLimits && placement.verdict.refusal !== undefined
          ? placement
          : withLimits(placement, now),
      ),
    );
    let tries = 0;
    const answers = await withRetry(() => {
      tries++;
      return exposure.inLane((lane) =>
        placeBatch(pool, placements, {
          currency: currency.code,
          lane,
          knownAt: ({ memberId }) => recent.completeAt(memberId),
        }),
      );
    });
    const moved = new Set<string>();
    answers.forEach(({ outcome, first, isStale, now: at }, i) => {
      const placement = placements[i];
      if (!placement || isStale) return;
      if (outcome === 'again') placement.order.legs.forEach(({ event }) => moved.add(event));
      else remember(placement, outcome, { first, at });
    });
    if (moved.size > 0) {
      exposure.guard?.doubt(moved);
      await board.refresh([...moved]);
    }
    const signed = signBatch(placements, answers);
    return answers.map((answer, i) => {
      const receipt = signed.get(i);
      return { ...answer, isSure: tries === 1, ...(receipt === undefined ? {} : { receipt }) };
    });
  };

  /** Signs the bets that a batch has placed, once for all. @returns receipts by the place of the bet in the batch */
  const signBatch = (
    placements: readonly Placement[],
    answers: readonly Pick<PlacementAnswer, 'outcome' | 'now'>[],
  ): Map<number, Promise<Receipt | undefined>> => {
    if (!receipts) return new Map();
    const placed = answers.flatMap(({ outcome, now: placedAt }, place) => {
      const placement = placements[place];
      const struck = placement?.verdict;
      const isNew = outcome !== 'again' && outcome.outcome === 'applied' && !outcome.replayed;
      if (!isNew || !placement || !struck || struck.refusal !== undefined) return [];
      const body = betBody(newTerms(placement, { struck, placedAt, currency: currency.code }));
      return [{ place, placedAt, kind: betKind, id: placement.betId, body }];
    });
    const [first] = placed;
    if (!first) return new Map();
    const signed = receipts.sign(placed, first.placedAt);
    return new Map(
      placed.map(({ place }, at): [number, Promise<Receipt | undefined>] => [
        place,
        signed.then((list) => list[at]),
      ]),
    );
  };

  /** Adds the verdict of the member's limits, which takes precedence over all others. */
  const withLimits = (placement: Placement, now: Date): Placement => {
    const { against, ...judged } = memberLimits.judge(placement, stakeOf(placement), now);
    return { ...placement, memberLimits: judged, verdict: against ?? placement.verdict };
  };

  const withDuplicate = (placement: Placement): Placement => {
    const { order, verdict, memberId } = placement;
    if (order.again || verdict.refusal !== undefined || !recent.has(memberId, order)) return placement;
    return { ...placement, verdict: { refusal: 'duplicate', detail: {} } };
  };

  const remember = (
    placement: Placement,
    outcome: Exclude<PlacementAnswer['outcome'], 'again'>,
    { first, at }: { first: boolean; at: Date },
  ) => {
    if (outcome.outcome !== 'applied' || outcome.replayed) return;
    const { memberId, order } = placement;
    const { slipHash, key } = order;
    memberLimits.placed(placement, {
      id: placement.betId,
      version: outcome.version,
      stakeMinor: stakeOf(placement),
      at,
    });
    recent.placed(memberId, { slipHash, key, version: outcome.version, first });
  };

  const lanes = createLanes<Placement, PlacementAnswer>({ lanes: count, batchMax, run });

  return {
    async place(member, input) {
      const order = readOrder(input, currency);
      // Another process may have announced a match that this one has not read yet.
      const unknown = order.legs.filter(({ event }) => board.event(event) === undefined);
      if (unknown.length > 0) await board.refresh(unknown.map(({ event }) => event));
      const betId = newId();
      const tickets = createTickets(betId);
      // What the member may still win on a match, once that has stood in the way.
      let roomMinor: bigint | undefined;
      let now = clock.now();
      for (let judged = 0; judged < judgements; judged++) {
        const admitted = admit(order, { now, roomMinor, tickets });
        const { leaseOf, ...found } = admitted instanceof Promise ? await admitted : admitted;
        let { verdict } = found;
        let placement: Placement = {
          shard: member.shard,
          memberId: member.id,
          betId,
          order,
          verdict,
          leaseOf,
        };
        if (liveDelay && mustWait(verdict, liveDelay)) {
          placement = withLimits(placement, clock.now());
          ({ verdict } = placement);
        }
        if (liveDelay && mustWait(verdict, liveDelay)) {
          const waited = await liveDelay.place(placement, verdict, tickets);
          if (waited === 'stale') {
            await memberLimits.renew(placement);
            continue;
          }
          if (waited === 'again') {
            exposure.guard?.doubt(order.legs.map(({ event }) => event));
            continue;
          }
          if (waited !== 'duplicate' && 'roomMinor' in waited) {
            ({ roomMinor } = waited);
            continue;
          }
          if (waited !== 'duplicate') return storedBet(member, waited.id);
          // The refusal is kept with the key.
          verdict = { refusal: 'duplicate', detail: {} };
        }
        const answer = await lanes.submit({ ...placement, verdict }).catch((error: unknown) => {
          if (error instanceof LanesBusy) tickets.giveBack();
          throw error;
        });
        tickets.settle(answer);
        const { outcome } = answer;
        if (outcome === 'again') {
          // Kick-off is a matter of the database's clock.
          now = answer.now;
          roomMinor = answer.roomMinor;
          if (answer.isStale) await memberLimits.renew(placement);
          continue;
        }
        if (outcome.outcome === 'key_reused') throw new Refused('key_reused');
        if (outcome.outcome === 'refused') {
          throw storedRefusal(outcome.reason, outcome.detail);
        }
        if (outcome.replayed || verdict.refusal !== undefined) return storedBet(member, outcome.ref);
        const { now: placedAt } = answer;
        const bet = newBet(placement, { struck: verdict, placedAt, currency: currency.code });
        // Other devices of the member ask for the receipt when they need it.
        bus.publish('betPlaced', {
          owner: { shard: member.shard, memberId: member.id },
          bet,
          wallet: { availableMinor: outcome.availableAfter, heldMinor: outcome.heldAfter },
        });
        return { ...bet, receipt: (await answer.receipt) ?? null };
      }
      throw new Refused('unavailable');
    },
    drain: () => lanes.drain(),
    lanes,
  };

  async function storedBet(member: Owner, id: string | null): Promise<Bet> {
    const owner = { shard: member.shard, memberId: member.id };
    const find = async () => (id === null ? [] : records.byId(owner, [id]));
    let [bet] = await find();
    // It may still wait, or have been refused after it waited.
    if (!bet && id !== null && (await liveDelay?.isAccepted({ ...owner, id }))) [bet] = await find();
    if (!bet) throw new Error(`The bet ${id} of an applied key is missing`);
    return { ...bet, receipt: (await receipts?.of(owner, bet.id)) ?? null };
  }
};

/** The stake of all lines, in minor units. */
export const stakeOf = ({ order }: Placement): bigint => order.unitMinor * BigInt(order.lines);

/** Whether a bet waits for the live delay. Orders that have waited answer their key also once there is none. */
export const mustWait = (verdict: Verdict, { delayMs }: Pick<DelayOrders, 'delayMs'>): verdict is Struck =>
  delayMs() > 0 && verdict.refusal === undefined && verdict.legs.some(({ started }) => started);
