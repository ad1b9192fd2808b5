import type { ReactNode } from 'react';
import styles from './match-card.module.css';

/** Match cards as rows of one list; in two columns where there is space. */
export const MatchList = ({ children }: { children: ReactNode }) => (
  <div className={styles.list}>{children}</div>
);
