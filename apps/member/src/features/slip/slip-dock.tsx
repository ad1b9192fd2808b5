import { lazy, Suspense, useEffect } from 'react';
import { SlipBar } from './slip-bar.tsx';
import { useSlip } from './slip-store.ts';
import { useOffer } from './use-offer.ts';

const loadSheet = async () => ({ default: (await import('./slip-sheet.tsx')).SlipSheet });
const SlipSheet = lazy(loadSheet);

/** The slip of a page: a bar above the tab bar while something is picked, the sheet when it is open. */
export const SlipDock = () => {
  const { pick, open } = useSlip();
  useOffer();
  // Fetched ahead, so that the first tap on a price does not wait for it.
  useEffect(() => void loadSheet().catch(() => undefined), []);
  return (
    <>
      {pick !== undefined && !open && <SlipBar />}
      <Suspense>
        <SlipSheet />
      </Suspense>
    </>
  );
};
