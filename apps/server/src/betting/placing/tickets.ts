import type { Outcome } from '../../ledger/index.ts';
import type { Ticket } from '../exposure/guard.ts';
import type { PlacementAnswer } from './statement.ts';

/** The exposure reserved for one order, over all its tries. */
export type Tickets = {
  /** A reservation for the next try. */
  add(ticket: Ticket): void;
  /** The result of a try. */
  settle(answer: Pick<PlacementAnswer, 'outcome' | 'isSure'>): void;
  /** Certainly nothing was written. */
  giveBack(): void;
};

/** @param betId of the order's bet */
export const createTickets = (betId: string): Tickets => {
  let last: Ticket | undefined;
  // Reservations of tries that may have been written without an answer. The final answer of the key decides
  // on them too.
  let doubtful: Ticket[] = [];

  const giveBack = (): void => {
    for (const ticket of doubtful) ticket.giveBack();
    doubtful = [];
    last?.giveBack();
    last = undefined;
  };

  return {
    add: (ticket) => {
      last = ticket;
    },
    settle: ({ outcome, isSure }) => {
      if (outcome === 'again') {
        if (isSure) last?.giveBack();
        else if (last) doubtful.push(last);
        last = undefined;
        return;
      }
      const isWritten = outcome.outcome === 'applied' && isOurs(outcome, betId);
      if (!isWritten) {
        giveBack();
        return;
      }
      // After several tries it is unknown which one was written, and at which price, so all reservations stay.
      if (outcome.replayed && doubtful.length > 0) return;
      last?.written();
      last = undefined;
      giveBack();
    },
    giveBack,
  };
};

const isOurs = (outcome: Extract<Outcome, { outcome: 'applied' }>, betId: string): boolean =>
  !outcome.replayed || outcome.ref === betId;
