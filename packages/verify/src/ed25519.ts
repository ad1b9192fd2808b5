import { ed25519 } from '@noble/curves/ed25519.js';

/** Signs with a key that the caller keeps; 64 bytes. */
export type Sign = (message: Uint8Array) => Uint8Array;

/** Whether an Ed25519 signature (RFC 8032) of a message is by the key. The server passes Node's, which is faster. */
export type VerifySignature = (signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array) => boolean;

const POINT_BYTES = 32;
const SIGNATURE_BYTES = 64;

/**
 * Ed25519 in JavaScript. Accepts what Go and OpenSSL accept: RFC 8032 leaves verifiers a choice about points of small order, and
 * a house could sign so that the phone accepts what another program refuses.
 */
export const verifyEd25519: VerifySignature = (signature, message, publicKey) =>
  signature.length === SIGNATURE_BYTES &&
  publicKey.length === POINT_BYTES &&
  ed25519.verify(signature, message, publicKey, { zip215: false }) &&
  isPrimeOrder(signature.subarray(0, POINT_BYTES));

/** Whether bytes are a public key that all verifiers treat alike: a point of the prime-order group other than its zero. */
export function isPublicKey(bytes: Uint8Array): boolean {
  return bytes.length === POINT_BYTES && isPrimeOrder(bytes) && !ed25519.Point.fromBytes(bytes).is0();
}

function isPrimeOrder(point: Uint8Array): boolean {
  try {
    return ed25519.Point.fromBytes(point).isTorsionFree();
  } catch {
    return false;
  }
}
