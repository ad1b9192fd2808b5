import { join } from 'node:path';
import type pg from 'pg';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import type { Log } from '../platform/log.ts';
import { createDecoder } from './decoder/pool.ts';
import { createPictures, type Pictures } from './pictures.ts';
import { createUploads, type Uploads } from './service.ts';
import { createDiskStore } from './store/disk.ts';
import { createS3Store } from './store/s3.ts';

type UploadConfig = Pick<
  Config,
  'DATA_DIR' | 'UPLOADS_PER_DAY' | 'S3_BUCKET' | 'S3_ENDPOINT' | 'S3_REGION' | 'S3_KEY_ID' | 'S3_SECRET'
>;

/** The room with the storage and the decoder of the settings; `close` ends what it started. */
export const openUploads = async ({
  pool,
  config,
  clock,
  log,
}: {
  pool: pg.Pool;
  config: UploadConfig;
  clock: Clock;
  log: Log;
}): Promise<Uploads & { pictures: Pictures; close(): Promise<void> }> => {
  const { S3_BUCKET: bucket, S3_KEY_ID: keyId, S3_SECRET: secret } = config;
  const s3 =
    bucket === undefined || keyId === undefined || secret === undefined
      ? undefined
      : await createS3Store({
          bucket,
          keyId,
          secret,
          endpoint: config.S3_ENDPOINT,
          region: config.S3_REGION,
        });
  const decoder = createDecoder({ onLost: (why) => log.warn({ why }, 'the decoder of images was replaced') });
  const store = s3 ?? createDiskStore(join(config.DATA_DIR, 'uploads'));
  const uploads = createUploads({ pool, clock, decoder, store, perDay: () => config.UPLOADS_PER_DAY });
  return {
    ...uploads,
    pictures: createPictures({ pool, store, decoder, clock }),
    close: async () => {
      await decoder.close();
      s3?.close();
    },
  };
};
