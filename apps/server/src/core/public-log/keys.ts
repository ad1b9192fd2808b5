import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { request } from 'node:http';
import { request as requestTls } from 'node:https';
import { formatVerifierKey, verifierKey } from '@touchline/verify/keys';
import type { Config } from '../config/config.ts';
import type { Queryable } from '../database/database.ts';
import {
  readSecretInDatabase,
  readSecretInFolder,
  removeSecretInDatabase,
  removeSecretInFolder,
  replaceSecretInDatabase,
  replaceSecretInFolder,
  secretInDatabase,
  secretInFolder,
} from '../secrets.ts';

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

/** A key as signatures of notes name it. */
export type NamedKey = {
  /** Name of the log: a host name and a path, without a scheme. */
  name: string;
  /** The id that precedes each signature: eight hexadecimal digits. */
  id: string;
  /** The public key as verifiers take it (C2SP signed-note). */
  vkey: string;
};

/** Names a public key. */
export const namedKey = (name: string, publicKey: Uint8Array): NamedKey => {
  const key = verifierKey({ name, type: 'note', publicKey });
  return { name, id: key.id, vkey: formatVerifierKey(key) };
};

/** The house's keys of its log: they sign checkpoints and receipts, and blind what belongs to members. */
export type LogKeys = {
  /** Name of the log in its first epoch. */
  origin: string;
  /** The secret that the nonces of private entries come from; it never changes. */
  nonceKey: Uint8Array;
  /** Where the private key is kept. Only outside the database does it protect against an owner of the database. */
  kept: 'folder' | 'setting' | 'signer' | 'database';
  /** The key that a log without one begins with. @throws SignerAway */
  main(on: Queryable): Promise<Signer>;
  /** The private part of a public key, looked for in all places; undefined where it is in none. @throws SignerAway */
  find(publicKey: Uint8Array, on: Queryable): Promise<Signer | undefined>;
  /** All keys whose private parts are here and answer. */
  own(on: Queryable): Promise<Signer[]>;
  /** The key to which the log shall go over: that of the settings, else a new one, which is on the disk before it is returned. */
  next(on: Queryable): Promise<Signer>;
  /**
   * Destroys kept private keys that were replaced. What is interrupted is done the next time.
   * @param keys.inForce public key that signs now
   * @param keys.replaced public keys that sign no more
   */
  settle(keys: { inForce: Uint8Array; replaced: readonly Uint8Array[] }, on: Queryable): Promise<void>;
};

type Where = Pick<
  Config,
  | 'DATABASE_URL'
  | 'DATA_DIR'
  | 'LOG_KEY'
  | 'LOG_KEY_OLD'
  | 'LOG_SIGNER'
  | 'LOG_SIGNER_OLD'
  | 'LOG_NONCE_KEY'
  | 'LOG_ORIGIN'
  | 'SITE_ADDRESS'
>;

/** The name of the log: the setting, else the first address of the site. */
export const originOf = ({
  LOG_ORIGIN,
  SITE_ADDRESS,
}: Pick<Where, 'LOG_ORIGIN' | 'SITE_ADDRESS'>): string => {
  if (LOG_ORIGIN !== undefined) return LOG_ORIGIN;
  const [address = ''] = SITE_ADDRESS.split(',');
  return `${address === '' ? 'localhost' : new URL(address.trim()).host}/log`;
};

/** Names of the secrets in the data folder or the database; `next` is there while the log goes over to another key. */
const secretNames = { seed: 'log-key', next: 'log-key-next', nonceKey: 'log-nonce-key' } as const;

/** Secrets that are kept in one place. */
type Store = {
  /** Makes it unless it is there. */
  make: (on: Queryable, name: string) => Promise<Uint8Array>;
  read: (on: Queryable, name: string) => Promise<Uint8Array | undefined>;
  replace: (on: Queryable, name: string, by: string) => Promise<void>;
  remove: (on: Queryable, name: string) => Promise<void>;
};

const storeOf = ({ DATABASE_URL, DATA_DIR: folder }: Pick<Where, 'DATABASE_URL' | 'DATA_DIR'>): Store =>
  DATABASE_URL === undefined
    ? {
        make: (_on, name) => secretInFolder(folder, name),
        read: (_on, name) => readSecretInFolder(folder, name),
        replace: (_on, name, by) => replaceSecretInFolder(folder, name, by),
        remove: (_on, name) => removeSecretInFolder(folder, name),
      }
    : {
        make: secretInDatabase,
        read: readSecretInDatabase,
        replace: replaceSecretInDatabase,
        remove: removeSecretInDatabase,
      };

const fromSetting = (hex: string | undefined): Uint8Array | undefined =>
  hex === undefined ? undefined : Buffer.from(hex, 'hex');

const isSame = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

