import type { Config } from '../platform/config.ts';
import { createRepository, type Repository } from './repository.ts';
import { createSealing, parseBackupKey } from './sealing.ts';
import { bucketVault } from './vault-bucket.ts';
import { diskVault } from './vault-disk.ts';
import type { Vault } from './vault.ts';

/** Settings by which a repository is opened. */
export type RepositorySettings = Pick<
  Config,
  | 'BACKUP_TO'
  | 'BACKUP_KEY'
  | 'BACKUP_S3_ENDPOINT'
  | 'BACKUP_S3_REGION'
  | 'BACKUP_S3_KEY_ID'
  | 'BACKUP_S3_SECRET'
>;

/** The settings name no place for backups, or no key. */
export class NoRepository extends Error {}

const openVault = async (to: string, settings: RepositorySettings): Promise<Vault> => {
  const [, bucket, folder = ''] = /^s3:\/\/([^/]+)\/?(.*?)\/?$/.exec(to) ?? [];
  if (bucket === undefined) return diskVault(to);
  const { BACKUP_S3_ENDPOINT: endpoint, BACKUP_S3_REGION: region } = settings;
  const { BACKUP_S3_KEY_ID: keyId, BACKUP_S3_SECRET: secret } = settings;
  if (keyId === undefined || secret === undefined) {
    throw new NoRepository('A bucket needs BACKUP_S3_KEY_ID and BACKUP_S3_SECRET');
  }
  return bucketVault({ endpoint, region, bucket, keyId, secret }, folder);
};

/** The repository of the settings. @throws NoRepository */
export const openRepository = async (settings: RepositorySettings): Promise<Repository> => {
  const { BACKUP_TO: to } = settings;
  if (to === undefined) throw new NoRepository('BACKUP_TO must name a folder or a bucket for backups');
  const { BACKUP_KEY: key } = settings;
  if (key === undefined)
    throw new NoRepository('BACKUP_KEY or BACKUP_KEY_FILE must name the key of the backups');
  return createRepository(await openVault(to, settings), createSealing(parseBackupKey(key)));
};
