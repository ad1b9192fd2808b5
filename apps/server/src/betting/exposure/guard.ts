import { isBeyondLead } from '@touchline/football/exposure-cells';
import { Refused } from '../../core/refusal.ts';
import type { Board, BoardEvent } from '../../pricing/index.ts';
import { reachedOf, type Grants, type Lease } from './grants.ts';
import { legName, type ExposedLeg, type LegBook } from './legs.ts';
import { largestWithin, pendingSums, writtenSums, type Slip } from './slip.ts';
import { createEventExposure, type EventExposure } from './event-exposure.ts';
import { addTo, none, plus, sumOf, type Sums, type Totals } from './totals.ts';

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
  /** The bet is on record. */
  written(): void;
  /** It is not on record, and will never be. */
  release(): void;
};

/** Reserved capacity, or the largest stake of a line that fits: 0 when none does. */
export type Reserved =
  | { reservation: Reservation; maxMinor?: undefined }
  | { reservation?: undefined; maxMinor: bigint };

export type Guard = {
  /**
   * Answers at once while the leases of the events last; else when there are new ones.
   * @throws Refused `unavailable` when other processes keep winning the lease
   */
  reserve(order: Order): Reserved | Promise<Reserved>;
  /**
   * A statement found other rows than expected: leases of these events are renewed before they are trusted
   * again.
   */
  doubt(eventIds: Iterable<string>): void;
  /** Drops events that are long over. */
  forget(): void;
};

/** How long a cached remaining capacity may be used. */
const wholeMs = 200;
/** How often an order waits for leases. Near a cap each grant has room for few of a crowd, and others may take it first. */
const waitsMax = 60;
/** A lease that does not exist. */
const noLease = '00000000-0000-0000-0000-000000000000';

type Held = {
  event: BoardEvent;
  /** Everything taken, and what may still be. */
  own: Totals;
  leaseId: string;
  /** New with each lease that did not follow the one before. */
  run: number;
  lease?: { exposure: EventExposure; whole: EventExposure; wholeUntil: number; renewAt: number };
  asking?: Promise<void>;
};

/** A bet on one of its events. */
type Part = { held: Held; name: string; pending: Sums };

/**
 * Guards the bets of this process in memory: nothing is sent to the database that its leases do not allow.
 * @param ttlMs how long a lease lasts
 * @param nowMs a clock that only runs forward; it says when to renew, the database's own when a lease has
 *   ended
 */
