import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './match-card.module.css';

/** The shape of a match card while it is being fetched. */
export const MatchCardSkeleton = () => (
  <div className={styles.card} aria-hidden="true">
    <div className={styles.head}>
      <Skeleton width={4} height={0.75} />
    </div>
    <div className={styles.sides}>
      {[6, 5].map((width) => (
        <div key={width} className={styles.side}>
          <Skeleton width={1.25} height={1.375} />
          <Skeleton width={width} />
        </div>
      ))}
    </div>
    <div className={styles.prices}>
      {['1', 'X', '2'].map((price) => (
        <Skeleton key={price} height={3} />
      ))}
    </div>
  </div>
);
