import { openBucket, type BucketSettings } from '../../../core/bucket.ts';
import { isPlace, type Store } from './store.ts';

/**
 * Files in a bucket of an S3-compatible storage.
 * @param folder the prefix of their names in the bucket
 */
export const createS3Store = async (
  settings: BucketSettings,
  folder = 'uploads',
): Promise<Store & { close(): void }> => {
  const prefix = `${folder}/`;
  const bucket = await openBucket(settings);
  const keyOf = (place: string): string => {
    if (!isPlace(place)) throw new Error('no place of an upload');
    return `${prefix}${place}`;
  };
  return {
    put: async (place, bytes, mime) => bucket.put(keyOf(place), bytes, mime),
    get: async (place) => bucket.get(keyOf(place)),
    getPart: async (place, part) => bucket.getPart(keyOf(place), part),
    remove: async (place) => bucket.remove(keyOf(place)),
    async *placesBefore(moment) {
      for await (const objects of bucket.list(prefix)) {
        yield objects.flatMap(({ key, at }) => {
          const place = key.slice(prefix.length);
          return at < moment && isPlace(place) ? [place] : [];
        });
      }
    },
    incoming: { get: bucket.getAtMost, remove: bucket.remove },
    close: bucket.close,
  };
};
