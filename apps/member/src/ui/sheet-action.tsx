import type { ReactNode } from 'react';
import styles from './sheet-action.module.css';

/** The end of a sheet with its action, in sight however much there is to scroll above it. Nothing comes after it. */
export const SheetAction = ({ children }: { children: ReactNode }) => (
  <div className={styles.action}>{children}</div>
);
