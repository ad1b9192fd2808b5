import { randomBytes } from 'node:crypto';
import { isLan, type Lan } from '@touchline/locales/locales';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { createTextSigner } from '../secrets.ts';

/** The member of a stream, and the language it is read in. */
export type LiveMember = { id: string; sessionId: string; lan?: Lan | undefined };

/** A reader of the stream without an account. */
export const visitor = 'visitor';
export type LiveReader = LiveMember | typeof visitor;

const ticketMs = 30_000;

const Content = Compile(
  Type.Object({
    // Neither of a visitor.
    member: Type.Optional(Type.String()),
    session: Type.Optional(Type.String()),
    nonce: Type.String(),
    until: Type.Number(),
    lan: Type.Optional(Type.String()),
  }),
);

export type Tickets = {
  issue: (reader: LiveReader) => { ticket: string; expiresAt: string };
  redeem: (ticket: string) => Promise<LiveReader | undefined>;
};

/**
 * Tickets for the live stream: a browser cannot send a header with it, and an address must not contain a
 * token. A ticket is signed, so that another process of the server can take it, lasts 30 seconds and opens
 * one stream.
 * @param claim true for the first use of a nonce, where several processes share the work
 */
export const createTickets = (options: {
  secret: Uint8Array;
  nowMs: () => number;
  claim?: (nonce: string) => Promise<boolean>;
}): Tickets => {
  const { secret, nowMs, claim } = options;
  const signer = createTextSigner(secret, 'live-ticket');
  const used = new Map<string, number>();

  /** Used nonces are kept in the order of their use, so the expired ones come first. */
  const forget = (): void => {
    for (const [nonce, until] of used) {
      if (until > nowMs()) return;
      used.delete(nonce);
    }
  };

  return {
    issue: (reader) => {
      const of = reader === visitor ? {} : { member: reader.id, session: reader.sessionId, lan: reader.lan };
      const until = nowMs() + ticketMs;
      const nonce = randomBytes(12).toString('base64url');
      const ticket = signer.sign(JSON.stringify({ ...of, nonce, until }));
      return { ticket, expiresAt: new Date(until).toISOString() };
    },
    redeem: async (ticket) => {
      const text = signer.open(ticket);
      if (text === undefined) return undefined;
      const content: unknown = JSON.parse(text);
      if (!Content.Check(content) || content.until <= nowMs() || used.has(content.nonce)) return undefined;
      forget();
      used.set(content.nonce, nowMs() + ticketMs);
      if (claim !== undefined && !(await claim(content.nonce))) return undefined;
      const { member: id, session: sessionId, lan = '' } = content;
      if (id === undefined || sessionId === undefined) return visitor;
      return { id, sessionId, lan: isLan(lan) ? lan : undefined };
    },
  };
};
