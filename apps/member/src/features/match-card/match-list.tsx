import type { ReactNode } from 'react';
import styles from './match-list.module.css';

/** Match cards as rows of one list; where there is room in two columns. */
export const MatchList = ({ children }: { children: ReactNode }) => (
  <div className={styles.list}>{children}</div>
);
