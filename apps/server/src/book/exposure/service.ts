import type pg from 'pg';
import { newId } from '../../platform/ids.ts';
import type { Queryable } from '../../platform/database.ts';
import type { Board } from '../board/board.ts';
import type { Caps } from './caps.ts';
import { createGrants } from './grants.ts';
import { createGuard, type Guard } from './guard.ts';
import { createLegBook, type ExposedLeg } from './legs.ts';
import * as queries from './queries.ts';
import { createLaneNumbers, writeChanges, type Change } from './rows.ts';
import { pendingSums, writtenSums } from './slip.ts';
import { plus, timesOf, none, type Sums } from './totals.ts';

/** Where one piece of work writes its rows, and under which leases. */
export type Lane = {
  /** This process, new at each start. */
  holder: string;
  number: number;
  /** The lease of an event; null where there are no caps to keep. */
  leaseOf: (eventId: string) => string | null;
};

/** A bet, or a part of one, with what all of it stakes and returns. */
export type ExposedBet = {
  legs: readonly (ExposedLeg & { eventId: string })[];
  isSingle: boolean;
  stakeMinor: bigint;
  potentialMinor: bigint;
};

export type Exposure = {
  /** Undefined where there are no caps to keep. */
  guard: Guard | undefined;
  /** Does work in a lane of its own, until its rows are committed. */
  inLane<T>(work: (lane: Lane) => Promise<T>): Promise<T>;
  /**
   * Holds the leases of events until the transaction ends. To be done before any wallet is locked.
   * @returns whether all of them last
   */
  holdLeases(client: Queryable, lane: Lane, eventIds: readonly string[]): Promise<boolean>;
  /** Counts a bet that waits: what it may cost, and nothing of what it brings in. */
  hold(client: Queryable, lane: Lane, bet: ExposedBet): Promise<void>;
  /** Counts what became of bets that waited. */
  decide(
    client: Queryable,
    lane: Lane,
    decided: readonly { bet: ExposedBet; isTaken: boolean }[],
  ): Promise<void>;
  /** Takes off what was sold back of a bet: that part of its stake, and what the rest returns less. */
  sell(client: Queryable, lane: Lane, part: ExposedBet): Promise<void>;
  /** Housekeeping: bounds of events nobody bets on, memory of events that are over. */
  tidy(): Promise<void>;
  /** Gives the leases back, once everything that was set aside is on record or given back. */
  close(): Promise<void>;
};

/** How long a lease lasts: what a process has that dies or sells nothing is free again after this. */
const leaseMs = 5_000;

/** Counts what the house may lose, and keeps it within the caps. */
export const createExposure = ({
  pool,
  board,
  caps,
  ttlMs = leaseMs,
}: {
  pool: pg.Pool;
  board: Pick<Board, 'event'>;
  caps: Caps;
  ttlMs?: number;
}): Exposure => {
  const holder = newId();
  // What is taken off is written apart: what this process has taken itself, it knows from memory.
  const returns = newId();
  const legs = createLegBook();
  const { site, competition, event, market, selection } = caps;
  const isCapped = [site, competition, event, market, selection].some((cap) => cap !== Infinity);
  const grants = createGrants({ pool, board, caps, legs, holder, ttlMs });
  const guard = isCapped
    ? createGuard({ grants, board, legs, ttlMs, nowMs: () => performance.now() })
    : undefined;
  const inNumber = createLaneNumbers();
  const leaseOf = (eventId: string): string | null => guard?.leaseOf(eventId) ?? null;

  return {
    guard,
    inLane: (work) => inNumber((number) => work({ holder, number, leaseOf })),
    async holdLeases(client, lane, eventIds) {
      const ids = eventIds.map(lane.leaseOf).filter((id) => id !== null);
      return ids.length === 0 || (await queries.holdLeases(client, ids)) === new Set(ids).size;
    },
    hold: (client, lane, bet) =>
      writeChanges(client, {
        ...{ holder, lane: lane.number },
        changes: changesOf(bet, pendingSums(sumsOf(bet))),
      }),
    decide: (client, lane, decided) =>
      writeChanges(client, {
        ...{ holder: returns, lane: lane.number },
        changes: decided.flatMap(({ bet, isTaken }) => {
          const written = sumsOf(bet);
          return changesOf(bet, plus(isTaken ? written : none, pendingSums(written), -1));
        }),
      }),
    sell: (client, lane, part) =>
      writeChanges(client, {
        ...{ holder: returns, lane: lane.number },
        changes: changesOf(part, timesOf(sumsOf(part), -1)),
      }),
    async tidy() {
      guard?.forget();
      await grants.sweep();
    },
    close: () => queries.releaseLeases(pool, holder),
  };
};

const sumsOf = (bet: ExposedBet): Sums => writtenSums(bet, bet.stakeMinor, bet.potentialMinor);

const changesOf = ({ legs }: ExposedBet, sums: Sums): Change[] =>
  legs.map(({ eventId, ...leg }) => ({ eventId, leg, sums }));
