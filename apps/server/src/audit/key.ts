import { createHmac } from 'node:crypto';
import type { Config } from '../platform/config.ts';
import type { Queryable } from '../platform/database.ts';
import {
  readSecretInDatabase,
  readSecretInFolder,
  secretInDatabase,
  secretInFolder,
} from '../platform/kept-secret.ts';

/** The key that seals the audit log. */
export type AuditKey = {
  secret: Uint8Array;
  /** Names the key without telling it. */
  id: string;
  /** Where it is kept: only outside the database does it hold against somebody who owns the database. */
  kept: 'folder' | 'setting' | 'database';
};

const name = 'audit-key';
type Where = Pick<Config, 'DATABASE_URL' | 'DATA_DIR' | 'AUDIT_KEY'>;

/** A key as it is used. @param secret 32 bytes */
export const auditKey = (secret: Uint8Array, kept: AuditKey['kept'] = 'folder'): AuditKey => ({
  secret,
  id: createHmac('sha256', secret).update('touchline audit key').digest('hex').slice(0, 16),
  kept,
});

const ofSetting = ({ AUDIT_KEY: hex }: Where): AuditKey | undefined =>
  hex === undefined ? undefined : auditKey(Buffer.from(hex, 'hex'), 'setting');

/**
 * The key of a server: that of the setting, else one in the data folder. Servers that share a database without the setting
 * keep it in the database, for want of another place they all reach. Made at the first start.
 */
export const openAuditKey = async (config: Where, on: Queryable): Promise<AuditKey> =>
  ofSetting(config) ??
  (config.DATABASE_URL === undefined
    ? auditKey(await secretInFolder(config.DATA_DIR, name), 'folder')
    : auditKey(await secretInDatabase(on, name), 'database'));

/** The same key for a tool that only reads; undefined where no server has made it yet. */
export const readAuditKey = async (config: Where, on: Queryable): Promise<AuditKey | undefined> => {
  const given = ofSetting(config);
  if (given !== undefined) return given;
  const isShared = config.DATABASE_URL !== undefined;
  const secret = await (isShared
    ? readSecretInDatabase(on, name)
    : readSecretInFolder(config.DATA_DIR, name));
  return secret && auditKey(secret, isShared ? 'database' : 'folder');
};
