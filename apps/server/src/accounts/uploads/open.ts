import { hourMs } from '@touchline/contract/durations';
import { join } from 'node:path';
import type { FieldRule } from '@touchline/contract/reasons';
import type { UploadInput } from '@touchline/contract/shapes/cashier';
import type { Handlers } from '../../core/handler.ts';
import { ownerOf } from '../../core/owner.ts';
import { Refused } from '../../core/refusal.ts';
import type { Context, Module } from '../../core/module.ts';
import { Decoder } from './decoder/pool.ts';
import type { DirectUpload } from './incoming.ts';
import { createPictures } from './pictures.ts';
import { createUploads, type Uploads } from './service.ts';
import { createDiskStore } from './store/disk.ts';
import { createS3Store } from './store/s3.ts';
import type { Store } from './store/store.ts';

/**
 * The call that takes images: the file of a form, or the description of one that is in the storage already.
 */
const uploadHandlers = ({ uploads }: { uploads: Uploads }): Pick<Handlers, 'upload'> => ({
  upload: async (input, { member }) => {
    const owner = ownerOf(member);
    const { file, purpose } = input;
    if (file === undefined) return uploads.saveDirect(owner, { ...directOf(input), purpose });
    const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
    return uploads.save(owner, { bytes, purpose });
  },
});

/** @throws Refused `validation` when there is neither a file nor such a description */
const directOf = ({ key, size, mime, sha256 }: UploadInput): DirectUpload => {
  if (key !== undefined && size !== undefined && mime !== undefined && sha256 !== undefined) {
    return { key, size, mime, sha256 };
  }
  const given = { key, size, mime, sha256 };
  const missing = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [name] : []));
  const names = missing.length === Object.keys(given).length ? ['file'] : missing;
  throw new Refused('validation', {
    rules: Object.fromEntries(names.map((name): [string, FieldRule] => [name, 'required'])),
  });
};

/** Opens the module of uploads with the storage that the settings name. */
export const openUploads = async ({ connections: { calls }, config, clock, log }: Context) => {
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
  const decoder = new Decoder({ onLost: (why) => log.warn({ why }, 'the decoder of images was replaced') });
  const store = await storeIn('uploads');
  const uploads = createUploads({ pool, clock, decoder, store, perDay: () => config.UPLOADS_PER_DAY });
  return {
    service: {
      ...uploads,
      pictures: createPictures({ pool, store, decoder, clock }),
      /** The same storage for files of another module, below a folder of its own. */
      storeIn,
    },
    handlers: uploadHandlers({ uploads }),
    routines: [{ name: 'tidy uploads', everyMs: hourMs, run: () => uploads.tidy() }],
    stop: async () => {
      await decoder.close();
      for (const one of opened) one.close();
    },
  } satisfies Module;
};
