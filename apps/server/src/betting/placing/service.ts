import type pg from 'pg';
import type { Bet } from '@touchline/contract/shapes/bet';
import type { Receipt } from '@touchline/contract/shapes/receipt';
import type { Input } from '@touchline/contract/routes';
import type { Currency } from '@touchline/money/currency';
import type { Bus } from '../../core/events.ts';
import type { Clock } from '../../core/clock.ts';
import type { Member } from '../../core/handler.ts';
import type { Receipts } from '../../core/public-log/receipts.ts';
import { newId } from '../../core/ids.ts';
import { Refused } from '../../core/refusal.ts';
import { withRetry } from '../../core/database/transaction.ts';
import type { OperationOutcome } from '../../ledger/index.ts';
import type { Board } from '../../pricing/index.ts';
import { Batcher, BatcherFull } from './batcher.ts';
import type { Exposure } from '../exposure/service.ts';
import type { Records } from '../bets/service.ts';
import type { Admit } from './admit.ts';
import type { BetVerdict, OrderView, PricedBet } from './domain.ts';
import { betBody, betKind } from '../bets/bet-body.ts';
import type { BetReceipts } from '../bets/bet-receipts.ts';
import { newBet, newTerms } from './new-bet.ts';
import { readOrder } from './order.ts';
import { createRecentBets } from './recent.ts';
import { placeBatch, type BetAnswer, type BetRequest } from './statement.ts';
import type { DelayOrders } from './delay.ts';
import { everyoneFree, type MemberLimits } from './member-limits.ts';
import { storedRefusal } from './stored-refusal.ts';
import { Reservations } from './reservations.ts';

type Bettor = Pick<Member, 'id' | 'shard'>;

type Applied = Extract<OperationOutcome, { outcome: 'applied' }>;

/** How an attempt to write a bet ended. */
type PlacingResult =
  /** The bet is written; the next batch does not wait for its receipt. */
  | {
      kind: 'placed';
      priced: PricedBet;
      outcome: Applied;
      placedAt: Date;
      receipt: Promise<Receipt | undefined> | undefined;
    }
  /** The same request has placed this bet before. */
  | { kind: 'stored'; betId: string | null; outcome: Applied }
  | { kind: 'refused'; outcome: Extract<OperationOutcome, { outcome: 'refused' }> }
  /** The key was used for another request. */
  | { kind: 'keyReused'; outcome: OperationOutcome }
  /**
   * Nothing was written: the rows differ from the board in memory, or the member's limits have changed.
   * `isSure` is false when an earlier try got no answer: it may have written the bet all the same.
   */
  | { kind: 'rowsChanged' | 'limitsChanged'; view: OrderView; isSure: boolean };

/** How often an order is judged, when rows or limits change each time. */
export const attemptsMax = 6;

const duplicate: BetVerdict = { refusal: 'duplicate', detail: {} };

/** Places bets: judges orders by memory, and writes them in batches. */
export class Placing {
  /** Writes the bets. */
  readonly batcher: Batcher<BetRequest, PlacingResult>;
  readonly #pool: pg.Pool;
  readonly #board: Board;
  readonly #admit: Admit;
  readonly #records: Records;
  readonly #clock: Clock;
  readonly #currency: Currency;
  readonly #exposure: Exposure;
  readonly #liveDelay: DelayOrders | undefined;
  readonly #memberLimits: MemberLimits;
  readonly #receipts: (Pick<Receipts, 'sign'> & { of: BetReceipts }) | undefined;
  readonly #bus: Bus;
  readonly #recent = createRecentBets(() => performance.now());

