import { hourMs } from '@touchline/contract/durations';
import { join } from 'node:path';
import type { Ground, Room } from '../platform/room.ts';
import { createDecoder } from './decoder/pool.ts';
import { createPictures } from './pictures.ts';
import { uploadHandlers } from './routes.ts';
import { createUploads } from './service.ts';
import { createDiskStore } from './store/disk.ts';
import { createS3Store } from './store/s3.ts';
import type { Store } from './store/store.ts';

/** Opens the room of uploads with the storage that the settings name. */
export const openUploads = async ({ connections: { calls }, config, clock, log }: Ground) => {
  const { pool } = calls;
  const { S3_BUCKET: bucket, S3_KEY_ID: keyId, S3_SECRET: secret } = config;
  const opened: { close: () => void }[] = [];
  /** The storage of the settings, below a folder. */
  const storeIn = async (folder: string): Promise<Store> => {
    if (bucket === undefined || keyId === undefined || secret === undefined)
      return createDiskStore(join(config.DATA_DIR, folder));
    const endpoint = config.S3_ENDPOINT;
    const s3 = await createS3Store({ bucket, keyId, secret, endpoint, region: config.S3_REGION }, folder);
    opened.push(s3);
    return s3;
  };
  const decoder = createDecoder({ onLost: (why) => log.warn({ why }, 'the decoder of images was replaced') });
  const store = await storeIn('uploads');
  const uploads = createUploads({ pool, clock, decoder, store, perDay: () => config.UPLOADS_PER_DAY });
  return {
    service: {
      ...uploads,
      pictures: createPictures({ pool, store, decoder, clock }),
      /** The same storage for files of another room, below a folder of its own. */
      storeIn,
    },
    handlers: uploadHandlers({ uploads }),
    routines: [{ name: 'tidy uploads', everyMs: hourMs, run: () => uploads.tidy() }],
    stop: async () => {
      await decoder.close();
      for (const one of opened) one.close();
    },
  } satisfies Room;
};
