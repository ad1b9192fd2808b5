import { lazy, Suspense, useEffect } from 'react';
import { FollowOffers } from './follow-offers.tsx';
import { SlipBar } from './slip-bar.tsx';
import { useSlip } from './slip-store.ts';

const loadSheet = async () => ({ default: (await import('./slip-sheet.tsx')).SlipSheet });
const SlipSheet = lazy(loadSheet);

/** The slip of a page: a bar above the tab bar while something is picked, the sheet when it is open. */
export const SlipDock = () => {
  const { items, open } = useSlip();
  // Fetched ahead, so that the first tap on a price does not wait for it.
  useEffect(() => void loadSheet().catch(() => undefined), []);
  return (
    <>
      <FollowOffers />
      {items.length > 0 && !open && <SlipBar />}
      <Suspense>
        <SlipSheet />
      </Suspense>
    </>
  );
};
