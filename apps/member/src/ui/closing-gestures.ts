import { backCloses } from './back-closes.ts';
import { dragsDown } from './drag-down.ts';

/**
 * Lets back and a drag down close a sheet that opens now. In a separate file, which the first open sheet fetches.
 * @param close closes it, and answers whether it did: a sheet that is busy stays
 * @returns a function to call when the sheet has closed in any way
 */
export const followGestures = (sheet: HTMLElement, top: HTMLElement, close: () => boolean): (() => void) => {
  const leave = backCloses(close);
  const endDrag = dragsDown(sheet, top, close);
  return () => {
    leave();
    endDrag();
  };
};
