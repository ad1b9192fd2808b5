import { Suspense } from 'react';
import { lazyPart } from '../../shell/lazy-part.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

const CheckInCard = lazyPart(
  async () => (await import('../../features/check-in/check-in-card.tsx')).CheckInCard,
);

/** The check-in of the day, while there is one. */
export const CheckIn = ({ open }: { open: boolean }) =>
  open ? (
    <Suspense
      fallback={
        <Card>
          <Skeleton width={11} height={2.5} />
        </Card>
      }
    >
      <CheckInCard />
    </Suspense>
  ) : null;
