import { createECDH } from 'node:crypto';
import type { Queryable } from '../../core/database/database.ts';

/** The pair of keys by which push services know this site, base64url: the public one goes to browsers. */
export type PushKeys = { publicKey: string; privateKey: string };

const curve = 'prime256v1';
const bytes = 32;

/**
 * The keys of this site: the first process makes them once, and they are kept. If they were lost, every
 * browser would have to subscribe again.
 */
export const pushKeys = async (db: Queryable): Promise<PushKeys> => {
  const fresh = createECDH(curve);
  fresh.generateKeys();
  // The library leaves leading zeros out.
  const made = Buffer.concat([Buffer.alloc(bytes), fresh.getPrivateKey()]).subarray(-bytes);
  await db.query(
    `insert into server_secret (name, secret) values ('push', $1) on conflict (name) do nothing`,
    [made],
  );
  const { rows } = await db.query<{ secret: Buffer }>(`select secret from server_secret where name = 'push'`);
  const secret = rows[0]?.secret;
  if (secret?.length !== bytes) throw new Error('The key of push messages in the database is damaged');
  const pair = createECDH(curve);
  pair.setPrivateKey(secret);
  return {
    publicKey: pair.getPublicKey().toString('base64url'),
    privateKey: secret.toString('base64url'),
  };
};
