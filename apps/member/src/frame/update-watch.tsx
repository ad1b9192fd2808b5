import { Suspense, useSyncExternalStore } from 'react';
import { updateStore } from '../state/update.ts';
import { lazyPart } from '../lib/lazy-part.tsx';

const UpdateOffer = lazyPart(async () => (await import('../features/install/update-offer.tsx')).UpdateOffer);

/** Offers a newer version of the app on every page once there is one; put off, it comes with the next start. */
export const UpdateWatch = () => {
  const update = useSyncExternalStore(updateStore.watch, updateStore.read);
  if (update === 'none') return null;
  return (
    <Suspense>
      <UpdateOffer onLater={() => updateStore.write('none')} />
    </Suspense>
  );
};