  constructor(options: {
    pool: pg.Pool;
    board: Board;
    admit: Admit;
    records: Records;
    clock: Clock;
    currency: Currency;
    exposure: Exposure;
    /** The most batches written at once, and the most bets of one. */
    batches: { atOnce: number; batchMax: number };
    /** What orders on matches in play wait for; without it they do not. */
    liveDelay?: DelayOrders;
    /** What members may stake by their own limits; without it they are free. */
    memberLimits?: MemberLimits;
    /** Signs what a batch has placed, and `of` a bet that was placed before; without it bets have no receipts. */
    receipts?: (Pick<Receipts, 'sign'> & { of: BetReceipts }) | undefined;
    bus: Bus;
  }) {
    this.#pool = options.pool;
    this.#board = options.board;
    this.#admit = options.admit;
    this.#records = options.records;
    this.#clock = options.clock;
    this.#currency = options.currency;
    this.#exposure = options.exposure;
    this.#liveDelay = options.liveDelay;
    this.#memberLimits = options.memberLimits ?? everyoneFree;
    this.#receipts = options.receipts;
    this.#bus = options.bus;
    this.batcher = new Batcher({ ...options.batches, run: (batch) => this.#write(batch) });
  }

  /**
   * Places a bet. The same key and request answers the same bet, or the same refusal, however often it is asked.
   * @throws Refused for everything that speaks against the bet; the wallet has then not moved
   */
  async place(member: Bettor, input: Input<'orderAdd'>): Promise<Bet> {
    const order = readOrder(input, this.#currency);
    // Another process may have announced a match that this one has not read yet.
    const unknown = order.legs.filter(({ event }) => this.#board.event(event) === undefined);
    if (unknown.length > 0) await this.#board.refresh(unknown.map(({ event }) => event));
    const betId = newId();
    const reservations = new Reservations(betId);
    let view: OrderView = { now: this.#clock.now(), roomMinor: undefined };
    for (let attempt = 1; attempt <= attemptsMax; attempt++) {
      const admitted = this.#admit(order, view, reservations);
      const { verdict, leaseOf } = admitted instanceof Promise ? await admitted : admitted;
      const judged: BetRequest = { shard: member.shard, memberId: member.id, betId, order, verdict, leaseOf };
      const request = this.#waits(verdict) ? this.#withLimits(judged, this.#clock.now()) : judged;
      let result = await this.#send(request, reservations);
      // The refusal is stored with the key.
      if (result.kind === 'duplicate') {
        result = await this.#submit({ ...request, verdict: duplicate }, reservations);
      }
      switch (result.kind) {
        case 'placed':
          return { ...this.#announce(request, result), receipt: (await result.receipt) ?? null };
        case 'stored':
          return this.#storedBet(member, result.betId);
        case 'refused':
          throw storedRefusal(result.outcome.reason, result.outcome.detail);
        case 'keyReused':
          throw new Refused('key_reused');
        case 'rowsChanged':
          // Kick-off is a matter of the database's clock.
          ({ view } = result);
          break;
        case 'limitsChanged':
          if ('view' in result) ({ view } = result);
          await this.#memberLimits.renew(request);
          break;
        case 'capReached':
          view = { now: view.now, roomMinor: result.roomMinor };
          break;
        case 'leaseEnded':
          this.#exposure.guard?.doubt(order.legs.map(({ event }) => event));
          break;
      }
    }
    throw new Refused('unavailable');
  }

  /** Waits for every bet that is on its way. */
  drain(): Promise<void> {
    return this.batcher.drain();
  }

  #waits(verdict: BetVerdict): boolean {
    return this.#liveDelay !== undefined && mustWait(verdict, this.#liveDelay);
  }

  /** Writes a bet, or holds its stake until the live delay is over. */
  #send(request: BetRequest, reservations: Reservations) {
    const { verdict } = request;
    return this.#liveDelay && mustWait(verdict, this.#liveDelay)
      ? this.#liveDelay.place(request, verdict, reservations)
      : this.#submit(request, reservations);
  }

  /** Writes a bet with the next batch. */
  async #submit(request: BetRequest, reservations: Reservations): Promise<PlacingResult> {
    let result: PlacingResult;
    try {
      result = await this.batcher.submit(request);
    } catch (error) {
      if (error instanceof BatcherFull) reservations.release();
      throw error;
    }
    if ('outcome' in result) reservations.settle(result.outcome);
    else reservations.retry(result);
    return result;
  }

  /** Writes a batch once its turn has come: all earlier bets of its wallets are known by then. */
  async #write(batch: readonly BetRequest[]): Promise<PlacingResult[]> {
    const now = this.#clock.now();
    // An order that was refused by limits keeps that verdict: the statement checks whether those limits are still current.
    const requests = batch.map((request) =>
      this.#withDuplicate(
        request.memberLimits && request.verdict.refusal !== undefined
          ? request
          : this.#withLimits(request, now),
      ),
    );
    let tries = 0;
    const answers = await withRetry(() => {
      tries++;
      return this.#exposure.inLane((lane) =>
        placeBatch(this.#pool, requests, {
          currency: this.#currency.code,
          lane,
          knownAt: ({ memberId }) => this.#recent.completeAt(memberId),
        }),
      );
    });
    const changed = new Set<string>();
    answers.forEach((answer, i) => {
      const request = requests[i];
      if (!request) return;
      if (answer.kind === 'answered') this.#remember(request, answer);
      else if (answer.kind === 'rowsChanged') request.order.legs.forEach(({ event }) => changed.add(event));
    });
    if (changed.size > 0) {
      this.#exposure.guard?.doubt(changed);
      await this.#board.refresh([...changed]);
    }
    const receipts = this.#sign(requests, answers);
    return answers.map((answer, i) =>
      resultOf(answer, {
        verdict: requests[i]?.verdict ?? duplicate,
        isSure: tries === 1,
        receipt: receipts.get(i),
      }),
    );
  }

  /** Signs the bets that a batch has placed, once for all. @returns receipts by the place of the bet in the batch */
  #sign(
    requests: readonly BetRequest[],
    answers: readonly BetAnswer[],
  ): Map<number, Promise<Receipt | undefined>> {
    if (!this.#receipts) return new Map();
    const placed = answers.flatMap((answer, place) => {
      const request = requests[place];
      if (!request || answer.kind !== 'answered' || !isNew(answer.outcome)) return [];
      const priced = request.verdict;
      if (priced.refusal !== undefined) return [];
      const placedAt = answer.now;
      const body = betBody(newTerms(request, { priced, placedAt, currency: this.#currency.code }));
      return [{ place, placedAt, kind: betKind, id: request.betId, body }];
    });
    const [first] = placed;
    if (!first) return new Map();
    const signed = this.#receipts.sign(placed, first.placedAt);
    return new Map(
      placed.map(({ place }, at): [number, Promise<Receipt | undefined>] => [
        place,
        signed.then((list) => list[at]),
      ]),
    );
  }

  /** Adds the verdict of the member's limits, which takes precedence over all others. */
  #withLimits(request: BetRequest, now: Date): BetRequest {
    const { against, ...judged } = this.#memberLimits.judge(request, stakeOf(request), now);
    return { ...request, memberLimits: judged, verdict: against ?? request.verdict };
  }

  #withDuplicate(request: BetRequest): BetRequest {
    const { order, verdict, memberId } = request;
    const isRepeated = !order.again && verdict.refusal === undefined && this.#recent.has(memberId, order);
    return isRepeated ? { ...request, verdict: duplicate } : request;
  }

  /** Counts a bet that was placed. */
  #remember(request: BetRequest, { outcome, first, now }: Extract<BetAnswer, { kind: 'answered' }>): void {
    if (!isNew(outcome)) return;
    const { memberId, order, betId } = request;
    const { slipHash, key } = order;
    const { version } = outcome;
    this.#memberLimits.placed(request, { id: betId, version, stakeMinor: stakeOf(request), at: now });
    this.#recent.placed(memberId, { slipHash, key, version, first });
  }

  /** Announces a bet that was placed. */
  #announce(
    request: BetRequest,
    { priced, outcome, placedAt }: Extract<PlacingResult, { kind: 'placed' }>,
  ): Bet {
    const bet = newBet(request, { priced, placedAt, currency: this.#currency.code });
    // Other devices of the member ask for the receipt when they need it.
    this.#bus.publish('betPlaced', {
      owner: { shard: request.shard, memberId: request.memberId },
      bet,
      wallet: { availableMinor: outcome.availableAfter, heldMinor: outcome.heldAfter },
    });
    return bet;
  }

  async #storedBet(member: Bettor, id: string | null): Promise<Bet> {
    const owner = { shard: member.shard, memberId: member.id };
    let bet = await this.#find(owner, id);
    // It may still wait, or have been refused after it waited.
    if (!bet && id !== null && (await this.#liveDelay?.isAccepted({ ...owner, id }))) {
      bet = await this.#find(owner, id);
    }
    if (!bet) throw new Error(`The bet ${id} of an applied key is missing`);
    return { ...bet, receipt: (await this.#receipts?.of(owner, bet.id)) ?? null };
  }

  async #find(owner: { shard: number; memberId: string }, id: string | null): Promise<Bet | undefined> {
    const [bet] = id === null ? [] : await this.#records.byId(owner, [id]);
    return bet;
  }
}

