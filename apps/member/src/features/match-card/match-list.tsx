import type { ReactNode } from 'react';
import styles from './match-card.module.css';
import { Skeleton } from '../../ui/skeleton.tsx';

/** Match cards as rows of one list; in two columns where there is space. */
export const MatchList = ({ children }: { children: ReactNode }) => (
  <div className={styles.list}>{children}</div>
);

/** A heading over a few match cards, with a count or a link at its end. */
export const MatchSection = ({
  title,
  aside,
  children,
}: {
  title: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
}) => (
  <section className={styles.section}>
    <div className={styles.matchSectionHead}>
      <h2 className={styles.title}>{title}</h2>
      {aside}
    </div>
    {children}
  </section>
);

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
