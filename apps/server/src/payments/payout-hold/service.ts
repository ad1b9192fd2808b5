import type pg from 'pg';
import type { Clock } from '../../core/clock.ts';
import { Refused } from '../../core/refusal.ts';
import { transaction } from '../../core/database/transaction.ts';
import {
  placeLogHold,
  releaseHold,
  selectKnownReferences,
  selectOpenHold,
  selectWaiting,
  type HoldRow,
} from './queries.ts';

/** References of a rail's list, by whether a withdrawal of this database was paid by them. */
type Comparison = { known: string[]; unknown: string[] };

export type PayoutHolds = {
  /** The hold in force, if there is one. */
  current(): Promise<HoldRow | undefined>;
  /** Approved withdrawals that wait for the release, and what they come to, minor units. */
  waiting(): Promise<{ count: number; sumMinor: bigint }>;
  /** Holds payouts because the public log does not continue. @returns whether it is a new hold */
  placeForLog(since: Date): Promise<boolean>;
  compare(references: readonly string[]): Promise<Comparison>;
  /**
   * Lets payouts continue.
   * @param given.unknown the references that the comparison did not find and the operator has accounted for
   * @throws Refused `outdated` when the hold is released, or the comparison has another outcome now
   */
  release(
    given: { number: number; references: readonly string[]; unknown: readonly string[]; note: string },
    operatorId: string,
    noted: (client: pg.PoolClient) => Promise<void>,
  ): Promise<void>;
};

/**
 * Holds of all payouts. A database that is older than what rails have paid would pay it again, so nothing is sent after a restore
 * until an operator has compared the lists of the rails.
 */
export const createPayoutHolds = ({ pool, clock }: { pool: pg.Pool; clock: Clock }): PayoutHolds => {
  const compare: PayoutHolds['compare'] = async (given) => {
    const references = [...new Set(given.map((reference) => reference.trim()))];
    const found = await selectKnownReferences(pool, references);
    return {
      known: references.filter((reference) => found.has(reference)),
      unknown: references.filter((reference) => !found.has(reference)),
    };
  };
  return {
    current: () => selectOpenHold(pool),
    waiting: () => selectWaiting(pool),
    placeForLog: (since) => placeLogHold(pool, since),
    compare,
    async release({ number, references, unknown, note }, operatorId, noted) {
      const { unknown: left } = await compare(references);
      const accounted = new Set(unknown.map((reference) => reference.trim()));
      if (left.length !== accounted.size || !left.every((reference) => accounted.has(reference))) {
        throw new Refused('outdated');
      }
      await transaction(pool, async (client) => {
        const given = { number, at: clock.now(), operatorId, note, unknown: left };
        if (!(await releaseHold(client, given))) throw new Refused('outdated');
        await noted(client);
      });
    },
  };
};
