import { sha256 as noble } from '@noble/hashes/sha2.js';

/** SHA-256. The server passes Node's, which is faster. */
export type Sha256 = (bytes: Uint8Array) => Uint8Array;

/** How many bytes a hash has. */
export const HASH_BYTES = 32;

/** SHA-256 in JavaScript: the same in browsers and Node, and without waiting. */
export const sha256: Sha256 = (bytes) => noble(bytes);
