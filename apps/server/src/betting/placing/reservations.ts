import type { OperationOutcome } from '../../ledger/index.ts';
import type { Reservation } from '../exposure/guard.ts';

/** The exposure reserved for one order, over all its attempts. */
export class Reservations {
  readonly #betId: string;
  #last: Reservation | undefined;
  /** Of attempts that may have been written without an answer. The outcome of the key decides on them too. */
  #doubtful: Reservation[] = [];

  /** @param betId of the order's bet */
  constructor(betId: string) {
    this.#betId = betId;
  }

  /** Adds the reservation of the next attempt. */
  add(reservation: Reservation): void {
    this.#last = reservation;
  }

  /**
   * Ends an attempt that wrote nothing; another follows.
   * @param attempt.isSure false when an earlier try got no answer, so that it may have written the bet all the same
   */
  retry({ isSure }: { isSure: boolean }): void {
    if (isSure) this.#last?.release();
    else if (this.#last) this.#doubtful.push(this.#last);
    this.#last = undefined;
  }

  /** Ends all attempts by the outcome of the key. */
  settle(outcome: OperationOutcome): void {
    const isWritten = outcome.outcome === 'applied' && (!outcome.replayed || outcome.ref === this.#betId);
    if (!isWritten) {
      this.release();
      return;
    }
    // After several tries it is unknown which one was written, and at which price, so all reservations stay.
    if (outcome.replayed && this.#doubtful.length > 0) return;
    this.#last?.written();
    this.#last = undefined;
    this.release();
  }

  /** Releases everything: certainly nothing was written. */
  release(): void {
    for (const reservation of this.#doubtful) reservation.release();
    this.#doubtful = [];
    this.#last?.release();
    this.#last = undefined;
  }
}
