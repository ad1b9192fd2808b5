import type pg from 'pg';
import { newId } from '../../core/ids.ts';
import { isTransient, transaction, withRetry } from '../../core/database/transaction.ts';
import type { Board, BoardEvent } from '../../pricing/index.ts';
import type { Caps } from './caps.ts';
import { boundOf, planGrant, type Allowance, type EventView, type Wish } from './grant-plan.ts';
import type { LegBook } from './legs.ts';
import * as queries from './queries.ts';
import type { Limits } from './event-exposure.ts';
import { sumOf, type Totals } from './totals.ts';

/** A lease in its process. */
export type Lease = Allowance & {
  id: string;
  whole: Allowance;
  /**
   * Whether the lease before was still there, and so counted, until this one took its place. If not, others
   * may have been given the capacity reserved under it.
   */
  follows: boolean;
};

/** A bound is recomputed after this long, since the match has moved on. */
const boundMs = 60_000;
const sweepMax = 50;
/** Events of one transaction at most. */
const togetherMax = 64;

type LeaseRequest = {
  event: BoardEvent;
  own: Totals;
  wish: Wish | undefined;
  resolve: (lease: Lease) => void;
  reject: (error: unknown) => void;
};

/**
 * Requests for leases at once, or while others are under way, are granted together: many matches cost one
 * transaction.
 */
export class Grants {
  readonly #pool: pg.Pool;
  readonly #board: Board;
  readonly #capsOf: (event: BoardEvent) => Caps;
  readonly #legs: LegBook;
  readonly #holder: string;
  readonly #ttlMs: number;
  readonly #scoped: { site: boolean; competition: boolean };
  /** Rises with each request, also when the answer to one was lost: only the newest lease of a process counts. */
  #n = 0;
  #waiting: LeaseRequest[] = [];
  #isGiving = false;

  /**
   * @param options.caps the site's
   * @param options.capsOf those that hold for a match
   * @param options.holder id of this process, new at each start
   * @param options.ttlMs how long a lease lasts, by the database's clock
   */
  constructor(options: {
    pool: pg.Pool;
    board: Board;
    caps: Caps;
    capsOf: (event: BoardEvent) => Caps;
    legs: LegBook;
    holder: string;
    ttlMs: number;
  }) {
    const { caps } = options;
    this.#pool = options.pool;
    this.#board = options.board;
    this.#capsOf = options.capsOf;
    this.#legs = options.legs;
    this.#holder = options.holder;
    this.#ttlMs = options.ttlMs;
    this.#scoped = { site: caps.site !== Infinity, competition: caps.competition !== Infinity };
  }

