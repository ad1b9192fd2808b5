import { Suspense, useState, useSyncExternalStore } from 'react';
import { updateStore } from '../state/update.ts';
import { lazyPart } from './lazy-part.tsx';

const UpdateOffer = lazyPart(async () => (await import('../features/install/update-offer.tsx')).UpdateOffer);

/** Offers a newer version of the app once there is one; put off, it comes with the next start. */
export const UpdateWatch = () => {
  const update = useSyncExternalStore(updateStore.watch, updateStore.read);
  const [putOff, setPutOff] = useState(false);
  if (update === 'none' || putOff) return null;
  return (
    <Suspense>
      <UpdateOffer onLater={() => setPutOff(true)} />
    </Suspense>
  );
};
