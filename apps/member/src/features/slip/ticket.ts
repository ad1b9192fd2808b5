import type { CallInput } from '@touchline/contract/routes';
import type { MarketState } from '@touchline/contract/shapes/football';
import type { LegRef } from './pick.ts';

/** One attempt at placing: what was sent, under its key. Sent again as it was when the reply got lost. */
export type Attempt = CallInput<'orderAdd'>;

/** A leg as the book says it stands, beside a refusal. */
export type RefusedLeg = LegRef & { odds: string | null; state?: MarketState };

/** A definite no, with the text the book gave for it, the bound it named and the legs as they stand now. */
export type Refused = { reason: string; text: string; min?: string; max?: string; legs: RefusedLeg[] };

/** One bet of the slip on its way: a stake, what was sent and what was answered. */
export type Ticket = {
  /** As typed. */
  stake: string;
  /** `unheard`: sent, but no answer came back; the bet may stand. */
  phase: 'editing' | 'placing' | 'unheard';
  attempt: Attempt | undefined;
  refused: Refused | undefined;
};

export const emptyTicket: Ticket = { stake: '', phase: 'editing', attempt: undefined, refused: undefined };

/** Whether an answer is still awaited: what the ticket stands for must not change under it. */
export const isAwaiting = ({ phase }: Ticket): boolean => phase !== 'editing';

/**
 * The ticket after an edit. An edit ends a lost attempt: what is sent next is another bet under another key.
 * What is on its way is not edited; the same ticket comes back.
 */
export const editTicket = (ticket: Ticket, stake: string): Ticket =>
  ticket.phase === 'placing' ? ticket : { ...emptyTicket, stake };

/** The ticket when its attempt goes out. */
export const sendTicket = (ticket: Ticket, attempt: Attempt): Ticket => ({
  ...ticket,
  phase: 'placing',
  attempt,
  refused: undefined,
});

/** The ticket when the reply was lost: the attempt stays, under its key. */
export const loseReply = (ticket: Ticket): Ticket => ({ ...ticket, phase: 'unheard' });

/** The ticket after a definite no. */
export const refuseTicket = (ticket: Ticket, refused: Refused): Ticket => ({
  ...emptyTicket,
  stake: ticket.stake,
  refused,
});
