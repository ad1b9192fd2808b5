import type { LogProof } from '@touchline/contract/shapes/log-proof';
import type { Receipt } from '@touchline/contract/shapes/receipt';
import type { JsonObject } from '@touchline/verify/canonical-json';
import type { ProofFile } from '@touchline/verify/proof-file';
import type { RelatedProof } from '@touchline/verify/related';
import type { KeptProof } from './kept-proofs.ts';
import type { LogLook } from './log-look.ts';

/** The proof of something that belongs to another, as a file has it. */
export const relatedOf = ({ body, nonce, proof }: LogProof): RelatedProof => ({
  body,
  ...(nonce === undefined ? {} : { nonce }),
  entry: proof,
});

/**
 * The proof file of something: the receipt that this device kept, else the server's, and its entry in the log.
 * @returns undefined where there is neither receipt nor entry, or no key
 */
export const proofFileOf = (
  vkey: string,
  from: {
    kept?: KeptProof | undefined;
    receipt?: Receipt | null | undefined;
    look?: LogLook | undefined;
    shown?: JsonObject | undefined;
  },
): ProofFile | undefined => {
  const { kept, look } = from;
  const found = kept?.receipt ?? from.receipt ?? undefined;
  const own = look?.own;
  if (vkey === '') return undefined;
  const shown = kept?.shown ?? from.shown;
  const beside = {
    ...(own === undefined ? {} : { entry: own.proof }),
    ...(shown === undefined ? {} : { shown: { ...shown } }),
    ...(look === undefined || look.related.length === 0 ? {} : { related: look.related.map(relatedOf) }),
  };
  if (found !== undefined) {
    const { body, nonce, proof } = found;
    return { v: 2, vkey, body, nonce, receipt: proof, ...beside };
  }
  return own && { v: 2, vkey, ...relatedOf(own), ...beside };
};
