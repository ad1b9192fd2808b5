import type pg from 'pg';
import { hash } from 'node:crypto';
import type { Input } from '@touchline/contract/routes';
import type { Bet } from '@touchline/contract/shapes/bet';
import type { Currency } from '@touchline/money/currency';
import type { Bus } from '../../core/events.ts';
import type { Clock } from '../../core/clock.ts';
import { newId } from '../../core/ids.ts';
import { ownerOf, type Owner } from '../../core/owner.ts';
import { Refused } from '../../core/refusal.ts';
import type { Outcome, Wallet } from '../../ledger/index.ts';
import type { Board } from '../../pricing/index.ts';
import { playing } from '../cash-out/appraisal.ts';
import type { Seller } from '../cash-out/purchase.ts';
import type { CashOut } from '../cash-out/service.ts';
import type { Exposure } from '../exposure/service.ts';
import type { Admit } from '../placing/admit.ts';
import type { DelayOrders } from '../placing/delay.ts';
import type { MemberLimits } from '../placing/member-limits.ts';
import { readOrder, type Order } from '../placing/order.ts';
import { judgements, mustWait, stakeOf } from '../placing/service.ts';
import { placeBatch, type Placement, type PlacementAnswer } from '../placing/statement.ts';
import { storedRefusal } from '../placing/stored-refusal.ts';
import { createTickets, type Tickets } from '../placing/tickets.ts';
import type { BetReceipts } from '../bets/bet-receipts.ts';
import type { Records } from '../bets/service.ts';

/** The bet that was sold, and the one in its place. */
type Edited = { sold: Bet; placed: Bet };

export type Editing = {
  /**
   * Sells all of an open bet at an offer and places another in its place, in one transaction or not at all. The same key and request
   * answers the same two bets however often it is asked.
   * @throws Refused with the reasons of a sale and of a new bet, and `edit_in_play` for an order, or a sale of the old
   *   bet, that would wait for the live delay; the wallet and the bet are then as they were, and the key is not spent
   */
  edit(member: Seller, input: Input<'betEdit'>): Promise<Edited>;
};

type Answer = Omit<PlacementAnswer, 'isSure' | 'receipt'>;

