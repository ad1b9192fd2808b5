import { picturePath } from '@touchline/contract/paths';
import type pg from 'pg';
import type { Clock } from '../../core/clock.ts';
import { query, type Queryable } from '../../core/database/database.ts';
import { isId, newId } from '../../core/ids.ts';
import { insertInto } from '../../core/database/rows.ts';
import type { Decoder } from './decoder/pool.ts';
import { checkedMime } from './image-header.ts';
import { newPlace, type Store } from './store/store.ts';

/** Longest edge of a picture: as wide as a large screen shows it. */
const edgeMax = 1_600;

/** A picture as operators see it. */
export type Picture = { id: string; url: string; width: number; height: number };

const newPicture = insertInto('picture', [
  'id',
  'mime',
  'bytes',
  'width',
  'height',
  'place',
  'added_by',
  'created_at',
]);
const insert = query.exec('picture-insert', newPicture.text);
const use = query.exec('picture-use', 'update picture set used_at = coalesce(used_at, $2) where id = $1');
const shown = query.one<{ mime: string; place: string }>(
  'picture-shown',
  'select mime, place from picture where id = $1 and used_at is not null',
);

/**
 * Pictures that operators publish, for everyone to see: a table of their own, so that no id of a picture
 * leads to a member's image.
 */
export const createPictures = ({
  pool,
  store,
  decoder,
  clock,
}: {
  pool: pg.Pool;
  store: Store;
  decoder: Decoder;
  clock: Clock;
}) => ({
  /**
   * Checks a picture, encodes it again and stores it. It is public only once something published shows it.
   * @param addedBy the operator
   * @throws Refused `upload_type`, `upload_size`, `upload_damaged`, `unavailable`
   */
  add: async (addedBy: string, bytes: Buffer): Promise<Picture> => {
    const image = await decoder.decode(addedBy, { bytes, mime: checkedMime(bytes), edgeMax });
    const { width, height, mime } = image;
    const [id, place] = [newId(), newPlace()];
    // The file first: a row always has one, and a file without a row is found and removed.
    await store.put(place, image.bytes, mime);
    const row = { id, mime, bytes: image.bytes.length, width, height, place };
    await insert(pool, newPicture.values({ ...row, added_by: addedBy, created_at: clock.now() }));
    return { id, url: picturePath.replace(':id', id), width, height };
  },

  /**
   * Takes a picture into use, within the caller's transaction. @returns false when there is none of that id
   */
  use: async (client: Queryable, id: string): Promise<boolean> =>
    isId(id) && (await use(client, [id, clock.now()])) === 1,

  /** A picture that is in use; undefined for anything else. */
  open: async (id: string): Promise<{ bytes: Buffer; mime: string } | undefined> => {
    if (!isId(id)) return undefined;
    const row = await shown(pool, [id]);
    const bytes = row && (await store.get(row.place));
    return row && bytes && { bytes, mime: row.mime };
  },
});

export type Pictures = ReturnType<typeof createPictures>;
