import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { createTextSigner } from '../../platform/signed-text.ts';

/** How long an offer stands. */
export const quoteMs = 8_000;

const Content = Type.Object({
  /** Whose bet it is, and what of its stake had been sold when the offer was made. */
  member: Type.String(),
  bet: Type.String(),
  cashedStake: Type.String({ pattern: '^[0-9]+$' }),
  /** What the offer rests on: of each open leg, the market's version and the match as it stands. */
  pins: Type.Array(Type.String()),
  /** Minor units. */
  offer: Type.String({ pattern: '^[0-9]+$' }),
  /** Milliseconds since 1970. */
  until: Type.Number(),
});
/** An offer as the server will know it again. */
export type Quote = Static<typeof Content>;
const ContentCheck = Compile(Content);

/** Signs offers, so that none has to be stored, and any process of the server can honour it. */
export const createQuotes = (secret: Uint8Array) => {
  const signer = createTextSigner(secret, 'cash-out');
  return {
    sign: (quote: Quote): string => signer.sign(JSON.stringify(quote)),
    /** @returns undefined for a text that this server has not signed */
    open: (text: string): Quote | undefined => {
      const signed = signer.open(text);
      if (signed === undefined) return undefined;
      const content: unknown = JSON.parse(signed);
      return ContentCheck.Check(content) ? content : undefined;
    },
  };
};
