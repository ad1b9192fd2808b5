import { Suspense } from 'react';
import { CheckInSkeleton } from '../../features/check-in/check-in-skeleton.tsx';
import { lazyPart } from '../../lib/lazy-part.tsx';

const CheckInCard = lazyPart(
  async () => (await import('../../features/check-in/check-in-card.tsx')).CheckInCard,
);

/** The check-in of the day, while there is one. */
export const CheckIn = ({ open }: { open: boolean }) =>
  open ? (
    <Suspense fallback={<CheckInSkeleton />}>
      <CheckInCard />
    </Suspense>
  ) : null;
