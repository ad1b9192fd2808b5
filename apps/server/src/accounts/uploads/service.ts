import { dayMs } from '@touchline/contract/durations';
import { createHash } from 'node:crypto';
import { filePath } from '@touchline/contract/paths';
import type { Upload, UploadPurpose } from '@touchline/contract/shapes/cashier';
import pg from 'pg';
import type { Clock } from '../../core/clock.ts';
import { query, type Queryable } from '../../core/database/database.ts';
import { newId } from '../../core/ids.ts';
import { Refused } from '../../core/refusal.ts';
import { rowParameters } from '../../core/database/rows.ts';
import type { Decoder } from './decoder/pool.ts';
import { checkedMime, imageMime } from './image-header.ts';
import { takeIncoming, type DirectUpload } from './incoming.ts';
import {
  findAlike,
  findSame,
  findUpload,
  insertUpload,
  nthLatest,
  removeUnused,
  removeUnusedPictures,
  unknownPlaces,
  type LookAlike,
  type UploadRef,
  type UploadRow,
} from './queries.ts';
import { newPlace, type Store } from './store/store.ts';
import type { Owner } from '../../core/owner.ts';

/** Unused uploads are kept this long. */
const unusedMs = 7 * dayMs;
/** A file is written before its row; after this long there will be none. */
const rowlessMs = dayMs;

/**
 * Deletes uploads and pictures that were never used, and files without a row: those of a server that was
 * killed between file and row, or between row and file.
 * @returns how many rows and how many rowless files were deleted
 */
const tidyUploads = async (
  db: Queryable,
  store: Store,
  now: Date,
): Promise<{ unused: number; rowless: number }> => {
  let unused = 0;
  for (;;) {
    const places = await removeUnused(db, new Date(now.getTime() - unusedMs));
    for (const place of places) await store.remove(place);
    unused += places.length;
    if (places.length === 0) break;
  }
  for (const place of await removeUnusedPictures(db, new Date(now.getTime() - unusedMs))) {
    await store.remove(place);
    unused += 1;
  }
  let rowless = 0;
  for await (const places of store.placesBefore(new Date(now.getTime() - rowlessMs))) {
    const without = await unknownPlaces(db, places);
    for (const place of without) await store.remove(place);
    rowless += without.length;
  }
  return { unused, rowless };
};

type Claimed = 'claimed' | 'not_found' | 'used';

const { $, values: claimValues } = rowParameters('upload', [
  'shard',
  'member_id',
  'id',
  'purpose',
  'used_for',
  'used_at',
]);
const useUpload = query.exec(
  'upload-use',
  `update upload set used_for = ${$('used_for')}, used_at = ${$('used_at')}
   where shard = ${$('shard')} and member_id = ${$('member_id')} and id = ${$('id')} and purpose = ${$('purpose')}
     and used_for is null returning id`,
);

/** Another upload of the same member with the same picture that was used for the same purpose. */
const releaseOther = query.exec(
  'upload-release',
  `update upload o set used_for = null, used_at = null
   from upload u
   where u.shard = $1 and u.member_id = $2 and u.id = $3
     and o.shard = $1 and o.member_id = $2 and o.used_for = $4 and o.id <> u.id
     and (o.pixel_hash = u.pixel_hash or o.sha256 = u.sha256)
   returning o.id`,
);

const isTaken = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '23505' && error.table === 'upload';

/**
 * Marks an upload as used. The unique indexes decide between simultaneous claims of the same picture: the
 * later one waits until the first is written, or gone.
 * @param client a connection inside the caller's transaction, which continues after either answer
 */
const claimUpload = async (
  client: Queryable,
  ref: UploadRef,
  { purpose, usedFor, now }: { purpose: UploadPurpose; usedFor: string; now: Date },
): Promise<Claimed> => {
  const { shard, memberId, id } = ref;
  const used = { shard, member_id: memberId, id, purpose, used_for: usedFor, used_at: now };
  const attempt = async (): Promise<boolean> => (await useUpload(client, claimValues(used))) > 0;

  await client.query('savepoint upload_claim');
  try {
    if (await attempt()) return 'claimed';
  } catch (error) {
    if (!isTaken(error)) throw error;
    await client.query('rollback to savepoint upload_claim');
    // The same picture in another file, for the same purpose: the newer upload takes its place.
    const released = await releaseOther(client, [shard, memberId, id, usedFor]);
    return released > 0 && (await attempt()) ? 'claimed' : 'used';
  } finally {
    await client.query('release savepoint upload_claim');
  }
  const row = await findUpload(client, ref);
  if (row === undefined || row.purpose !== purpose) return 'not_found';
  return row.used_for === usedFor ? 'claimed' : 'used';
};

/** An upload as other modules see it. */
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

/** @throws Refused `upload_many` when a member has sent as many images as one may within 24 hours */
const requirePlace = async (
  pool: pg.Pool,
  owner: Owner,
  { now, perDay }: { now: Date; perDay: number },
): Promise<void> => {
  const oldest = await nthLatest(pool, owner, new Date(now.getTime() - dayMs), perDay - 1);
  if (oldest === undefined) return;
  throw new Refused('upload_many', { until: new Date(oldest.getTime() + dayMs).toISOString() });
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
  decoder: Decoder;
  clock: Clock;
  /** Images of one member within 24 hours. */
  perDay: () => number;
}): Uploads => {
  const save: Uploads['save'] = async (owner, { bytes, purpose }) => {
    const mime = checkedMime(bytes);
    const sha256 = createHash('sha256').update(bytes).digest();
    const same = await findSame(pool, owner, { sha256, purpose });
    if (same !== undefined) return toWire(same);
    const now = clock.now();
    await requirePlace(pool, owner, { now, perDay: perDay() });
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
