import { isBeyondLead } from '@touchline/football/exposure-cells';
import { Refused } from '../../core/refusal.ts';
import type { Board, BoardEvent } from '../../pricing/index.ts';
import { reachedOf, type Grants, type Lease } from './grants.ts';
import { legName, type ExposedLeg, type LegBook } from './legs.ts';
import { largestWithin, pendingSums, writtenSums, type Slip } from './slip.ts';
import { EventRisk } from './event-exposure.ts';
import { addTo, none, plus, sumOf, type LegSums, type Totals } from './totals.ts';

/** A bet to be reserved: its legs, and its whole stake and return, in minor units. */
type Order = Slip & {
  legs: readonly (ExposedLeg & { event: BoardEvent })[];
  stakeMinor: bigint;
  potentialMinor: bigint;
};

/** Reserved capacity. It needs the result of the bet; until then it stays reserved. */
export type Reservation = {
  /**
   * The lease of an event under which the bet may be written: the one it was reserved under, or one that
   * followed it without a gap. After a gap it is one that never lasts.
   */
  leaseOf(this: void, eventId: string): string;
  /** The bet is stored. */
  written(): void;
  /** The bet is not stored, and will not be. */
  release(): void;
};

/** Reserved capacity, or the largest stake of a line that fits: 0 when none does. */
export type Reserved =
  | { reservation: Reservation; maxMinor?: undefined }
  | { reservation?: undefined; maxMinor: bigint };

/** How long a cached remaining capacity may be used. */
const wholeMs = 200;
/** How often an order waits for leases. Near a cap each grant has room for few of a crowd, and others may take it first. */
const waitsMax = 60;
/** A lease that does not exist. */
const noLease = '00000000-0000-0000-0000-000000000000';

type HeldEvent = {
  event: BoardEvent;
  /** Everything taken, and what may still be. */
  own: Totals;
  leaseId: string;
  /** New with each lease that did not follow the one before. */
  run: number;
  lease?: { exposure: EventRisk; whole: EventRisk; wholeUntil: number; renewAt: number };
  asking?: Promise<void>;
};

/** A bet on one of its events. */
type Part = { held: HeldEvent; name: string; pending: LegSums };

/** Guards the bets of this process in memory: nothing is sent to the database that its leases do not allow. */
export class Guard {
  readonly #grants: Grants;
  readonly #board: Board;
  readonly #legs: LegBook;
  readonly #ttlMs: number;
  readonly #nowMs: () => number;
  readonly #events = new Map<string, HeldEvent>();
  #runs = 0;

  /**
   * @param options.ttlMs how long a lease lasts
   * @param options.nowMs a clock that only runs forward; it decides when to renew, the database's own when a lease has ended
   */
  constructor(options: { grants: Grants; board: Board; legs: LegBook; ttlMs: number; nowMs: () => number }) {
    this.#grants = options.grants;
    this.#board = options.board;
    this.#legs = options.legs;
    this.#ttlMs = options.ttlMs;
    this.#nowMs = options.nowMs;
  }

