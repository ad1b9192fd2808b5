import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './bet-card.module.css';

/** The shape of a bet while it is being fetched. */
export const BetCardSkeleton = () => (
  <Card>
    <div className={styles.bet} aria-hidden="true">
      <div className={styles.head}>
        <Skeleton width={11} height={1.25} />
        <Skeleton width={4} height={1.25} round />
        <span />
        <span className={styles.selection}>
          <Skeleton width={8} />
        </span>
      </div>
      <Skeleton height={2.25} />
    </div>
  </Card>
);
