import { openBucket, type BucketSettings } from '../platform/bucket.ts';
import { checkName, type Kept, type Vault } from './vault.ts';

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
