import type { GetObjectCommandOutput } from '@aws-sdk/client-s3';
import { isPlace, type Store } from './store.ts';

export type S3Settings = {
  /** For a storage that is not Amazon's. */
  endpoint: string | undefined;
  region: string;
  bucket: string;
  keyId: string;
  secret: string;
};

const isMissing = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound');

/**
 * Files in a bucket of an S3-compatible storage, by path style. The client is loaded only here.
 * @param folder the prefix of their names in the bucket
 */
export const createS3Store = async (
  settings: S3Settings,
  folder = 'uploads',
): Promise<Store & { close(): void }> => {
  const prefix = `${folder}/`;
  const s3 = await import('@aws-sdk/client-s3');
  const { bucket: Bucket, endpoint } = settings;
  const client = new s3.S3Client({
    ...(endpoint === undefined ? {} : { endpoint }),
    region: settings.region,
    credentials: { accessKeyId: settings.keyId, secretAccessKey: settings.secret },
    forcePathStyle: true,
    maxAttempts: 3,
    // Not all other storages know Amazon's newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 30_000 },
  });
  const keyOf = (place: string): string => {
    if (!isPlace(place)) throw new Error('no place of an upload');
    return `${prefix}${place}`;
  };
  const find = async (Key: string, Range?: string): Promise<GetObjectCommandOutput | undefined> => {
    try {
      return await client.send(new s3.GetObjectCommand({ Bucket, Key, Range }));
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  };
  const remove = async (Key: string): Promise<void> => {
    await client.send(new s3.DeleteObjectCommand({ Bucket, Key }));
  };
  return {
    async put(place, bytes, mime) {
      await client.send(
        new s3.PutObjectCommand({ Bucket, Key: keyOf(place), Body: bytes, ContentType: mime }),
      );
    },
    async get(place) {
      const found = await find(keyOf(place));
      return found?.Body && Buffer.from(await found.Body.transformToByteArray());
    },
    async getPart(place, { offset, length }) {
      const found = await find(keyOf(place), `bytes=${offset}-${offset + length - 1}`);
      return found?.Body && Buffer.from(await found.Body.transformToByteArray());
    },
    remove: (place) => remove(keyOf(place)),
    async *placesBefore(moment) {
      let ContinuationToken: string | undefined;
      do {
        const page = await client.send(
          new s3.ListObjectsV2Command({
            Bucket,
            Prefix: prefix,
            ContinuationToken,
          }),
        );
        yield (page.Contents ?? []).flatMap(({ Key = '', LastModified }) => {
          const place = Key.slice(prefix.length);
          return LastModified !== undefined && LastModified < moment && isPlace(place) ? [place] : [];
        });
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken !== undefined);
    },
    incoming: {
      async get(key, bytesMax) {
        const found = await find(key);
        return found?.Body && readAtMost(found.Body.transformToWebStream(), bytesMax);
      },
      remove,
    },
    close: () => client.destroy(),
  };
};

/** Reads a stream up to a bound, independent of the announced length. */
const readAtMost = async (
  stream: AsyncIterable<unknown>,
  bytesMax: number,
): Promise<Buffer | 'too_large'> => {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream) {
    if (!(chunk instanceof Uint8Array)) throw new Error('the storage sent no bytes');
    length += chunk.length;
    if (length > bytesMax) return 'too_large';
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};
