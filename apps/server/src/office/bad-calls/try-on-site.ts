import { afterAll, beforeAll } from 'vitest';
import type { Rows } from './kinds.ts';
import { tryRows } from './try-rows.ts';
import { watchedSite, type WatchedSite } from './watched-site.ts';

/** Tries the rows of a room on a new server. */
export const tryOnSite = (rows: (site: () => WatchedSite) => Rows): void => {
  let made: WatchedSite | undefined;
  const site = (): WatchedSite => {
    if (made === undefined) throw new Error('Not yet');
    return made;
  };
  beforeAll(async () => {
    made = await watchedSite();
  }, 60_000);
  afterAll(() => made?.close());
  tryRows(rows(site), site);
};
