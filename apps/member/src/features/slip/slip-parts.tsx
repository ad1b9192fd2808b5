import { useRouter } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { lazyPart } from '../../shell/lazy-part.tsx';
import { FollowOffers } from './follow-offers.tsx';
import { SlipBar } from './slip-bar.tsx';
import { dispatchSlip, useSlip } from './slip-store.ts';

const SlipSheet = lazyPart(async () => (await import('./slip-sheet.tsx')).SlipSheet);

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
  // Fetched ahead, so that the first tap on a price does not wait for it.
  useEffect(() => SlipSheet.preload(), []);
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
