import type { Rows } from './kinds.ts';
import { tryRows } from './try-rows.ts';
import { sharedWatched, type WatchedSite } from './watched-site.ts';

/** Tries the rows of a module on the site of this worker. */
export const tryOnSite = (rows: (site: () => WatchedSite) => Rows): void => {
  let made: WatchedSite | undefined;
  const site = (): WatchedSite => {
    if (made === undefined) throw new Error('Not yet');
    return made;
  };
  sharedWatched.beforeAll(({ watched }) => {
    made = watched;
  });
  tryRows(rows(site), site);
};
