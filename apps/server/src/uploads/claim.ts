import type { UploadPurpose } from '@touchline/contract/shapes/cashier';
import pg from 'pg';
import { statement, type Queryable } from '../platform/database.ts';
import { rowParameters } from '../platform/rows.ts';
import { findUpload, type UploadRef } from './queries.ts';

export type Claimed = 'claimed' | 'not_found' | 'used';

const { $, values } = rowParameters('upload', ['shard', 'member_id', 'id', 'purpose', 'used_for', 'used_at']);
const use = statement(
  'upload-use',
  `update upload set used_for = ${$('used_for')}, used_at = ${$('used_at')}
   where shard = ${$('shard')} and member_id = ${$('member_id')} and id = ${$('id')} and purpose = ${$('purpose')}
     and used_for is null returning id`,
);

/** Another upload of the same member with the same picture that was used for the same purpose. */
const release = statement(
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
export const claimUpload = async (
  client: Queryable,
  ref: UploadRef,
  { purpose, usedFor, now }: { purpose: UploadPurpose; usedFor: string; now: Date },
): Promise<Claimed> => {
  const { shard, memberId, id } = ref;
  const used = { shard, member_id: memberId, id, purpose, used_for: usedFor, used_at: now };
  const attempt = async (): Promise<boolean> => ((await client.query(use(values(used)))).rowCount ?? 0) > 0;

  await client.query('savepoint upload_claim');
  try {
    if (await attempt()) return 'claimed';
  } catch (error) {
    if (!isTaken(error)) throw error;
    await client.query('rollback to savepoint upload_claim');
    // The same picture in another file, for the same purpose: the newer upload takes its place.
    const { rowCount } = await client.query(release([shard, memberId, id, usedFor]));
    return (rowCount ?? 0) > 0 && (await attempt()) ? 'claimed' : 'used';
  } finally {
    await client.query('release savepoint upload_claim');
  }
  const row = await findUpload(client, ref);
  if (row === undefined || row.purpose !== purpose) return 'not_found';
  return row.used_for === usedFor ? 'claimed' : 'used';
};
