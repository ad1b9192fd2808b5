import type { ReactNode } from 'react';
import styles from './ui.module.css';

/** A page: its name, its filters, and what it shows. */
export const Page = ({
  title,
  filters,
  action,
  children,
}: {
  title: string;
  filters?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}) => (
  <div className={styles.page}>
    <div className={styles.head}>
      <h1>{title}</h1>
      {filters !== undefined && <div className={styles.filters}>{filters}</div>}
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
    {children}
  </div>
);

/** A part of a page with its own heading. */
export const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles.section}>
    <h2>{title}</h2>
    {children}
  </section>
);
