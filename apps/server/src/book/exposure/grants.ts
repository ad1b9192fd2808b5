import type pg from 'pg';
import { newId } from '../../platform/ids.ts';
import { transaction, withRetry } from '../../platform/transaction.ts';
import type { Board, BoardEvent } from '../board/board.ts';
import type { Caps } from './caps.ts';
import { boundOf, planGrant, type Allowance, type EventView, type Wish } from './grant-plan.ts';
import type { LegBook } from './legs.ts';
import * as queries from './queries.ts';
import { sumOf, type Totals } from './totals.ts';

/** A lease as its process keeps it. */
export type Lease = Allowance & { id: string; whole: Allowance };

export type Grants = {
  /**
   * A lease for this process, instead of the one it has. The process must take nothing on the event until it is answered.
   * @param own all it has taken there, with what it has not heard of yet
   */
  ask(event: BoardEvent, own: Totals, wish: Wish | undefined): Promise<Lease>;
  /** Sets the bounds of events whose leases have run out to what is on record. */
  sweep(): Promise<void>;
};

/** A bound that nobody asks about is counted again after this long: the match has moved on. */
const boundMs = 60_000;
const sweepMax = 50;

/**
 * @param holder id of this process, new at each start
 * @param ttlMs how long a lease lasts, by the database's clock
 */
export const createGrants = ({
  pool,
  board,
  caps,
  legs,
  holder,
  ttlMs,
}: {
  pool: pg.Pool;
  board: Pick<Board, 'event'>;
  caps: Caps;
  legs: LegBook;
  holder: string;
  ttlMs: number;
}): Grants => {
  const scoped = { site: caps.site !== Infinity, competition: caps.competition !== Infinity };
  const isScoped = scoped.site || scoped.competition;
  // Rises with each request, also when the answer to one was lost: only the newest lease of a process counts.
  let n = 0;

  /** The event as its scopes leave it, locked. */
  const lock = async (
    client: pg.PoolClient,
    of: queries.Scopes,
  ): Promise<{ view: EventView; rows: queries.EventRows }> => {
    await queries.lockScopes(client, of, scoped);
    await queries.dropExpired(client, of.eventId);
    const rows = await queries.selectEvent(client, of.eventId);
    const others = [...rows.leases]
      .filter(([other]) => other !== holder)
      .map(([other, lease]) => ({ ...lease, written: rows.written.get(other) ?? new Map() }));
    const idle = [...rows.written].filter(([other]) => other !== holder && !rows.leases.has(other));
    return {
      rows,
      view: {
        idle: sumOf(...idle.map(([, totals]) => [totals, 1] as const)),
        others,
        reached: reachedOf(board.event(of.eventId)),
      },
    };
  };

  const capsOf = async (client: pg.PoolClient, of: queries.Scopes) => {
    const elsewhere = isScoped ? await queries.selectBounds(client, of) : { site: 0, competition: 0 };
    return {
      event: Math.min(caps.event, caps.site - elsewhere.site, caps.competition - elsewhere.competition),
      market: caps.market,
      selection: caps.selection,
    };
  };

  return {
    ask(event, own, wish) {
      const of = { eventId: event.id, competitionId: event.competition.id };
      return withRetry(() => {
        const id = newId();
        const turn = ++n;
        return transaction(pool, async (client) => {
          const { view, rows } = await lock(client, of);
          if ((rows.leases.get(holder)?.n ?? 0) > turn) throw new Error('A newer lease was given meanwhile');
          const plan = planGrant(legs, { ...view, caps: await capsOf(client, of), own, wish });
          await queries.insertLease(client, {
            ...{ id, eventId: event.id, holder, n: turn, ttlMs },
            ...{ counted: plan.counted, less: plan.less },
            boundMinor: isScoped ? plan.boundMinor : 0,
          });
          return { id, limits: plan.limits, less: plan.less, whole: plan.whole };
        });
      });
    },

    async sweep() {
      if (!isScoped) return;
      for (const of of await queries.selectStale(pool, sweepMax)) {
        await transaction(pool, async (client) => {
          const { view, rows } = await lock(client, of);
          const own = rows.leases.get(holder);
          const others = own
            ? [...view.others, { ...own, written: rows.written.get(holder) ?? new Map() }]
            : view.others;
          const idle = own ? view.idle : sumOf([view.idle, 1], [rows.written.get(holder) ?? new Map(), 1]);
          const isOver = !isPlayable(board.event(of.eventId));
          const boundMinor = isOver ? 0 : boundOf(legs, { ...view, idle, others });
          await queries.updateBound(client, { eventId: of.eventId, boundMinor, againMs: boundMs });
        });
      }
    },
  };
};

/** Goals are not taken back, and a half that is over stays as it was. */
export const reachedOf = (event: BoardEvent | undefined) =>
  event?.score && { score: event.score, ht: event.ht };

/** Whether the event can still cost anything that is not decided: a match called off for now can. */
const isPlayable = (event: BoardEvent | undefined): boolean =>
  event !== undefined &&
  event.state !== 'finished' &&
  event.state !== 'abandoned' &&
  event.state !== 'cancelled';
