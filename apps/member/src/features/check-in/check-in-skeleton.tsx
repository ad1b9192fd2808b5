import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './check-in.module.css';

/** The shape of the check-in in one row while it is being fetched: as high as the row. */
export const CheckInSkeleton = () => (
  <Card flush>
    <div className={styles.skeletonRow} aria-hidden="true">
      <Skeleton width={11} height={2.5} />
    </div>
  </Card>
);
