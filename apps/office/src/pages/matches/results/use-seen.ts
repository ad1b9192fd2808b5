import { useState } from 'react';
import { again } from '../../../lib/query.ts';

/**
 * The record as it was when the page was opened: decisions name it, and are refused when it has moved.
 * @param now the current record
 * @param preview the record of the preview, once it is there
 */
export const useSeen = (now: string, preview: string | undefined) => {
  const [seen, see] = useState(now);
  return {
    seen,
    isOld: now !== seen || (preview !== undefined && preview !== seen),
    lookAgain: () => {
      see(now);
      void again('officeRulingPreview', 'officeEventDetail');
    },
    /** What one has moved oneself is seen: the record as a decision has answered it. */
    took: ({ seen: after }: { seen: string }) => {
      see(after);
      void again('officeRulingPreview');
    },
  };
};

export type SeenRecord = ReturnType<typeof useSeen>;
