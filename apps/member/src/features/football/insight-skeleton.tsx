import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** The shape of what helps to decide, so that what is below it stays where it is. */
export const InsightSkeleton = () => (
  <Card>
    <Skeleton height={8.75} />
  </Card>
);