/** Edits open bets. */
export const createEditing = ({
  pool,
  wallet,
  board,
  records,
  cashOut,
  exposure,
  admit,
  clock,
  currency,
  liveDelay,
  memberLimits,
  betReceipts,
  bus,
}: {
  /** Connections under the name that settlement waits for: what they place is seen by the run of its match. */
  pool: pg.Pool;
  wallet: Pick<Wallet, 'stored'>;
  board: Pick<Board, 'event' | 'refresh'>;
  records: Pick<Records, 'byId'>;
  cashOut: Pick<CashOut, 'find' | 'take' | 'buy'>;
  exposure: Pick<Exposure, 'guard' | 'holdLeases'>;
  admit: Admit;
  clock: Clock;
  currency: Currency;
  liveDelay: Pick<DelayOrders, 'delayMs'>;
  memberLimits: MemberLimits;
  betReceipts: BetReceipts;
  bus: Pick<Bus, 'publish'>;
}): Editing => {
  const answer = async (owner: Owner, ids: { sold: string; placed: string }): Promise<Edited> => {
    const bets = await records.byId(owner, [ids.sold, ids.placed]);
    const [sold, placed] = [ids.sold, ids.placed].map((id) => bets.find((bet) => bet.id === id));
    if (!sold || !placed) throw new Error(`A bet of the edit of ${ids.sold} is missing`);
    return { sold, placed: { ...placed, receipt: (await betReceipts(owner, placed.id)) ?? null } };
  };

  /** Sells and places in one transaction. @returns the answer about the new bet; undefined when the sale failed before it */
  const exchange = async (
    member: Seller,
    { bet, quote, placement }: { bet: Bet; quote: string; placement: Placement },
  ): Promise<{ isDone: boolean; isHeld: boolean; isSure: boolean; answer: Answer | undefined }> => {
    const seen: { tries: number; isHeld: boolean; answer: Answer | undefined } = {
      tries: 0,
      isHeld: true,
      answer: undefined,
    };
    const { shard, memberId, order, verdict, leaseOf, memberLimits: judged } = placement;
    const legs = verdict.refusal === undefined ? verdict.legs : [];
    const leases = leaseOf === undefined ? [] : legs.map(({ event }) => leaseOf(event.id));
    const isDone = await cashOut.buy(member, bet, {
      ...cashOut.take(member, bet, quote),
      // Keys of clients have no colon: this one is the edit's own.
      asked: { shard, memberId, key: `edit:${order.key}`, requestHash: order.requestHash },
      on: pool,
      before: async (client) => {
        seen.tries++;
        seen.answer = undefined;
        seen.isHeld = await exposure.holdLeases(client, leases);
        return seen.isHeld;
      },
      after: async (client, lane, version) => {
        // The limits were judged with the money of the sale; nothing else may have moved the wallet since they were counted.
        const isCounted = judged?.counted === version - 1n;
        const counted = isCounted ? version : judged?.counted;
        const limits = judged && { gate: judged.gate, counted: counted ?? null };
        const [placed] = await placeBatch(client, [{ ...placement, memberLimits: limits }], {
          currency: currency.code,
          lane,
          knownAt: () => undefined,
        });
        seen.answer = placed;
        return isPlaced(placed?.outcome);
      },
    });
    return { isDone, isHeld: seen.isHeld, isSure: seen.tries === 1, answer: seen.answer };
  };

  /** Judges, sells and places; tries again when prices or the bet have changed meanwhile. @returns the id of the new bet */
  const replace = async (
    member: Seller,
    {
      bet,
      quote,
      order,
      tickets,
      betId,
    }: {
      bet: Bet;
      quote: string;
      order: Order;
      tickets: Tickets;
      betId: string;
    },
  ): Promise<{ placed: string; answer: Answer | undefined }> => {
    const owner = ownerOf(member);
    const asked = { ...owner, key: order.key, requestHash: order.requestHash };
    const events = order.legs.map(({ event }) => event);
    await memberLimits.renew(owner);
    let roomMinor: bigint | undefined;
    let now = clock.now();
    for (let judged = 0; judged < judgements; judged++) {
      const { sale, appraisal } = cashOut.take(member, bet, quote);
      // A sale in play waits, and its price may be another at the end.
      if (liveDelay.delayMs() > 0 && playing(appraisal, clock.now()).length > 0) {
        throw new Refused('edit_in_play');
      }
      const { verdict, leaseOf } = await admit(order, { now, roomMinor, tickets });
      const placement: Placement = { ...owner, betId, order, verdict, leaseOf };
      const limits = memberLimits.judge(owner, stakeOf(placement), clock.now(), sale.paysMinor);
      const against = limits.against ?? (verdict.refusal === undefined ? undefined : verdict);
      if (against) throw storedRefusal(against.refusal, against.detail);
      if (mustWait(verdict, liveDelay)) throw new Refused('edit_in_play');

      const done = await exchange(member, { bet, quote, placement: { ...placement, memberLimits: limits } });
      const found = done.answer?.outcome;
      if (done.isDone && found && found !== 'again') {
        tickets.settle({ outcome: found, isSure: done.isSure });
        return { placed: betId, answer: done.answer };
      }
      // The same request, made at the same time or before, may have placed it.
      const stored = await wallet.stored(asked);
      const placed = doneBefore(stored);
      if (stored && placed !== undefined) {
        tickets.settle({ outcome: stored, isSure: false });
        return { placed, answer: undefined };
      }
      tickets.settle({ outcome: 'again', isSure: done.isSure });
      if (!done.isHeld) {
        exposure.guard?.doubt(events);
        continue;
      }
      if (!done.answer) throw new Refused('quote_moved');
      if (found !== 'again') throw refusalOf(found);
      ({ now, roomMinor } = done.answer);
      if (done.answer.isStale) await memberLimits.renew(owner);
      else {
        exposure.guard?.doubt(events);
        await board.refresh(events);
      }
    }
    throw new Refused('unavailable');
  };

  return {
    async edit(member, { key, bet: sold, quote, order: asked }) {
      const owner = ownerOf(member);
      const read = readOrder({ ...asked, key }, currency);
      const requestHash = hash('sha256', JSON.stringify([sold, quote, read.requestHash]), 'base64url').slice(
        0,
        22,
      );
      // It replaces a bet that it names, so nothing can be placed twice by accident.
      const order: Order = { ...read, requestHash, again: true };
      const bet = await cashOut.find(member, sold);
      const before = doneBefore(await wallet.stored({ ...owner, key, requestHash }));
      if (before !== undefined) return answer(owner, { sold, placed: before });
      const unknown = order.legs.filter(({ event }) => board.event(event) === undefined);
      if (unknown.length > 0) await board.refresh(unknown.map(({ event }) => event));

      const betId = newId();
      const tickets = createTickets(betId);
      const done = await replace(member, { bet, quote, order, tickets, betId }).catch((error: unknown) => {
        // After a refusal nothing was written; after any other error the bet may have been.
        if (error instanceof Refused) tickets.giveBack();
        throw error;
      });
      const bets = await answer(owner, { sold, placed: done.placed });
      const outcome = done.answer?.outcome;
      if (outcome && outcome !== 'again' && outcome.outcome === 'applied') {
        const { availableAfter: availableMinor, heldAfter: heldMinor } = outcome;
        bus.publish('betPlaced', { owner, bet: bets.placed, wallet: { availableMinor, heldMinor } });
        bus.publish('betsSettled', { shard: owner.shard, bets: [{ memberId: owner.memberId, id: sold }] });
      }
      return bets;
    },
  };
};

const isPlaced = (outcome: Answer['outcome'] | undefined): boolean =>
  outcome !== undefined && outcome !== 'again' && outcome.outcome === 'applied' && !outcome.replayed;

/** The bet that this request has placed before. @throws Refused `key_reused` when the key had another request */
const doneBefore = (stored: Outcome | undefined): string | undefined => {
  if (stored?.outcome === 'key_reused') throw new Refused('key_reused');
  return stored?.outcome === 'applied' && stored.ref !== null ? stored.ref : undefined;
};

const refusalOf = (outcome: Outcome | undefined): Refused =>
  outcome?.outcome === 'refused' ? storedRefusal(outcome.reason, outcome.detail) : new Refused('unavailable');
