import { hourMs } from '@touchline/contract/durations';
import { join } from 'node:path';
import type { Ground, Room } from '../platform/room.ts';
import { createDecoder } from './decoder/pool.ts';
import { createPictures } from './pictures.ts';
import { uploadHandlers } from './routes.ts';
import { createUploads } from './service.ts';
import { createDiskStore } from './store/disk.ts';
import { createS3Store } from './store/s3.ts';

/** Opens the room of uploads with the storage that the settings name. */
export const openUploads = async ({ connections: { calls }, config, clock, log }: Ground) => {
  const { pool } = calls;
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
    service: { ...uploads, pictures: createPictures({ pool, store, decoder, clock }) },
    handlers: uploadHandlers({ uploads }),
    routines: [{ name: 'tidy uploads', everyMs: hourMs, run: () => uploads.tidy() }],
    stop: async () => {
      await decoder.close();
      s3?.close();
    },
  } satisfies Room;
};