  /**
   * A lease for this process that replaces the one it has. The process must take nothing on the event until
   * the answer.
   * @param own everything it has taken there, with what it does not know committed yet
   */
  ask(event: BoardEvent, own: Totals, wish: Wish | undefined): Promise<Lease> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ event, own, wish, resolve, reject });
      if (!this.#isGiving) void this.#giveWaiting();
    });
  }

  /** Sets the bounds of events with expired leases to the recorded sums. */
  async sweep(): Promise<void> {
    if (!this.#isScoped) return;
    for (const of of await queries.selectStale(this.#pool, sweepMax)) {
      await transaction(this.#pool, (client) => this.#renewBound(client, of));
    }
  }

  get #isScoped(): boolean {
    return this.#scoped.site || this.#scoped.competition;
  }

  async #renewBound(client: pg.PoolClient, of: queries.Scopes): Promise<void> {
    const { eventId } = of;
    const rows = (await this.#lock(client, [of]))(eventId);
    const view = this.#viewOf(eventId, rows);
    const own = rows.leases.get(this.#holder);
    const written = rows.written.get(this.#holder) ?? new Map();
    const others = own ? [...view.others, { ...own, written }] : view.others;
    const idle = own ? view.idle : sumOf([view.idle, 1], [written, 1]);
    const isOver = !isPlayable(this.#board.event(eventId));
    const boundMinor = isOver ? 0 : boundOf(this.#legs, { ...view, idle, others });
    await queries.updateBound(client, { eventId, boundMinor, againMs: boundMs });
  }

  async #giveWaiting(): Promise<void> {
    this.#isGiving = true;
    while (this.#waiting.length > 0) {
      const asked = this.#waiting.slice(0, togetherMax);
      this.#waiting = this.#waiting.slice(togetherMax);
      await this.#give(asked);
    }
    this.#isGiving = false;
  }

  async #give(asked: readonly LeaseRequest[]): Promise<void> {
    try {
      const leases = await this.#giveAll(asked);
      asked.forEach((one, i) => {
        const lease = leases[i];
        if (lease) one.resolve(lease);
        else one.reject(new Error('A lease is missing'));
      });
    } catch (error) {
      // An error of one event must not affect the others; a database that is away affects all.
      if (asked.length > 1 && !isTransient(error)) for (const one of asked) await this.#give([one]);
      else for (const one of asked) one.reject(error);
    }
  }

  /** One lease for each, in order; the maximum of the first is no longer there for the next. */
  #giveAll(asked: readonly LeaseRequest[]): Promise<Lease[]> {
    return withRetry(() => {
      const turn = ++this.#n;
      return transaction(this.#pool, async (client) => {
        const of = asked.map(({ event }) => ({ eventId: event.id, competitionId: event.competition.id }));
        const rows = await this.#lock(client, of);
        const bounds = new Bounds(this.#isScoped ? await queries.selectBounds(client, of) : []);
        const granted = asked.map((one) => this.#grant(one, rows(one.event.id), { bounds, turn }));
        await queries.insertLeases(
          client,
          { holder: this.#holder, n: turn, ttlMs: this.#ttlMs },
          granted.map(({ row }) => row),
        );
        return granted.map(({ lease }) => lease);
      });
    });
  }

  #grant(
    { event, own, wish }: LeaseRequest,
    found: queries.EventRows,
    { bounds, turn }: { bounds: Bounds; turn: number },
  ): { lease: Lease; row: queries.NewLease } {
    if ((found.leases.get(this.#holder)?.n ?? 0) > turn) {
      throw new Error('Another request renewed the lease');
    }
    const { competition } = event;
    const limits = this.#limitsOf(event, bounds.elsewhere(event.id, competition.id));
    const plan = planGrant(this.#legs, { ...this.#viewOf(event.id, found), caps: limits, own, wish });
    const boundMinor = this.#isScoped ? plan.boundMinor : 0;
    bounds.set(event.id, competition.id, boundMinor);
    const id = newId();
    const { less, counted, whole } = plan;
    return {
      lease: { id, limits: plan.limits, less, whole, follows: found.leases.has(this.#holder) },
      row: { id, eventId: event.id, counted, less, boundMinor },
    };
  }

  /** Events with their scopes, locked. */
  async #lock(client: pg.PoolClient, of: readonly queries.Scopes[]) {
    await queries.lockScopes(client, of, this.#scoped);
    const ids = of.map(({ eventId }) => eventId);
    await queries.dropExpired(client, ids);
    return queries.selectEvents(client, ids);
  }

  #viewOf(eventId: string, { leases, written }: queries.EventRows): EventView {
    const others = [...leases]
      .filter(([other]) => other !== this.#holder)
      .map(([other, lease]) => ({ ...lease, written: written.get(other) ?? new Map() }));
    const idle = [...written].filter(([other]) => other !== this.#holder && !leases.has(other));
    return {
      idle: sumOf(...idle.map(([, totals]) => [totals, 1] as const)),
      others,
      reached: reachedOf(this.#board.event(eventId)),
    };
  }

  #limitsOf(event: BoardEvent, elsewhere: { site: number; competition: number }): Limits {
    const { site, competition, event: own, market, selection } = this.#capsOf(event);
    return {
      event: Math.min(own, site - elsewhere.site, competition - elsewhere.competition),
      market,
      selection,
    };
  }
}

/** The maximum of all events, as leases are given one after the other. */
class Bounds {
  readonly #all: Map<string, queries.Bound>;

  constructor(rows: readonly queries.Bound[]) {
    this.#all = new Map(rows.map((row) => [row.eventId ?? `of ${row.competitionId}`, row]));
  }

  set(eventId: string, competitionId: string, minor: number): void {
    this.#all.set(eventId, { eventId, competitionId, minor });
  }

  /** In the site and in the competition, without the event itself. */
  elsewhere(eventId: string, competitionId: string): { site: number; competition: number } {
    const sum = { site: 0, competition: 0 };
    for (const bound of this.#all.values()) {
      if (bound.eventId === eventId) continue;
      sum.site += bound.minor;
      if (bound.competitionId === competitionId) sum.competition += bound.minor;
    }
    return sum;
  }
}

/** Goals stay, and a half that is over stays as it was. */
export const reachedOf = (event: BoardEvent | undefined) =>
  event?.score && { score: event.score, ht: event.ht };

/** Whether the event can still cost anything undecided: a match called off for now can. */
export const isPlayable = (event: BoardEvent | undefined): boolean =>
  event !== undefined &&
  event.state !== 'finished' &&
  event.state !== 'abandoned' &&
  event.state !== 'cancelled';
