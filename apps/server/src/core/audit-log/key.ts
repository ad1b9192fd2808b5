import { createHmac } from 'node:crypto';
import type { Config } from '../config/config.ts';
import type { Queryable } from '../database/database.ts';
import {
  readSecretInDatabase,
  readSecretInFolder,
  secretInDatabase,
  secretInFolder,
} from '../kept-secret.ts';

/** The key that seals the audit log. */
export type AuditKey = {
  secret: Uint8Array;
  /** Identifies the key without revealing it. */
  id: string;
  /** Where the key is stored. Only outside the database does it protect against an owner of the database. */
  kept: 'folder' | 'setting' | 'database';
};

const name = 'audit-key';
type Where = Pick<Config, 'DATABASE_URL' | 'DATA_DIR' | 'AUDIT_KEY'>;

/** Makes a key from its secret. @param secret 32 bytes */
export const auditKey = (secret: Uint8Array, kept: AuditKey['kept'] = 'folder'): AuditKey => ({
  secret,
  id: createHmac('sha256', secret).update('touchline audit key').digest('hex').slice(0, 16),
  kept,
});

const ofSetting = ({ AUDIT_KEY: hex }: Where): AuditKey | undefined =>
  hex === undefined ? undefined : auditKey(Buffer.from(hex, 'hex'), 'setting');

/**
 * The key of a server: from the setting, else from the data folder. Servers that share a database without the setting keep
 * it in the database, because they have no other place in common. It is made at the first start.
 */
export const openAuditKey = async (config: Where, on: Queryable): Promise<AuditKey> =>
  ofSetting(config) ??
  (config.DATABASE_URL === undefined
    ? auditKey(await secretInFolder(config.DATA_DIR, name), 'folder')
    : auditKey(await secretInDatabase(on, name), 'database'));

/** The key for a tool that only reads; undefined if no server has made one yet. */
export const readAuditKey = async (config: Where, on: Queryable): Promise<AuditKey | undefined> => {
  const given = ofSetting(config);
  if (given !== undefined) return given;
  const isShared = config.DATABASE_URL !== undefined;
  const secret = await (isShared
    ? readSecretInDatabase(on, name)
    : readSecretInFolder(config.DATA_DIR, name));
  return secret && auditKey(secret, isShared ? 'database' : 'folder');
};
