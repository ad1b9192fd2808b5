import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { formatVerifierKey, verifierKey } from '@touchline/verify/keys';
import type { Config } from './config.ts';
import type { Queryable } from './database.ts';
import { readSecretInDatabase, readSecretInFolder, secretInDatabase, secretInFolder } from './kept-secret.ts';

/** The house's key of its log: it signs checkpoints and receipts, and blinds what belongs to members. */
export type LogKey = {
  /** Name of the log and of its key: a host name and a path, without a scheme. */
  origin: string;
  /** The id that precedes each signature: eight hexadecimal digits. */
  id: string;
  /** The public key as verifiers take it (C2SP signed-note). */
  vkey: string;
  /** Signs a message with Ed25519. */
  sign: (message: Uint8Array) => Uint8Array;
  /** The secret that the nonces of private entries come from. */
  nonceKey: Uint8Array;
  /** Where the key is stored. Only outside the database does it protect against an owner of the database. */
  kept: 'folder' | 'setting' | 'database';
};

/** A private key of Ed25519 in PKCS #8: these bytes and the seed (RFC 8410, section 7). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
/** A public key in SPKI: this many bytes and the key. */
const SPKI_PREFIX_BYTES = 12;

/**
 * Makes a key from its secrets.
 * @param given.seed of Ed25519, 32 bytes
 * @param given.nonceKey 32 bytes
 */
export const logKey = ({
  seed,
  origin,
  nonceKey,
  kept,
}: { seed: Uint8Array } & Pick<LogKey, 'origin' | 'nonceKey' | 'kept'>): LogKey => {
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  const publicKey = Uint8Array.from(spki.subarray(SPKI_PREFIX_BYTES));
  const verifier = verifierKey({ name: origin, type: 'note', publicKey });
  return {
    origin,
    id: verifier.id,
    vkey: formatVerifierKey(verifier),
    sign: (message) => sign(null, message, privateKey),
    nonceKey,
    kept,
  };
};

type Where = Pick<
  Config,
  'DATABASE_URL' | 'DATA_DIR' | 'LOG_KEY' | 'LOG_NONCE_KEY' | 'LOG_ORIGIN' | 'SITE_ADDRESS'
>;

/** The name of the log: the setting, else the first address of the site. */
export const originOf = ({ LOG_ORIGIN, SITE_ADDRESS }: Where): string => {
  if (LOG_ORIGIN !== undefined) return LOG_ORIGIN;
  const [address = ''] = SITE_ADDRESS.split(',');
  return `${address === '' ? 'localhost' : new URL(address.trim()).host}/log`;
};

/** Names of the secrets in the data folder or the database. */
const secretNames = { seed: 'log-key', nonceKey: 'log-nonce-key' } as const;

/** Makes the key of secrets that come from the settings or from where they are kept. */
const keyOf = (config: Where, secrets: { seed: Uint8Array; nonceKey: Uint8Array }): LogKey => {
  const place = config.DATABASE_URL === undefined ? 'folder' : 'database';
  return logKey({
    ...secrets,
    origin: originOf(config),
    kept: config.LOG_KEY === undefined ? place : 'setting',
  });
};

const fromSetting = (hex: string | undefined): Uint8Array | undefined =>
  hex === undefined ? undefined : Buffer.from(hex, 'hex');

/**
 * The key of a server: from the settings, else from the data folder, and with `DATABASE_URL` in the database, because servers
 * that share one have no other place in common. It is made at the first start.
 */
export const openLogKey = async (config: Where, on: Queryable): Promise<LogKey> => {
  const keep = (name: string): Promise<Uint8Array> =>
    config.DATABASE_URL === undefined ? secretInFolder(config.DATA_DIR, name) : secretInDatabase(on, name);
  return keyOf(config, {
    seed: fromSetting(config.LOG_KEY) ?? (await keep(secretNames.seed)),
    nonceKey: fromSetting(config.LOG_NONCE_KEY) ?? (await keep(secretNames.nonceKey)),
  });
};

/** The key for a tool that only reads; undefined if no server has made one yet. */
export const readLogKey = async (config: Where, on: Queryable): Promise<LogKey | undefined> => {
  const read = (name: string): Promise<Uint8Array | undefined> =>
    config.DATABASE_URL === undefined
      ? readSecretInFolder(config.DATA_DIR, name)
      : readSecretInDatabase(on, name);
  const seed = fromSetting(config.LOG_KEY) ?? (await read(secretNames.seed));
  const nonceKey = fromSetting(config.LOG_NONCE_KEY) ?? (await read(secretNames.nonceKey));
  return seed && nonceKey && keyOf(config, { seed, nonceKey });
};
