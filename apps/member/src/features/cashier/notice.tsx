import type { ReactNode } from 'react';
import styles from './cashier.module.css';

/** What prevents the action right now, and what helps. */
export const Notice = ({ children }: { children: ReactNode }) => (
  <div className={styles.notice}>{children}</div>
);
