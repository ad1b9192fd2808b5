import type pg from 'pg';

/**
 * Used uploads, only as rows without a picture.
 * @param rows SQL with the columns shard, member_id, id, used_for and at
 */
export const loadUploads = async (
  pool: pg.Pool,
  purpose: 'voucher' | 'identity',
  rows: string,
): Promise<void> => {
  await pool.query(
    `insert into upload (shard, member_id, id, purpose, mime, bytes, width, height, sha256, pixel_hash, look_hash, place,
       created_at, used_for, used_at)
     select u.shard, u.member_id, u.id, $1, 'image/webp', 48213, 1080, 1440, h.file, sha256(h.file),
       ('x' || left(h.text, 16))::bit(64)::bigint, left(h.text, 2) || '/' || left(h.text, 43), u.at, u.used_for, u.at
     from (${rows}) u
     cross join lateral (select sha256(uuid_send(u.id)) as file, encode(sha256(uuid_send(u.id)), 'hex') as text) h`,
    [purpose],
  );
};
