import type { Outcome } from '../../wallet/outcomes.ts';
import type { Ticket } from '../exposure/guard.ts';
import type { PlacementAnswer } from './statement.ts';

/** The room set aside for one order, over all its tries. */
export type Tickets = {
  /** Room for the next try. */
  add(ticket: Ticket): void;
  /** What became of a try. */
  settle(answer: Pick<PlacementAnswer, 'outcome' | 'isSure'>): void;
  /** Nothing was written, for certain. */
  giveBack(): void;
};

/** @param betId what the order becomes */
export const createTickets = (betId: string): Tickets => {
  let last: Ticket | undefined;
  // Of tries that may have been written without an answer. What the key says in the end decides on them too.
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
      // Of several tries nobody knows which was written, perhaps at another price: then all their room stays aside.
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