  /**
   * Answers at once while the leases of the events last; else when there are new ones.
   * @throws Refused `unavailable` when other processes keep winning the lease
   */
  reserve(order: Order): Reserved | Promise<Reserved> {
    if (order.legs.some((leg) => isBeyond(this.#legs(legName(leg)).since))) return { maxMinor: 0n };
    const written = writtenSums(order, order.stakeMinor, order.potentialMinor);
    const pending = pendingSums(written);
    const found = this.#tryNow(order, written, pending);
    return Array.isArray(found) ? this.#waitAndTry(order, written, pending, found) : found;
  }

  /**
   * A statement found other rows than expected: leases of these events are renewed before they are trusted
   * again.
   */
  doubt(eventIds: Iterable<string>): void {
    for (const id of eventIds) {
      const lease = this.#events.get(id)?.lease;
      if (lease) lease.renewAt = 0;
    }
  }

  /** Drops events that are long over. */
  forget(): void {
    for (const [id, { asking }] of this.#events) {
      if (!asking && this.#board.event(id) === undefined) this.#events.delete(id);
    }
  }

  /** The answer, or the parts that need a new lease. */
  #tryNow(order: Order, written: LegSums, pending: LegSums): Reserved | Part[] {
    const at = this.#nowMs();
    const parts = order.legs.map((leg): Part => ({
      held: this.#heldOf(leg.event),
      name: legName(leg),
      pending,
    }));
    const looks = parts.map((part) => fitsLease(part, at));
    const asks = parts.filter((_, i) => looks[i] === 'ask');
    if (asks.length > 0) return asks;
    const tight = parts.filter((_, i) => looks[i] === false);
    return tight.length > 0
      ? { maxMinor: largestOf(order, tight) }
      : { reservation: reservationOf(parts, written, pending) };
  }

  async #waitAndTry(order: Order, written: LegSums, pending: LegSums, first: Part[]): Promise<Reserved> {
    let found: Reserved | Part[] = first;
    for (let waited = 0; waited < waitsMax && Array.isArray(found); waited++) {
      await Promise.all(found.map((part) => part.held.asking ?? this.#ask(part)));
      found = this.#tryNow(order, written, pending);
    }
    if (Array.isArray(found)) throw new Refused('unavailable');
    return found;
  }

  #heldOf(event: BoardEvent): HeldEvent {
    const held = this.#events.get(event.id);
    if (!held) {
      const fresh: HeldEvent = { event, own: new Map(), leaseId: noLease, run: ++this.#runs };
      this.#events.set(event.id, fresh);
      return fresh;
    }
    if (held.event !== event) {
      held.event = event;
      held.lease?.exposure.reach(reachedOf(event));
      held.lease?.whole.reach(reachedOf(event));
    }
    return held;
  }

  /** While a lease is requested nothing is taken on the event: the grant depends on what was taken before. */
  #ask({ held, name, pending }: Part): Promise<void> {
    const askedAt = this.#nowMs();
    delete held.lease;
    held.asking = this.#grants
      .ask(held.event, sumOf([held.own, 1]), { name, sums: pending })
      .then((lease) => this.#accept(held, lease, askedAt))
      .finally(() => delete held.asking);
    return held.asking;
  }

  #accept(held: HeldEvent, lease: Lease, askedAt: number): void {
    const riskOf = ({ limits, less }: Lease['whole']): EventRisk =>
      new EventRisk(this.#legs, limits, sumOf([held.own, 1], [less, 1]), reachedOf(held.event));
    held.leaseId = lease.id;
    if (!lease.follows) held.run = ++this.#runs;
    held.lease = {
      exposure: riskOf(lease),
      whole: riskOf(lease.whole),
      wholeUntil: this.#nowMs() + wholeMs,
      renewAt: askedAt + this.#ttlMs / 2,
    };
  }
}

const add = ({ held, name }: Part, sums: LegSums, times = 1): void => {
  addTo(held.own, name, sums, times);
  held.lease?.exposure.add(name, sums, times);
  held.lease?.whole.add(name, sums, times);
};

/** Whether a part fits its lease; 'ask' when only a new one can decide. */
const fitsLease = ({ held, name, pending }: Part, at: number): boolean | 'ask' => {
  const { lease } = held;
  if (!lease || at >= lease.renewAt) return 'ask';
  // The whole too: where reservations exceed the caps, a share of the negative rest is less than all of it.
  // Unused share is not available to others.
  if (lease.exposure.fits(name, pending) && lease.whole.fits(name, pending)) return true;
  // More may be left than this process was given, or than was left at the last grant.
  return at < lease.wholeUntil && !lease.whole.fits(name, pending) ? false : 'ask';
};

/** Reserves the parts of a bet. */
const reservationOf = (parts: readonly Part[], written: LegSums, pending: LegSums): Reservation => {
  for (const part of parts) add(part, pending);
  const takenIn = new Map(parts.map(({ held }) => [held.event.id, { held, run: held.run }]));
  const leaseOf = (eventId: string): string => {
    const taken = takenIn.get(eventId);
    return taken?.held.run === taken?.run ? (taken?.held.leaseId ?? noLease) : noLease;
  };
  let isOpen = true;
  const end = (sums: LegSums): void => {
    if (!isOpen) return;
    isOpen = false;
    // In one step, so that the event is no worse at any score than with the pending sums.
    for (const part of parts) add(part, plus(sums, pending, -1));
  };
  return { leaseOf, written: () => end(written), release: () => end(none) };
};

/** The largest stake of a line that fits the parts without room. */
const largestOf = (slip: Slip, tight: readonly Part[]): bigint =>
  tight
    .map(
      ({ held, name }) => (held.lease ? largestWithin(slip, held.lease.whole.room(name)) : undefined) ?? 0n,
    )
    .reduce((least, unit) => (unit < least ? unit : least));

/** Handicaps at leads beyond the cells of an exposure are not offered. */
const isBeyond = (since: { home: number; away: number } | undefined): boolean =>
  since !== undefined && isBeyondLead(since);
