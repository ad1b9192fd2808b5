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

/**
 * Holds of all payouts. A database that is older than what rails have paid would pay it again, so nothing is sent after a restore
 * until an operator has compared the lists of the rails.
 */
export class PayoutHolds {
  readonly #pool: pg.Pool;
  readonly #clock: Clock;

  constructor({ pool, clock }: { pool: pg.Pool; clock: Clock }) {
    this.#pool = pool;
    this.#clock = clock;
  }

  /** The hold in force, if there is one. */
  current(): Promise<HoldRow | undefined> {
    return selectOpenHold(this.#pool);
  }

  /** Approved withdrawals that wait for the release, and their sum in minor units. */
  waiting(): Promise<{ count: number; sumMinor: bigint }> {
    return selectWaiting(this.#pool);
  }

  /** Holds payouts because the public log does not continue. @returns whether it is a new hold */
  placeForLog(since: Date): Promise<boolean> {
    return placeLogHold(this.#pool, since);
  }

  /** Sorts references of a rail's list by whether a withdrawal was paid by them. */
  async compare(given: readonly string[]): Promise<Comparison> {
    const references = [...new Set(given.map((reference) => reference.trim()))];
    const found = await selectKnownReferences(this.#pool, references);
    return {
      known: references.filter((reference) => found.has(reference)),
      unknown: references.filter((reference) => !found.has(reference)),
    };
  }

  /**
   * Lets payouts continue.
   * @param given.unknown the references that the comparison did not find and the operator has accounted for
   * @throws Refused `outdated` when the hold is released, or the comparison has another outcome now
   */
  async release(
    given: { number: number; references: readonly string[]; unknown: readonly string[]; note: string },
    operatorId: string,
    noted: (client: pg.PoolClient) => Promise<void>,
  ): Promise<void> {
    const { number, note } = given;
    const { unknown } = await this.compare(given.references);
    const accounted = new Set(given.unknown.map((reference) => reference.trim()));
    if (unknown.length !== accounted.size || !unknown.every((reference) => accounted.has(reference))) {
      throw new Refused('outdated');
    }
    await transaction(this.#pool, async (client) => {
      const release = { number, at: this.#clock.now(), operatorId, note, unknown };
      if (!(await releaseHold(client, release))) throw new Refused('outdated');
      await noted(client);
    });
  }
}
