import type { ReactNode } from 'react';
import styles from './match-card.module.css';

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
