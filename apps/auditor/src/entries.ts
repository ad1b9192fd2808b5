import { fromBase64, fromUtf8 } from '@touchline/verify/bytes';
import type { JsonObject } from '@touchline/verify/canonical-json';
import { parseFact } from '@touchline/verify/entries';
import type { Kind } from '@touchline/verify/entries';
import { Malformed } from '@touchline/verify/malformed';

/** An entry of the log: a public fact, or the commitment to a private one. */
export type Entry = { fact: JsonObject & Kind; isPrivate: boolean };

/** Bytes of a SHA-256 commitment. */
const HASH_BYTES = 32;

/** Reads an entry. @throws Malformed for what the format does not allow */
export function readEntry(bytes: Uint8Array): Entry {
  const fact = parseFact(fromUtf8(bytes));
  const { hash } = fact;
  // Hash, kind and version alone are a commitment; public facts say more.
  const isPrivate = typeof hash === 'string' && Object.keys(fact).length === 3;
  if (isPrivate && fromBase64(hash).length !== HASH_BYTES)
    throw new Malformed('hash of a private entry has no 32 bytes');
  return { fact, isPrivate };
}
