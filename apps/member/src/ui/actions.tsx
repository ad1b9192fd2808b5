import type { ReactNode } from 'react';
import styles from './ui.module.css';

/** What can be done now: buttons side by side where each fits into one line, else one above the other. */
export const Actions = ({ children }: { children: ReactNode }) => (
  <div className={styles.actions}>{children}</div>
);
