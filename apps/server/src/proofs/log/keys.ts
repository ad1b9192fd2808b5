import { parseVerifierKey } from '@touchline/verify/keys';
import type pg from 'pg';
import type { Queryable } from '../../core/database/database.ts';
import {
  namedKey,
  SignerAway,
  type LogKeys,
  type NamedKey,
  type Signer,
} from '../../core/public-log/keys.ts';
import { insertKey, readKeys, type KeyRow } from './key-queries.ts';
import { readSigned } from './signing-queries.ts';

/** The name of the log in an epoch: another tree must never be taken for the first. */
export const nameOf = (origin: string, epoch: number): string =>
  epoch === 1 ? origin : `${origin}/${epoch}`;

/** The keys of an epoch; the first one is noted when it is needed. The caller has locked the row of the epoch. */
export const keysOfEpoch = async (client: Queryable, keys: LogKeys, epoch: number): Promise<KeyRow[]> => {
  const rows = await readKeys(client, epoch);
  if (rows.length > 0) return rows;
  const { publicKey } = await keys.main(client);
  const { vkey } = namedKey(nameOf(keys.origin, epoch), publicKey);
  return [await insertKey(client, { epoch, vkey, since: 0 })];
};

/** The key that signs now. */
export const inForceOf = (rows: readonly KeyRow[]): KeyRow | undefined =>
  rows.findLast(({ since }) => since !== null);

/** A key that has a private part here. */
export type KeyToSign = NamedKey & Pick<Signer, 'sign'>;

/** There is no private part of a key that must sign. */
export class KeyMissing extends Error {}

/** Finds what signs with a key. @throws KeyMissing · SignerAway */
export const findSigner = async (keys: LogKeys, vkey: string, on: Queryable): Promise<KeyToSign> => {
  const { name, publicKey } = parseVerifierKey(vkey);
  const signer = await keys.find(publicKey, on);
  if (signer === undefined) {
    throw new KeyMissing(
      `The log is signed with ${vkey}, and its private key is not here: the log goes over to another key by "npm run log -- rotate" alone`,
    );
  }
  return { ...namedKey(name, publicKey), sign: signer.sign };
};

/** The key in force, as this process knows it. */
export type CurrentKey = {
  vkey: () => string;
  /** The key, if its private part is here. @throws KeyMissing · SignerAway */
  get: () => KeyToSign | Promise<KeyToSign>;
  /** Looks whether the log has gone over to another key, and destroys kept private keys that sign no more. */
  refresh: () => Promise<void>;
};

/** Opens the key in force, which signs receipts. @throws SignerAway for a log that was never signed */
export const openCurrentKey = async (pool: pg.Pool, keys: LogKeys): Promise<CurrentKey> => {
  let vkey = '';
  let found: KeyToSign | undefined;

  const refresh = async (): Promise<void> => {
    const { epoch } = await readSigned(pool);
    const rows = await readKeys(pool, epoch);
    const row = inForceOf(rows);
    const next = row?.vkey ?? namedKey(nameOf(keys.origin, epoch), (await keys.main(pool)).publicKey).vkey;
    if (next === vkey) return;
    found = undefined;
    vkey = next;
    const others = rows.filter((one) => one.since !== null && one !== row);
    await keys.settle(
      { inForce: publicKeyOf(next), replaced: others.map((one) => publicKeyOf(one.vkey)) },
      pool,
    );
  };

  const find = async (): Promise<KeyToSign> => {
    try {
      found = await findSigner(keys, vkey, pool);
    } catch (error) {
      if (!(error instanceof KeyMissing)) throw error;
      // Another process may have gone over to the next key, and destroyed this one.
      await refresh();
      found = await findSigner(keys, vkey, pool);
    }
    return found;
  };

  await refresh();
  return {
    vkey: () => vkey,
    get: () => found ?? find(),
    refresh,
  };
};

const publicKeyOf = (vkey: string): Uint8Array => parseVerifierKey(vkey).publicKey;

/** Whether something may be signed later, by the server that has the key. */
export const isKeyAway = (error: unknown): error is Error =>
  error instanceof SignerAway || error instanceof KeyMissing;
