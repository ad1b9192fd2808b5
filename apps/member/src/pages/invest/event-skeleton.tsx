import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './event-header.module.css';

/** The shape of a match page while it is being fetched. */
export const EventSkeleton = () => (
  <>
    <Card>
      <div className={styles.match} aria-hidden="true">
        <div className={styles.side}>
          <Skeleton width={3} height={3.25} />
          <Skeleton width={5} />
        </div>
        <div className={styles.middle}>
          <Skeleton width={5} height={2} />
        </div>
        <div className={styles.side}>
          <Skeleton width={3} height={3.25} />
          <Skeleton width={5} />
        </div>
      </div>
    </Card>
    <Skeleton height={2} />
    <Card>
      <Skeleton height={6} />
    </Card>
    <Card>
      <Skeleton height={9} />
    </Card>
  </>
);
