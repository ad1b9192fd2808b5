import type { GetObjectCommandOutput } from '@aws-sdk/client-s3';

/** A bucket of an S3-compatible storage, and the key that opens it. */
export type BucketSettings = {
  /** For a storage that is not Amazon's. */
  endpoint: string | undefined;
  region: string;
  bucket: string;
  keyId: string;
  secret: string;
};

/** An object as a listing shows it. */
type ListedObject = { key: string; size: number; at: Date };

/** Objects of a bucket by their whole keys. */
export type Bucket = {
  put: (key: string, bytes: Uint8Array, mime: string) => Promise<void>;
  get: (key: string) => Promise<Buffer | undefined>;
  /** Some bytes of an object; undefined when there is none, and fewer where it ends before. */
  getPart: (key: string, part: { offset: number; length: number }) => Promise<Buffer | undefined>;
  /** @returns undefined when there is none, `'too_large'` when it is longer than `bytesMax` */
  getAtMost: (key: string, bytesMax: number) => Promise<Buffer | 'too_large' | undefined>;
  /** Succeeds also where there is none. */
  remove: (key: string) => Promise<void>;
  /** All objects whose keys begin with a prefix, by key, in groups. */
  list: (prefix: string) => AsyncIterable<ListedObject[]>;
  close: () => void;
};

const isMissing = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound');

/** Opens a bucket by path style. The client is loaded only here. */
export const openBucket = async (settings: BucketSettings): Promise<Bucket> => {
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
  const find = async (Key: string, Range?: string): Promise<GetObjectCommandOutput | undefined> => {
    try {
      return await client.send(new s3.GetObjectCommand({ Bucket, Key, Range }));
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  };
  const bytesOf = async (found: GetObjectCommandOutput | undefined): Promise<Buffer | undefined> =>
    found?.Body && Buffer.from(await found.Body.transformToByteArray());
  return {
    async put(key, bytes, mime) {
      await client.send(new s3.PutObjectCommand({ Bucket, Key: key, Body: bytes, ContentType: mime }));
    },
    get: async (key) => bytesOf(await find(key)),
    getPart: async (key, { offset, length }) =>
      bytesOf(await find(key, `bytes=${offset}-${offset + length - 1}`)),
    async getAtMost(key, bytesMax) {
      const found = await find(key);
      return found?.Body && readAtMost(found.Body.transformToWebStream(), bytesMax);
    },
    async remove(key) {
      await client.send(new s3.DeleteObjectCommand({ Bucket, Key: key }));
    },
    async *list(prefix) {
      let ContinuationToken: string | undefined;
      do {
        const page = await client.send(
          new s3.ListObjectsV2Command({ Bucket, Prefix: prefix, ContinuationToken }),
        );
        yield (page.Contents ?? []).flatMap(({ Key: key, Size: size = 0, LastModified: at }) =>
          key === undefined || at === undefined ? [] : [{ key, size, at }],
        );
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken !== undefined);
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
