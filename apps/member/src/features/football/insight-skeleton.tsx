import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** The placeholder of the match insight, so that the content below it keeps its position. */
export const InsightSkeleton = () => (
  <Card>
    <Skeleton height={8.75} />
  </Card>
);
