import { useSyncExternalStore } from 'react';

/** A state of the window that components follow. */
const followed = (query: string): (() => boolean) => {
  const watch = (listener: () => void): (() => void) => {
    const list = matchMedia(query);
    list.addEventListener('change', listener);
    return () => list.removeEventListener('change', listener);
  };
  return () => useSyncExternalStore(watch, () => matchMedia(query).matches);
};

/**
 * Whether the app has three columns: from 1024 px on, in the reader's own size of text, as `app/base.css` and the styles of
 * the frame say too.
 */
export const useIsDesktop = followed('(width >= 64em)');

/** Whether a page has room for two columns, which its styles ask its own width for (`40rem` of the container `page`). */
export const useHasRoom = followed('(43.75em <= width < 64em) or (width >= 71.25em)');
