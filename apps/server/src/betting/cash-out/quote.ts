import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { createTextSigner } from '../../core/signed-text.ts';

/** How long an offer is valid. */
export const quoteMs = 8_000;

const Content = Type.Object({
  /** The member of the bet, and the stake that had been sold when the offer was made. */
  member: Type.String(),
  bet: Type.String(),
  cashedStake: Type.String({ pattern: '^[0-9]+$' }),
  /** The ground of the offer: of each open leg, the market's version and the state of the match. */
  pins: Type.Array(Type.String()),
  /** Minor units. */
  offer: Type.String({ pattern: '^[0-9]+$' }),
  /** Milliseconds since 1970. */
  until: Type.Number(),
});
/** An offer as it comes back signed. */
export type Quote = Static<typeof Content>;
const ContentCheck = Compile(Content);

/** Signs offers, so that none has to be stored, and any process of the server can accept it. */
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
