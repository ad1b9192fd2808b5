import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './match-card.module.css';

/** The shape of a match card while it is being fetched. */
export const MatchCardSkeleton = () => (
  <div className={styles.card} aria-hidden="true">
    <div className={styles.head}>
      <Skeleton width={8} height={0.75} />
      <Skeleton width={4} height={0.75} />
    </div>
    {[9, 7].map((width) => (
      <div key={width} className={styles.side}>
        <Skeleton width={1.625} height={1.75} />
        <Skeleton width={width} />
      </div>
    ))}
    <div className={styles.prices}>
      {['1', 'X', '2'].map((price) => (
        <Skeleton key={price} height={2.75} />
      ))}
    </div>
  </div>
);
