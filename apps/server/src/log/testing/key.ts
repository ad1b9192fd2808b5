import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { formatVerifierKey, verifierKey } from '@touchline/verify/keys';
import type { CheckpointKey } from '../signing.ts';

const privateKey = createPrivateKey({
  key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.alloc(32, 9)]),
  format: 'der',
  type: 'pkcs8',
});
const publicKey = Uint8Array.from(
  createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(12),
);
const origin = 'touchline.example/log';

/** Signs and blinds the logs of tests. */
export const testKey: CheckpointKey & { nonceKey: Uint8Array } = {
  origin,
  vkey: formatVerifierKey(verifierKey({ name: origin, type: 'note', publicKey })),
  sign: (message) => sign(null, message, privateKey),
  nonceKey: Buffer.alloc(32, 10),
};
