import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import type { Sign } from '../ed25519.ts';
import { type KeyType, type VerifierKey, verifierKey } from '../keys.ts';

/** DER before the 32 bytes of an Ed25519 seed (RFC 8410). */
const SEED_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/** A key pair of Node's own Ed25519, always the same for a seed byte. */
export function testKey(
  name: string,
  type: KeyType,
  seed: number,
): { key: VerifierKey; name: string; id: string; sign: Sign } {
  const privateKey = createPrivateKey({
    key: Buffer.concat([SEED_PREFIX, Buffer.alloc(32, seed)]),
    format: 'der',
    type: 'pkcs8',
  });
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  const key = verifierKey({ name, type, publicKey: Uint8Array.from(spki.subarray(-32)) });
  return { key, name, id: key.id, sign: (message) => Uint8Array.from(sign(null, message, privateKey)) };
}
