import { hash } from 'node:crypto';
import type { Input } from '@touchline/contract/routes';
import type { Bet } from '@touchline/contract/shapes/bet';
import type { Context } from '../../core/module.ts';
import { newId } from '../../core/ids.ts';
import { ownerOf, type Owner } from '../../core/owner.ts';
import { Refused } from '../../core/refusal.ts';
import type { OperationOutcome, Wallet } from '../../ledger/index.ts';
import type { Board } from '../../pricing/index.ts';
import { playing } from '../cash-out/appraisal.ts';
import type { Seller } from '../cash-out/purchase.ts';
import type { CashOut } from '../cash-out/service.ts';
import type { Exposure } from '../exposure/service.ts';
import type { LiveDelay } from '../live-delay/service.ts';
import type { Admit } from '../placing/admit.ts';
import type { OrderView } from '../placing/domain.ts';
import type { MemberLimits } from '../placing/member-limits.ts';
import { readOrder, type Order } from '../placing/order.ts';
import { attemptsMax, mustWait, stakeOf } from '../placing/service.ts';
import { placeBatch, type BetRequest, type BetAnswer } from '../placing/statement.ts';
import { storedRefusal } from '../placing/stored-refusal.ts';
import { Reservations } from '../placing/reservations.ts';
import type { BetReceipts } from '../bets/bet-receipts.ts';
import type { Records } from '../bets/service.ts';

/** The bet that was sold, and the one in its place. */
type EditedBet = { sold: Bet; placed: Bet };

/** What editing needs of other services. */
type EditingServices = {
  wallet: Wallet;
  board: Board;
  records: Records;
  cashOut: CashOut;
  exposure: Exposure;
  admit: Admit;
  liveDelay: LiveDelay;
  memberLimits: MemberLimits;
  betReceipts: BetReceipts;
};

/** Edits open bets. */
export class Editing {
  readonly #context: Context;
  readonly #services: EditingServices;

  constructor(context: Context, services: EditingServices) {
    this.#context = context;
    this.#services = services;
  }

