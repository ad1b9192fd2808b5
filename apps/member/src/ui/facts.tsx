import type { ReactNode } from 'react';
import styles from './ui.module.css';

/** Short facts below each other, name and figure. */
export const Facts = ({ children }: { children: ReactNode }) => <dl className={styles.facts}>{children}</dl>;

type FactProps = {
  label: string;
  /** The value is words of the language or a date, and reads as they do. */
  words?: boolean;
  children: ReactNode;
};

/** One of them; figures read from left to right. */
export const Fact = ({ label, words = false, children }: FactProps) => (
  <div className={styles.factsFact}>
    <dt>{label}</dt>
    <dd>
      {words ? (
        children
      ) : (
        <bdi dir="ltr" className="figures">
          {children}
        </bdi>
      )}
    </dd>
  </div>
);
