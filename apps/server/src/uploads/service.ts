import { dayMs } from '@touchline/contract/durations';
import { createHash } from 'node:crypto';
import { filePath } from '@touchline/contract/paths';
import type { Upload, UploadPurpose } from '@touchline/contract/shapes/cashier';
import type pg from 'pg';
import type { Clock } from '../platform/clock.ts';
import type { Queryable } from '../platform/database.ts';
import { newId } from '../platform/ids.ts';
import { Refused } from '../platform/refusal.ts';
import { claimUpload, type Claimed } from './claim.ts';
import type { Decoder } from './decoder/pool.ts';
import { checkedMime, imageMime } from './image-header.ts';
import { takeIncoming, type DirectUpload } from './incoming.ts';
import {
  findAlike,
  findSame,
  findUpload,
  insertUpload,
  nthLatest,
  type LookAlike,
  type UploadRef,
  type UploadRow,
} from './queries.ts';
import { newPlace, type Store } from './store/store.ts';
import { tidyUploads } from './tidy.ts';
import type { Owner } from '../platform/owner.ts';

/** An upload as other rooms see it. */
type FoundUpload = Upload & { purpose: UploadPurpose; usedFor: string | null };

export type Uploads = {
  /**
   * Checks an image, encodes it again and stores it. The same file, sent again by its member for the same
   * purpose while it is not used, is the same upload.
   * @throws Refused `upload_type`, `upload_size`, `upload_damaged`, `upload_many` (with `until`),
   *   `unavailable`
   */
  save(owner: Owner, image: { bytes: Buffer; purpose: UploadPurpose }): Promise<Upload>;
  /** The same for an object that was sent to the storage directly. @throws also Refused `validation` */
  saveDirect(owner: Owner, said: DirectUpload & { purpose: UploadPurpose }): Promise<Upload>;
  /** One upload of a member; undefined for anybody else's. */
  find(owner: Owner, id: string): Promise<FoundUpload | undefined>;
  /**
   * Marks an upload as used for a recharge or an identity check.
   * @param client a connection inside the caller's transaction
   * @returns `used` when the upload, or for a voucher the same picture of anybody, was used for something else; the same
   *   `usedFor` again is `claimed`
   */
  claim(
    client: Queryable,
    owner: Owner,
    id: string,
    what: { purpose: UploadPurpose; usedFor: string },
  ): Promise<Claimed>;
  /**
   * Earlier vouchers of any member that look like this one, for an operator to compare. Nearest first, 20 at
   * most.
   */
  lookAlikes(ref: UploadRef): Promise<LookAlike[]>;
  /** The image itself; undefined when the upload is not that member's. */
  open(ref: UploadRef): Promise<{ bytes: Buffer; mime: string } | undefined>;
  /** Deletes unused uploads, and files without an upload. */
  tidy(): Promise<{ unused: number; rowless: number }>;
};

/** Members' images: private, without metadata, each voucher good for one recharge. */
export const createUploads = ({
  pool,
  store,
  decoder,
  clock,
  perDay,
}: {
  pool: pg.Pool;
  store: Store;
  decoder: Pick<Decoder, 'decode'>;
  clock: Clock;
  /** Images of one member within 24 hours. */
  perDay: () => number;
}): Uploads => {
  const withinDay = async (owner: Owner, now: Date): Promise<void> => {
    const oldest = await nthLatest(pool, owner, new Date(now.getTime() - dayMs), perDay() - 1);
    if (oldest === undefined) return;
    throw new Refused('upload_many', { until: new Date(oldest.getTime() + dayMs).toISOString() });
  };

  const save: Uploads['save'] = async (owner, { bytes, purpose }) => {
    const mime = checkedMime(bytes);
    const sha256 = createHash('sha256').update(bytes).digest();
    const same = await findSame(pool, owner, { sha256, purpose });
    if (same !== undefined) return toWire(same);
    const now = clock.now();
    await withinDay(owner, now);
    const image = await decoder.decode(owner.memberId, { bytes, mime });
    const upload = {
      id: newId(),
      purpose,
      place: newPlace(),
      sha256,
      mime: image.mime,
      width: image.width,
      height: image.height,
    };
    // The file first: a row always has one, and a file without a row is found and removed.
    await store.put(upload.place, image.bytes, image.mime);
    await insertUpload(pool, {
      ...owner,
      ...upload,
      now,
      bytes: image.bytes.length,
      pixelHash: image.pixelHash,
      lookHash: image.lookHash,
    });
    return toWire(upload);
  };

  return {
    save,
    saveDirect: (owner, said) =>
      takeIncoming(store, owner, said, (bytes) => {
        if (imageMime(bytes) !== said.mime) throw new Refused('upload_type');
        return save(owner, { bytes, purpose: said.purpose });
      }),
    async find(owner, id) {
      const row = isId(id) ? await findUpload(pool, { ...owner, id }) : undefined;
      return row && { ...toWire(row), purpose: row.purpose, usedFor: row.used_for };
    },
    claim: async (client, owner, id, what) =>
      isId(id) ? claimUpload(client, { ...owner, id }, { ...what, now: clock.now() }) : 'not_found',
    lookAlikes: (ref) => findAlike(pool, ref),
    async open(ref) {
      const row = isId(ref.id) ? await findUpload(pool, ref) : undefined;
      if (row === undefined) return undefined;
      const bytes = await store.get(row.place);
      return bytes && { bytes, mime: row.mime };
    },
    tidy: () => tidyUploads(pool, store, clock.now()),
  };
};

/** Ids come from clients too, and the database fails on malformed ones. */
const isId = (id: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);

const toWire = ({ id, width, height, sha256 }: Omit<UploadRow, 'used_for'>): Upload => ({
  id,
  width,
  height,
  url: `${filePath}?id=${id}`,
  sha256: sha256.toString('hex'),
});
