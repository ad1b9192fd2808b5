import type pg from 'pg';
import type { Queryable } from '../../core/database/database.ts';
import { countTurnover, type Turnover } from './domain.ts';
import { advanceMark, selectCredited, selectMark, touchMark } from './queries.ts';
import type { Owner } from '../../core/owner.ts';

/** Bets that count, settled after a time; from the book, read on the caller's connection. */
export type Stakes = (
  owner: Owner,
  after: Date,
  on: Queryable,
) => Promise<{ id: string; at: Date; stakeMinor: bigint }[]>;

const nothing: Turnover = { leftMinor: 0n, steps: [], metAt: undefined };

/**
 * The turnover a member owes before a withdrawal. It is counted from the records each time, from the last time
 * at which nothing was owed: once met it stays met, after any later correction.
 */
export class Turnovers {
  readonly #pool: pg.Pool;
  readonly #stakes: Stakes;
  readonly #isWaived: (owner: Owner, on: Queryable) => Promise<boolean>;

  /**
   * @param of.isWaived whether a member owes nothing for now: one who is excluded from betting must still be able to
   *   withdraw
   */
  constructor(of: {
    pool: pg.Pool;
    stakes: Stakes;
    isWaived: (owner: Owner, on: Queryable) => Promise<boolean>;
  }) {
    this.#pool = of.pool;
    this.#stakes = of.stakes;
    this.#isWaived = of.isWaived;
  }

  /**
   * The turnover left, with the recharges and bets since nothing was owed.
   * @param client the caller's transaction, when the answer must include its locked rows
   */
  async of(owner: Owner, client?: Queryable): Promise<Turnover> {
    const on = client ?? this.#pool;
    const mark = await selectMark(on, owner);
    if (mark === undefined) return nothing;
    const credited = await selectCredited(on, owner, mark.met_at);
    const since = credited.reduce<Date | undefined>(
      (first, { at }) => (first === undefined || at < first ? at : first),
      undefined,
    );
    if (since === undefined) return nothing;
    const bets = await this.#stakes(owner, since, on);
    const turnover = countTurnover([
      ...credited.map((one) => ({ kind: 'recharge' as const, ...one })),
      ...bets.map(({ id, at, stakeMinor }) => ({
        kind: 'bet' as const,
        ref: id,
        at,
        amountMinor: stakeMinor,
        weightMinor: stakeMinor,
      })),
    ]);
    // Not while the caller has the wallet: a payment being credited has the turnover and waits for that.
    if (turnover.metAt !== undefined && client === undefined) {
      await advanceMark(this.#pool, owner, { version: mark.version, metAt: turnover.metAt });
    }
    return turnover.leftMinor > 0n && (await this.#isWaived(owner, on))
      ? { ...turnover, leftMinor: 0n }
      : turnover;
  }

  /**
   * Locks the member's turnover for the caller's transaction; returns the time at which a payment is
   * credited.
   */
  take(client: Queryable, owner: Owner): Promise<Date> {
    return touchMark(client, owner);
  }
}
