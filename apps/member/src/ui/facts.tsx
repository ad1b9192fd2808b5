import type { ReactNode } from 'react';
import styles from './facts.module.css';

/** Short facts beneath each other, name and figure. */
export const Facts = ({ children }: { children: ReactNode }) => <dl className={styles.facts}>{children}</dl>;

/** One of them; figures read from left to right. */
export const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={styles.fact}>
    <dt>{label}</dt>
    <dd>
      <bdi dir="ltr" className="figures">
        {children}
      </bdi>
    </dd>
  </div>
);
