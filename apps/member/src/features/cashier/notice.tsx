import type { ReactNode } from 'react';
import styles from './notice.module.css';

/** What stands in the way right now, and what helps. */
export const Notice = ({ children }: { children: ReactNode }) => (
  <div className={styles.notice}>{children}</div>
);