const keysOf = (config: Where, store: Store, nonceKey: Uint8Array): LogKeys => {
  const place = config.DATABASE_URL === undefined ? 'folder' : 'database';
  const asked = [config.LOG_SIGNER, config.LOG_SIGNER_OLD].map((address) =>
    address === undefined ? undefined : remoteSigner(address),
  );
  const [seed, oldSeed] = [config.LOG_KEY, config.LOG_KEY_OLD].map(fromSetting);
  const [set, old] = [seed, oldSeed].map((one) => (one === undefined ? undefined : localSigner(one)));
  const stored = async (on: Queryable, name: string): Promise<Signer | undefined> => {
    const found = await store.read(on, name);
    return found && localSigner(found);
  };
  const ofSettings = async (): Promise<Signer | undefined> => (await asked[0]?.()) ?? set;
  /** The keys of settings and of where they are kept. */
  const local = async (on: Queryable): Promise<Signer[]> => {
    const kept = [await stored(on, secretNames.seed), await stored(on, secretNames.next)];
    return [set, old, ...kept].filter((one) => one !== undefined);
  };
  /** Those of other processes that answer, and why one does not. */
  const remote = async (): Promise<{ here: Signer[]; away?: unknown }> => {
    const here: Signer[] = [];
    let away: unknown;
    for (const ask of asked) {
      try {
        const signer = await ask?.();
        if (signer) here.push(signer);
      } catch (error) {
        away = error;
      }
    }
    return { here, away };
  };
  return {
    origin: originOf(config),
    nonceKey,
    kept: config.LOG_SIGNER !== undefined ? 'signer' : config.LOG_KEY === undefined ? place : 'setting',
    main: async (on) => (await ofSettings()) ?? localSigner(await store.make(on, secretNames.seed)),
    find: async (publicKey, on) => {
      const isMeant = (signer: Signer): boolean => isSame(signer.publicKey, publicKey);
      const found = (await local(on)).find(isMeant);
      if (found) return found;
      const { here, away } = await remote();
      const answering = here.find(isMeant);
      // One that is away may have that key.
      if (answering === undefined && away !== undefined) throw away;
      return answering;
    },
    own: async (on) => [...(await local(on)), ...(await remote()).here],
    next: async (on) => (await ofSettings()) ?? localSigner(await store.make(on, secretNames.next)),
    settle: async ({ inForce, replaced }, on) => {
      const next = await stored(on, secretNames.next);
      if (next && isSame(next.publicKey, inForce)) {
        await store.replace(on, secretNames.seed, secretNames.next);
        return;
      }
      const kept = await stored(on, secretNames.seed);
      if (kept && replaced.some((one) => isSame(one, kept.publicKey)))
        await store.remove(on, secretNames.seed);
    },
  };
};

/**
 * The keys of a server: those of the settings, else from the data folder, and with `DATABASE_URL` in the database, because servers
 * that share one have no other place in common. They are made at the first start.
 */
export const openLogKeys = async (config: Where, on: Queryable): Promise<LogKeys> => {
  const store = storeOf(config);
  const nonceKey = fromSetting(config.LOG_NONCE_KEY) ?? (await store.make(on, secretNames.nonceKey));
  return keysOf(config, store, nonceKey);
};

/** The keys for a tool that only reads; undefined if no server has made one yet. */
export const readLogKeys = async (config: Where, on: Queryable): Promise<LogKeys | undefined> => {
  const store = storeOf(config);
  const nonceKey = fromSetting(config.LOG_NONCE_KEY) ?? (await store.read(on, secretNames.nonceKey));
  return nonceKey && keysOf(config, store, nonceKey);
};

/** A key that is in this process alone, as the only one of its log; for tests and measurements. */
export type LogKey = NamedKey &
  Pick<LogKeys, 'origin' | 'nonceKey'> &
  Pick<Signer, 'publicKey'> & { sign: (message: Uint8Array) => Uint8Array };

/**
 * Makes a key from its secrets.
 * @param given.seed of Ed25519, 32 bytes
 * @param given.nonceKey 32 bytes
 */
export const logKey = ({
  seed,
  origin,
  nonceKey,
}: { seed: Uint8Array } & Pick<LogKey, 'origin' | 'nonceKey'>): LogKey => {
  const signer = localSigner(seed);
  return { ...namedKey(origin, signer.publicKey), ...signer, origin, nonceKey };
};

/** The keys of a log that has this one alone. */
export const onlyKey = (key: LogKey): LogKeys => ({
  origin: key.origin,
  nonceKey: key.nonceKey,
  kept: 'setting',
  main: () => Promise.resolve(key),
  find: (publicKey) => Promise.resolve(isSame(publicKey, key.publicKey) ? key : undefined),
  own: () => Promise.resolve([key]),
  next: () => Promise.resolve(key),
  settle: () => Promise.resolve(),
});