const resultOf = (
  answer: BetAnswer,
  {
    verdict,
    isSure,
    receipt,
  }: { verdict: BetVerdict; isSure: boolean; receipt: Promise<Receipt | undefined> | undefined },
): PlacingResult => {
  if (answer.kind !== 'answered') return { kind: answer.kind, view: answer.view, isSure };
  const { outcome, now } = answer;
  if (outcome.outcome === 'key_reused') return { kind: 'keyReused', outcome };
  if (outcome.outcome === 'refused') return { kind: 'refused', outcome };
  if (!isNew(outcome) || verdict.refusal !== undefined) {
    return { kind: 'stored', betId: outcome.ref, outcome };
  }
  return { kind: 'placed', priced: verdict, outcome, placedAt: now, receipt };
};

/** Whether an outcome is that of a bet placed just now, not of an earlier request. */
const isNew = (outcome: OperationOutcome): outcome is Applied =>
  outcome.outcome === 'applied' && !outcome.replayed;

/** The stake of all lines, in minor units. */
export const stakeOf = ({ order }: BetRequest): bigint => order.unitMinor * BigInt(order.lines);

/** Whether a bet waits for the live delay. Orders that have waited answer their key also once there is none. */
export const mustWait = (verdict: BetVerdict, delay: Pick<DelayOrders, 'delayMs'>): verdict is PricedBet =>
  delay.delayMs() > 0 && verdict.refusal === undefined && verdict.legs.some(({ started }) => started);
