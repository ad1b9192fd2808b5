import { createPrivateKey, createPublicKey, sign } from 'node:crypto';

/** Signs with one Ed25519 key, whose private part may be in another process. */
export type Signer = {
  /** 32 bytes. */
  publicKey: Uint8Array;
  /**
   * Signs a message: 64 bytes.
   * @throws SignerAway
   */
  sign: (message: Uint8Array) => Uint8Array | Promise<Uint8Array>;
};

/** What holds the private key did not answer, or not with its signature: the same may succeed later. */
export class SignerAway extends Error {}

/** A private key of Ed25519 in PKCS #8: these bytes and the seed (RFC 8410, section 7). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
/** A public key in SPKI: these bytes and the key. */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');

/** Signs in this process. @param seed of Ed25519, 32 bytes */
export const localSigner = (
  seed: Uint8Array,
): Pick<Signer, 'publicKey'> & { sign: (message: Uint8Array) => Uint8Array } => {
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  return {
    publicKey: Uint8Array.from(spki.subarray(SPKI.length)),
    sign: (message) => sign(null, message, privateKey),
  };
};

/** The public key as Node verifies with it. */
export const publicKeyObject = (publicKey: Uint8Array) =>
  createPublicKey({ key: Buffer.concat([SPKI, publicKey]), format: 'der', type: 'spki' });