  /**
   * Sells all of an open bet at an offer and places another in its place, in one transaction or not at all. The same key and request
   * answers the same two bets however often it is asked.
   * @throws Refused with the reasons of a sale and of a new bet, and `edit_in_play` for an order, or a sale of the old
   *   bet, that would wait for the live delay; the wallet and the bet are then as they were, and the key is not spent
   */
  async edit(member: Seller, { key, bet: sold, quote, order: asked }: Input<'betEdit'>): Promise<EditedBet> {
    const owner = ownerOf(member);
    const read = readOrder({ ...asked, key }, this.#context.currency);
    const requestHash = requestHashOf(JSON.stringify([sold, quote, read.requestHash]));
    // It replaces a bet that it names, so nothing can be placed twice by accident.
    const order: Order = { ...read, requestHash, again: true };
    const bet = await this.#services.cashOut.find(member, sold);
    const before = doneBefore(await this.#services.wallet.stored({ ...owner, key, requestHash }));
    if (before !== undefined) return this.#answer(owner, { sold, placed: before });
    const unknown = order.legs.filter(({ event }) => this.#services.board.event(event) === undefined);
    if (unknown.length > 0) await this.#services.board.refresh(unknown.map(({ event }) => event));

    const betId = newId();
    const reservations = new Reservations(betId);
    const done = await this.#replace(member, { bet, quote, order, reservations, betId }).catch(
      (error: unknown) => {
        // After a refusal nothing was written; after any other error the bet may have been.
        if (error instanceof Refused) reservations.release();
        throw error;
      },
    );
    const bets = await this.#answer(owner, { sold, placed: done.placed });
    const { outcome } = done;
    if (outcome?.outcome === 'applied') {
      const { availableAfter: availableMinor, heldAfter: heldMinor } = outcome;
      this.#context.bus.publish('betPlaced', {
        owner,
        bet: bets.placed,
        wallet: { availableMinor, heldMinor },
      });
      this.#context.bus.publish('betsSettled', {
        shard: owner.shard,
        bets: [{ memberId: owner.memberId, id: sold }],
      });
    }
    return bets;
  }

  /** Judges, sells and places; tries again when prices or the bet have changed. @returns the id of the new bet */
  async #replace(
    member: Seller,
    edit: { bet: Bet; quote: string; order: Order; reservations: Reservations; betId: string },
  ): Promise<{ placed: string; outcome: OperationOutcome | undefined }> {
    const { bet, quote, order, reservations, betId } = edit;
    const owner = ownerOf(member);
    const asked = { ...owner, key: order.key, requestHash: order.requestHash };
    const events = order.legs.map(({ event }) => event);
    await this.#services.memberLimits.renew(owner);
    let view: OrderView = { now: this.#context.clock.now(), roomMinor: undefined };
    for (let attempt = 1; attempt <= attemptsMax; attempt++) {
      const request = await this.#judge(member, edit, view);
      const { isDone, isHeld, isSure, answer } = await this.#exchange(member, { bet, quote, request });
      if (isDone && answer?.kind === 'answered') {
        reservations.settle(answer.outcome);
        return { placed: betId, outcome: answer.outcome };
      }
      // The same request, made at the same time or before, may have placed it.
      const stored = await this.#services.wallet.stored(asked);
      const placed = doneBefore(stored);
      if (stored && placed !== undefined) {
        reservations.settle(stored);
        return { placed, outcome: undefined };
      }
      reservations.retry({ isSure });
      if (!isHeld) {
        this.#services.exposure.guard?.doubt(events);
        continue;
      }
      if (!answer) throw new Refused('quote_moved');
      if (answer.kind === 'answered') throw refusalOf(answer.outcome);
      ({ view } = answer);
      if (answer.kind === 'limitsChanged') await this.#services.memberLimits.renew(owner);
      else {
        this.#services.exposure.guard?.doubt(events);
        await this.#services.board.refresh(events);
      }
    }
    throw new Refused('unavailable');
  }

  /** Judges the sale and the new bet, and reserves its exposure. @throws Refused for what speaks against either */
  async #judge(
    member: Seller,
    {
      bet,
      quote,
      order,
      reservations,
      betId,
    }: { bet: Bet; quote: string; order: Order; reservations: Reservations; betId: string },
    view: OrderView,
  ): Promise<BetRequest> {
    const owner = ownerOf(member);
    const { sale, appraisal } = this.#services.cashOut.take(member, bet, quote);
    // A sale in play waits, and its price may be another at the end.
    if (this.#services.liveDelay.delayMs() > 0 && playing(appraisal, this.#context.clock.now()).length > 0) {
      throw new Refused('edit_in_play');
    }
    const { verdict, leaseOf } = await this.#services.admit(order, view, reservations);
    const request: BetRequest = { ...owner, betId, order, verdict, leaseOf };
    const limits = this.#services.memberLimits.judge(
      owner,
      stakeOf(request),
      this.#context.clock.now(),
      sale.paysMinor,
    );
    const against = limits.against ?? (verdict.refusal === undefined ? undefined : verdict);
    if (against) throw storedRefusal(against.refusal, against.detail);
    if (mustWait(verdict, this.#services.liveDelay)) throw new Refused('edit_in_play');
    return { ...request, memberLimits: limits };
  }

  /** Sells and places in one transaction. @returns the answer about the new bet; undefined when the sale failed before it */
  async #exchange(
    member: Seller,
    { bet, quote, request }: { bet: Bet; quote: string; request: BetRequest },
  ): Promise<{ isDone: boolean; isHeld: boolean; isSure: boolean; answer: BetAnswer | undefined }> {
    const seen: { tries: number; isHeld: boolean; answer: BetAnswer | undefined } = {
      tries: 0,
      isHeld: true,
      answer: undefined,
    };
    const { shard, memberId, order, verdict, leaseOf, memberLimits: judged } = request;
    const legs = verdict.refusal === undefined ? verdict.legs : [];
    const leases = leaseOf === undefined ? [] : legs.map(({ event }) => leaseOf(event.id));
    const isDone = await this.#services.cashOut.buy(member, bet, {
      ...this.#services.cashOut.take(member, bet, quote),
      // Keys of clients have no colon: this one is the edit's own.
      asked: { shard, memberId, key: `edit:${order.key}`, requestHash: order.requestHash },
      // What they place is seen by the settlement of its match.
      on: this.#context.connections.delayed.pool,
      before: async (client) => {
        seen.tries++;
        seen.answer = undefined;
        seen.isHeld = await this.#services.exposure.holdLeases(client, leases);
        return seen.isHeld;
      },
      after: async (client, lane, version) => {
        // The limits were judged with the money of the sale; nothing else may have moved the wallet since they were counted.
        const isCounted = judged?.counted === version - 1n;
        const counted = isCounted ? version : judged?.counted;
        const limits = judged && { gate: judged.gate, counted: counted ?? null };
        const [answer] = await placeBatch(client, [{ ...request, memberLimits: limits }], {
          currency: this.#context.currency.code,
          lane,
          knownAt: () => undefined,
        });
        seen.answer = answer;
        return answer !== undefined && isPlaced(answer);
      },
    });
    return { isDone, isHeld: seen.isHeld, isSure: seen.tries === 1, answer: seen.answer };
  }

  async #answer(owner: Owner, ids: { sold: string; placed: string }): Promise<EditedBet> {
    const bets = await this.#services.records.byId(owner, [ids.sold, ids.placed]);
    const [sold, placed] = [ids.sold, ids.placed].map((id) => bets.find((bet) => bet.id === id));
    if (!sold || !placed) throw new Error(`A bet of the edit of ${ids.sold} is missing`);
    return {
      sold,
      placed: { ...placed, receipt: (await this.#services.betReceipts(owner, placed.id)) ?? null },
    };
  }
}

const requestHashOf = (text: string): string => hash('sha256', text, 'base64url').slice(0, 22);

const isPlaced = (answer: BetAnswer): boolean =>
  answer.kind === 'answered' && answer.outcome.outcome === 'applied' && !answer.outcome.replayed;

/** The bet that this request has placed before. @throws Refused `key_reused` when the key had another request */
const doneBefore = (stored: OperationOutcome | undefined): string | undefined => {
  if (stored?.outcome === 'key_reused') throw new Refused('key_reused');
  return stored?.outcome === 'applied' && stored.ref !== null ? stored.ref : undefined;
};

const refusalOf = (outcome: OperationOutcome): Refused =>
  outcome.outcome === 'refused' ? storedRefusal(outcome.reason, outcome.detail) : new Refused('unavailable');
