import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { request } from 'node:http';
import { request as requestTls } from 'node:https';

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

/** After this time a call counts as failed: a member waits for the receipt. */
const deadlineMs = 2_000;
/** After a failure nothing is asked for this time, so that calls of members do not each wait for the deadline. */
const pauseMs = 1_000;
/** Keys and signatures are some bytes in base64. */
const answerMaxBytes = 1_000;
const publicKeyBytes = 32;
const signatureBytes = 64;

/**
 * A key in another process or machine, which answers over HTTP: `GET <address>/key` with the public key, and `POST <address>/sign` with
 * the signature of the body, both in base64.
 * @param address `https://…`, `http://…`, or `unix:` and the path of a socket
 * @returns asks for the public key once; throws SignerAway while it does not answer
 */
export const remoteSigner = (address: string): (() => Promise<Signer>) => {
  let found: Signer | undefined;
  let pausedUntil = 0;

  const call = async (path: string, message?: Uint8Array): Promise<Uint8Array> => {
    if (performance.now() < pausedUntil) throw new SignerAway('the signer did not answer the last call');
    try {
      const text = await ask(address, path, message);
      return Uint8Array.from(Buffer.from(text.trim(), 'base64'));
    } catch (error) {
      pausedUntil = performance.now() + pauseMs;
      throw new SignerAway(
        `the signer does not answer: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  };

  return async () => {
    if (found) return found;
    const publicKey = await call('/key');
    if (publicKey.length !== publicKeyBytes) throw new SignerAway('the signer has sent no public key');
    const key = publicKeyObject(publicKey);
    found = {
      publicKey,
      sign: async (message) => {
        const signature = await call('/sign', message);
        // A wrong signature would make the house look like a forger.
        if (signature.length !== signatureBytes || !verify(null, message, key, signature)) {
          throw new SignerAway('the signer has answered with a signature of another key');
        }
        return signature;
      },
    };
    return found;
  };
};

/** One call, with a body where there is something to sign. @returns the text of the answer */
const ask = (address: string, path: string, message: Uint8Array | undefined): Promise<string> =>
  new Promise((resolve, reject) => {
    const options = {
      method: message === undefined ? 'GET' : 'POST',
      signal: AbortSignal.timeout(deadlineMs),
      headers: { 'content-type': 'application/octet-stream', 'content-length': message?.length ?? 0 },
    };
    const socketPath = address.startsWith('unix:') ? address.slice('unix:'.length) : undefined;
    const url = new URL(
      socketPath === undefined ? `${address.replace(/\/+$/, '')}${path}` : `http://signer${path}`,
    );
    const send = url.protocol === 'https:' ? requestTls : request;
    const call = send(url, socketPath === undefined ? options : { ...options, socketPath }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => {
        text += chunk;
        if (text.length <= answerMaxBytes) return;
        reject(new Error('an answer too long'));
        call.destroy();
      });
      answer.on('error', reject);
      answer.on('end', () => {
        if (answer.statusCode === 200) resolve(text);
        else reject(new Error(`status ${answer.statusCode}`));
      });
    });
    call.on('error', reject);
    call.end(message);
  });
