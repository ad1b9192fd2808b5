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

export type Grants = {
  /**
   * A lease for this process that replaces the one it has. The process must take nothing on the event until
   * the answer.
   * @param own everything it has taken there, with what it does not know committed yet
   */
  ask(event: BoardEvent, own: Totals, wish: Wish | undefined): Promise<Lease>;
  /** Sets the bounds of events with expired leases to the recorded sums. */
  sweep(): Promise<void>;
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
 * @param holder id of this process, new at each start
 * @param ttlMs how long a lease lasts, by the database's clock
 */
export const createGrants = ({
  pool,
  board,
  caps,
  capsOf,
  legs,
  holder,
  ttlMs,
}: {
  pool: pg.Pool;
  board: Pick<Board, 'event'>;
  /** The site's. */
  caps: Caps;
  /** Those that hold for a match. */
  capsOf: (event: BoardEvent) => Caps;
  legs: LegBook;
  holder: string;
  ttlMs: number;
}): Grants => {
  const scoped = { site: caps.site !== Infinity, competition: caps.competition !== Infinity };
  const isScoped = scoped.site || scoped.competition;
  // Rises with each request, also when the answer to one was lost: only the newest lease of a process counts.
  let n = 0;
  let waiting: LeaseRequest[] = [];
  let isGiving = false;

  /** Events with their scopes, locked. */
  const lock = async (client: pg.PoolClient, of: readonly queries.Scopes[]) => {
    await queries.lockScopes(client, of, scoped);
    const ids = of.map(({ eventId }) => eventId);
    await queries.dropExpired(client, ids);
    return queries.selectEvents(client, ids);
  };

  const viewOf = (eventId: string, { leases, written }: queries.EventRows): EventView => {
    const others = [...leases]
      .filter(([other]) => other !== holder)
      .map(([other, lease]) => ({ ...lease, written: written.get(other) ?? new Map() }));
    const idle = [...written].filter(([other]) => other !== holder && !leases.has(other));
    return {
      idle: sumOf(...idle.map(([, totals]) => [totals, 1] as const)),
      others,
      reached: reachedOf(board.event(eventId)),
    };
  };

  const limitsOf = (event: BoardEvent, elsewhere: { site: number; competition: number }): Limits => {
    const { site, competition, event: own, market, selection } = capsOf(event);
    return {
      event: Math.min(own, site - elsewhere.site, competition - elsewhere.competition),
      market,
      selection,
    };
  };

  /** One lease for each, in order; the maximum of the first is no longer there for the next. */
  const giveAll = (asked: readonly LeaseRequest[]): Promise<Lease[]> =>
    withRetry(() => {
      const turn = ++n;
      return transaction(pool, async (client) => {
        const of = asked.map(({ event }) => ({ eventId: event.id, competitionId: event.competition.id }));
        const rows = await lock(client, of);
        const bounds = createBounds(isScoped ? await queries.selectBounds(client, of) : []);
        const given: queries.NewLease[] = [];
        const leases = asked.map(({ event, own, wish }): Lease => {
          const found = rows(event.id);
          if ((found.leases.get(holder)?.n ?? 0) > turn) throw new Error('Another request renewed the lease');
          const { competition } = event;
          const limits = limitsOf(event, bounds.elsewhere(event.id, competition.id));
          const plan = planGrant(legs, { ...viewOf(event.id, found), caps: limits, own, wish });
          const boundMinor = isScoped ? plan.boundMinor : 0;
          bounds.set(event.id, competition.id, boundMinor);
          const id = newId();
          given.push({ id, eventId: event.id, counted: plan.counted, less: plan.less, boundMinor });
          return {
            id,
            limits: plan.limits,
            less: plan.less,
            whole: plan.whole,
            follows: found.leases.has(holder),
          };
        });
        await queries.insertLeases(client, { holder, n: turn, ttlMs }, given);
        return leases;
      });
    });

  const give = async (asked: readonly LeaseRequest[]): Promise<void> => {
    try {
      const leases = await giveAll(asked);
      asked.forEach((one, i) => {
        const lease = leases[i];
        if (lease) one.resolve(lease);
        else one.reject(new Error('A lease is missing'));
      });
    } catch (error) {
      // An error of one event must not affect the others; a database that is away affects all.
      if (asked.length > 1 && !isTransient(error)) for (const one of asked) await give([one]);
      else for (const one of asked) one.reject(error);
    }
  };

  const giveWaiting = async (): Promise<void> => {
    isGiving = true;
    while (waiting.length > 0) {
      const asked = waiting.slice(0, togetherMax);
      waiting = waiting.slice(togetherMax);
      await give(asked);
    }
    isGiving = false;
  };

  return {
    ask: (event, own, wish) =>
      new Promise((resolve, reject) => {
        waiting.push({ event, own, wish, resolve, reject });
        if (!isGiving) void giveWaiting();
      }),

    async sweep() {
      if (!isScoped) return;
      for (const of of await queries.selectStale(pool, sweepMax)) {
        const { eventId } = of;
        await transaction(pool, async (client) => {
          const rows = (await lock(client, [of]))(eventId);
          const view = viewOf(eventId, rows);
          const own = rows.leases.get(holder);
          const written = rows.written.get(holder) ?? new Map();
          const others = own ? [...view.others, { ...own, written }] : view.others;
          const idle = own ? view.idle : sumOf([view.idle, 1], [written, 1]);
          const isOver = !isPlayable(board.event(eventId));
          const boundMinor = isOver ? 0 : boundOf(legs, { ...view, idle, others });
          await queries.updateBound(client, { eventId, boundMinor, againMs: boundMs });
        });
      }
    },
  };
};

/** The maximum of all events, as leases are given one after the other. */
const createBounds = (rows: readonly queries.Bound[]) => {
  const all = new Map(rows.map((row) => [row.eventId ?? `of ${row.competitionId}`, row]));
  return {
    set: (eventId: string, competitionId: string, minor: number): void => {
      all.set(eventId, { eventId, competitionId, minor });
    },
    /** In the site and in the competition, without the event itself. */
    elsewhere: (eventId: string, competitionId: string): { site: number; competition: number } => {
      const sum = { site: 0, competition: 0 };
      for (const bound of all.values()) {
        if (bound.eventId === eventId) continue;
        sum.site += bound.minor;
        if (bound.competitionId === competitionId) sum.competition += bound.minor;
      }
      return sum;
    },
  };
};

/** Goals stay, and a half that is over stays as it was. */
export const reachedOf = (event: BoardEvent | undefined) =>
  event?.score && { score: event.score, ht: event.ht };

/** Whether the event can still cost anything undecided: a match called off for now can. */
export const isPlayable = (event: BoardEvent | undefined): boolean =>
  event !== undefined &&
  event.state !== 'finished' &&
  event.state !== 'abandoned' &&
  event.state !== 'cancelled';
