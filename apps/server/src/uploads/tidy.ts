import { dayMs } from '@touchline/contract/durations';
import type { Queryable } from '../platform/database.ts';
import { removeUnused, removeUnusedPictures, unknownPlaces } from './queries.ts';
import type { Store } from './store/store.ts';

/** Unused uploads are kept this long. */
const unusedMs = 7 * dayMs;
/** A file is written before its row; after this long there will be none. */
const rowlessMs = dayMs;

/**
 * Deletes uploads and pictures that were never used, and files without a row: those of a server that was
 * killed between file and row, or between row and file.
 * @returns how many rows and how many rowless files were deleted
 */
export const tidyUploads = async (
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
