import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sign } from '@touchline/verify/ed25519';
import { type VerifierKey, verifierKey } from '@touchline/verify/keys';
import { codeOf, createFile } from './files.ts';

/** Key of the witness: what others verify with, and what signs. */
export type WitnessKey = { key: VerifierKey; sign: Sign };

/** A key file that must not be used. The message says why, for the operator. */
export class KeyError extends Error {}

const FILE = 'key.pem';

/** Whether the folder has a key. */
export async function hasKey(folder: string): Promise<boolean> {
  try {
    await stat(join(folder, FILE));
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/** Makes a new key, readable for its owner alone. @throws an error with code EEXIST when there is one */
export async function createKey(folder: string): Promise<void> {
  const { privateKey } = generateKeyPairSync('ed25519');
  await createFile(join(folder, FILE), privateKey.export({ format: 'pem', type: 'pkcs8' }).toString());
}

/** Reads the key. @throws KeyError for a file that others can read, or that has no Ed25519 key */
export async function readKey(folder: string, name: string): Promise<WitnessKey> {
  const path = join(folder, FILE);
  const { mode } = await stat(path);
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
    throw new KeyError(`${path} can be read by others: chmod 600 it, or make a new key if others had access`);
  }
  let privateKey;
  try {
    privateKey = createPrivateKey(await readFile(path, 'utf8'));
  } catch (error) {
    throw new KeyError(`${path} is no key: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (privateKey.asymmetricKeyType !== 'ed25519') throw new KeyError(`${path} has no Ed25519 key`);
  // The last 32 bytes of this form are the key itself (RFC 8410).
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-32);
  return {
    key: verifierKey({ name, type: 'cosignature', publicKey: Uint8Array.from(publicKey) }),
    sign: (message) => sign(null, message, privateKey),
  };
}
