import type { UploadPurpose } from '@touchline/contract/shapes/cashier';
import { plainArray, query, type Queryable } from '../../core/database/database.ts';
import type { Owner } from '../../core/owner.ts';
import { columnsOf, insertInto, type Row } from '../../core/database/rows.ts';

/** The key of an upload. */
export type UploadRef = Owner & { id: string };

const uploadColumns = ['id', 'purpose', 'mime', 'width', 'height', 'sha256', 'place', 'used_for'] as const;
/** An upload as stored. */
export type UploadRow = Row<'upload', (typeof uploadColumns)[number]>;

const columns = columnsOf('upload', uploadColumns, 'u');

const byId = query.one<UploadRow>(
  'upload-by-id',
  `select ${columns} from upload u where u.shard = $1 and u.member_id = $2 and u.id = $3`,
);

export const findUpload = (
  db: Queryable,
  { shard, memberId, id }: UploadRef,
): Promise<UploadRow | undefined> => byId(db, [shard, memberId, id]);

const same = query.one<UploadRow>(
  'upload-same-file',
  `select ${columns} from upload u
   where u.shard = $1 and u.member_id = $2 and u.sha256 = $3 and u.purpose = $4 and u.used_for is null
   order by u.created_at desc limit 1`,
);

/** The upload of the same file that its member has not used yet. */
export const findSame = (
  db: Queryable,
  { shard, memberId }: Owner,
  { sha256, purpose }: { sha256: Buffer; purpose: UploadPurpose },
): Promise<UploadRow | undefined> => same(db, [shard, memberId, sha256, purpose]);

const nth = query.one<{ created_at: Date }>(
  'upload-nth',
  `select created_at from upload where shard = $1 and member_id = $2 and created_at > $3
   order by created_at desc offset $4 limit 1`,
);

/** The time of a member's n-th latest upload after a time (0: the latest), if there are that many. */
export const nthLatest = async (
  db: Queryable,
  { shard, memberId }: Owner,
  since: Date,
  n: number,
): Promise<Date | undefined> => {
  const row = await nth(db, [shard, memberId, since, n]);
  return row?.created_at;
};

export type NewUpload = Owner &
  Omit<UploadRow, 'used_for'> & { bytes: number; pixelHash: string; lookHash: bigint; now: Date };

const newUpload = insertInto('upload', [
  'shard',
  'member_id',
  'id',
  'purpose',
  'mime',
  'bytes',
  'width',
  'height',
  'sha256',
  'pixel_hash',
  'look_hash',
  'place',
  'created_at',
]);
const insert = query.exec('upload-insert', newUpload.text);

export const insertUpload = async (db: Queryable, upload: NewUpload): Promise<void> => {
  await insert(
    db,
    newUpload.values({
      shard: upload.shard,
      member_id: upload.memberId,
      id: upload.id,
      purpose: upload.purpose,
      mime: upload.mime,
      bytes: upload.bytes,
      width: upload.width,
      height: upload.height,
      sha256: upload.sha256,
      pixel_hash: Buffer.from(upload.pixelHash, 'hex'),
      look_hash: upload.lookHash,
      place: upload.place,
      created_at: upload.now,
    }),
  );
};

/** How far two pictures may differ and still be shown to an operator: bits of 64. */
const apartMax = 6;

/** An earlier voucher that looks like another. */
export type LookAlike = UploadRef & { usedFor: string; createdAt: Date; apart: number };

const alike = query.many<LookAlike>(
  'upload-alike',
  `select * from (
     select o.shard, o.member_id as "memberId", o.id, o.used_for as "usedFor", o.created_at as "createdAt",
       bit_count((o.look_hash # u.look_hash)::bit(64))::int as apart
     from upload u
     join upload o on o.purpose = 'voucher' and o.used_for is not null and o.created_at <= u.created_at
       and (o.shard, o.member_id, o.id) <> (u.shard, u.member_id, u.id)
       and o.used_for is distinct from u.used_for
     where u.shard = $1 and u.member_id = $2 and u.id = $3
   ) a where apart <= ${apartMax} order by apart, "createdAt" desc limit 20`,
);

export const findAlike = (db: Queryable, { shard, memberId, id }: UploadRef): Promise<LookAlike[]> =>
  alike(db, [shard, memberId, id]);

const removeOld = query.many<{ place: string }>(
  'upload-remove-unused',
  `delete from upload where (shard, member_id, id) in (
     select shard, member_id, id from upload where used_for is null and created_at < $1 limit 500
   ) and used_for is null returning place`,
);

/** Deletes up to 500 unused uploads that were made before a time. @returns their places */
export const removeUnused = async (db: Queryable, before: Date): Promise<string[]> =>
  (await removeOld(db, [before])).map(({ place }) => place);

const removePictures = query.many<{ place: string }>(
  'picture-remove-unused',
  `delete from picture where used_at is null and created_at < $1 returning place`,
);

/** Deletes pictures that were made before a time and never shown by anything published. @returns their places */
export const removeUnusedPictures = async (db: Queryable, before: Date): Promise<string[]> =>
  (await removePictures(db, [before])).map(({ place }) => place);

const unknown = query.many<{ place: string }>(
  'upload-unknown-places',
  `select p.place from unnest($1::text[]) as p (place)
   where not exists (select from upload u where u.place = p.place)
     and not exists (select from picture i where i.place = p.place)`,
);

/** The places among these without an upload or a picture. */
export const unknownPlaces = async (db: Queryable, places: readonly string[]): Promise<string[]> =>
  (await unknown(db, [plainArray(places)])).map(({ place }) => place);
