import { useRouter } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '../../shell/lazy-part.tsx';
import { FollowOffers } from './follow-offers.tsx';
import { SlipBar } from './slip-bar.tsx';
import { dispatchSlip, useSlip } from './slip-store.ts';

const SlipSheet = lazyPart(async () => (await import('./slip-sheet.tsx')).SlipSheet);

/** How long after the page the sheet is fetched, milliseconds. */
const aheadMs = 2_000;

/** Bar and sheet of the slip, and what keeps its prices in step. */
export const SlipParts = () => {
  const { items, open } = useSlip();
  const router = useRouter();
  // The sheet belongs to the page it was opened on.
  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
        if (pathChanged) dispatchSlip({ type: 'close' });
      }),
    [router],
  );
  // Fetched ahead, so that the first tap on a price does not wait for it, but after what the page itself needs.
  const [isWanted, setWanted] = useState(false);
  // Opened before that it stays: it gives the focus back as it closes.
  if (open && !isWanted) setWanted(true);
  useEffect(() => {
    const timer = setTimeout(() => setWanted(true), aheadMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <FollowOffers />
      {items.length > 0 && !open && <SlipBar />}
      {isWanted && (
        <Suspense>
          <SlipSheet />
        </Suspense>
      )}
    </>
  );
};