export const createGuard = ({
  grants,
  board,
  legs,
  ttlMs,
  nowMs,
}: {
  grants: Pick<Grants, 'ask'>;
  board: Pick<Board, 'event'>;
  legs: LegBook;
  ttlMs: number;
  nowMs: () => number;
}): Guard => {
  const events = new Map<string, Held>();
  let runs = 0;

  const holdOf = (event: BoardEvent): Held => {
    const held = events.get(event.id);
    if (!held) {
      const fresh: Held = { event, own: new Map(), leaseId: noLease, run: ++runs };
      events.set(event.id, fresh);
      return fresh;
    }
    if (held.event !== event) {
      held.event = event;
      held.lease?.exposure.reach(reachedOf(event));
      held.lease?.whole.reach(reachedOf(event));
    }
    return held;
  };

  const add = ({ held, name }: Part, sums: Sums, times = 1): void => {
    addTo(held.own, name, sums, times);
    held.lease?.exposure.add(name, sums, times);
    held.lease?.whole.add(name, sums, times);
  };

  /** While a lease is requested nothing is taken on the event: the grant depends on what was taken before. */
  const ask = ({ held, name, pending }: Part): Promise<void> => {
    const askedAt = nowMs();
    delete held.lease;
    const given = (lease: Lease): void => {
      const eventExposureOf = ({ limits, less }: Lease['whole']): EventExposure =>
        createEventExposure(legs, limits, sumOf([held.own, 1], [less, 1]), reachedOf(held.event));
      held.leaseId = lease.id;
      if (!lease.follows) held.run = ++runs;
      held.lease = {
        exposure: eventExposureOf(lease),
        whole: eventExposureOf(lease.whole),
        wholeUntil: nowMs() + wholeMs,
        renewAt: askedAt + ttlMs / 2,
      };
    };
    held.asking = grants
      .ask(held.event, sumOf([held.own, 1]), { name, sums: pending })
      .then(given)
      .finally(() => delete held.asking);
    return held.asking;
  };

  const partsOf = (order: Order, pending: Sums): Part[] =>
    order.legs.map((leg) => ({ held: holdOf(leg.event), name: legName(leg), pending }));

  /** Whether a part fits its lease; 'ask' when only a new one can decide. */
  const look = ({ held, name, pending }: Part, at: number): boolean | 'ask' => {
    const { lease } = held;
    if (!lease || at >= lease.renewAt) return 'ask';
    // The whole too: where reservations exceed the caps, a share of the negative rest is less than all of it.
    // Unused share is not available to others.
    if (lease.exposure.fits(name, pending) && lease.whole.fits(name, pending)) return true;
    // More may be left than this process was given, or than was left at the last grant.
    return at < lease.wholeUntil && !lease.whole.fits(name, pending) ? false : 'ask';
  };

  const take = (parts: readonly Part[], written: Sums, pending: Sums): Reservation => {
    for (const part of parts) add(part, pending);
    const takenIn = new Map(parts.map(({ held }) => [held.event.id, { held, run: held.run }]));
    const leaseOf = (eventId: string): string => {
      const taken = takenIn.get(eventId);
      return taken?.held.run === taken?.run ? (taken?.held.leaseId ?? noLease) : noLease;
    };
    let isOpen = true;
    const end = (sums: Sums): void => {
      if (!isOpen) return;
      isOpen = false;
      // In one step, so that the event is no worse at any score than with the pending sums.
      for (const part of parts) add(part, plus(sums, pending, -1));
    };
    return { leaseOf, written: () => end(written), release: () => end(none) };
  };

  const offer = (slip: Slip, tight: readonly Part[]): bigint =>
    tight
      .map(
        ({ held, name }) => (held.lease ? largestWithin(slip, held.lease.whole.room(name)) : undefined) ?? 0n,
      )
      .reduce((least, unit) => (unit < least ? unit : least));

  /** The answer, or the parts that need a new lease. */
  const tryNow = (order: Order, written: Sums, pending: Sums): Reserved | Part[] => {
    const at = nowMs();
    const parts = partsOf(order, pending);
    const looks = parts.map((part) => look(part, at));
    const asks = parts.filter((_, i) => looks[i] === 'ask');
    if (asks.length > 0) return asks;
    const tight = parts.filter((_, i) => looks[i] === false);
    return tight.length > 0
      ? { maxMinor: offer(order, tight) }
      : { reservation: take(parts, written, pending) };
  };

  const waitAndTry = async (order: Order, written: Sums, pending: Sums, first: Part[]): Promise<Reserved> => {
    let found: Reserved | Part[] = first;
    for (let waited = 0; waited < waitsMax && Array.isArray(found); waited++) {
      await Promise.all(found.map((part) => part.held.asking ?? ask(part)));
      found = tryNow(order, written, pending);
    }
    if (Array.isArray(found)) throw new Refused('unavailable');
    return found;
  };

  return {
    reserve(order) {
      if (order.legs.some((leg) => isBeyond(legs(legName(leg)).since))) return { maxMinor: 0n };
      const written = writtenSums(order, order.stakeMinor, order.potentialMinor);
      const pending = pendingSums(written);
      const found = tryNow(order, written, pending);
      return Array.isArray(found) ? waitAndTry(order, written, pending, found) : found;
    },
    doubt(eventIds) {
      for (const id of eventIds) {
        const lease = events.get(id)?.lease;
        if (lease) lease.renewAt = 0;
      }
    },
    forget() {
      for (const [id, { asking }] of events) {
        if (!asking && board.event(id) === undefined) events.delete(id);
      }
    },
  };
};

/** Handicaps at leads beyond the cells of an exposure are not offered. */
const isBeyond = (since: { home: number; away: number } | undefined): boolean =>
  since !== undefined && isBeyondLead(since);
