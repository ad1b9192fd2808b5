import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { openBucket, type BucketSettings } from '../../core/bucket.ts';
import type { Config } from '../../core/config/config.ts';
import { draftEnding, isMissing, readFileIfThere, writeFileWhole } from '../../core/disk-files.ts';
import { Repository } from './repository.ts';
import { createSealing, parseBackupKey } from './sealing.ts';
import { checkName, type Kept, type Vault } from './vault.ts';

/** Backups in a folder, on a disk other than that of the database. When `put` returns, the file is on the disk. */
export const diskVault = (folder: string): Vault => {
  const pathOf = (name: string): string => join(folder, checkName(name));
  const listBelow = async (prefix: string): Promise<Kept[]> => {
    const entries = await readdir(join(folder, prefix), { withFileTypes: true }).catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    });
    const found: Kept[] = [];
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const name = `${prefix}${entry.name}`;
      if (entry.isDirectory()) found.push(...(await listBelow(`${name}/`)));
      else if (!name.endsWith(draftEnding)) {
        const known = await stat(join(folder, name)).catch(() => undefined);
        if (known !== undefined) found.push({ name, size: known.size, at: known.mtime });
      }
    }
    return found;
  };
  return {
    where: folder,
    put: async (name, bytes) => writeFileWhole(pathOf(name), bytes),
    get: async (name) => readFileIfThere(pathOf(name)),
    remove: (name) => rm(pathOf(name), { force: true }),
    async list(prefix) {
      const below = prefix.slice(0, prefix.lastIndexOf('/') + 1);
      return (await listBelow(below)).filter(({ name }) => name.startsWith(prefix));
    },
    close: () => undefined,
  };
};

/** Backups in a bucket, below a folder of it. */
export const bucketVault = async (settings: BucketSettings, folder: string): Promise<Vault> => {
  const bucket = await openBucket(settings);
  const prefix = folder === '' ? '' : `${checkName(folder)}/`;
  const keyOf = (name: string): string => `${prefix}${checkName(name)}`;
  return {
    where: `s3://${settings.bucket}/${folder}`,
    put: (name, bytes) => bucket.put(keyOf(name), bytes, 'application/octet-stream'),
    get: (name) => bucket.get(keyOf(name)),
    remove: (name) => bucket.remove(keyOf(name)),
    async list(below) {
      const found: Kept[] = [];
      for await (const objects of bucket.list(`${prefix}${below}`)) {
        for (const { key, size, at } of objects) found.push({ name: key.slice(prefix.length), size, at });
      }
      return found;
    },
    close: bucket.close,
  };
};

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
  return new Repository(await openVault(to, settings), createSealing(parseBackupKey(key)));
};
