import type { ReactNode } from 'react';
import styles from './sheet-action.module.css';

/** The action of a sheet, in sight however much there is to scroll above it. */
export const SheetAction = ({ children }: { children: ReactNode }) => (
  <div className={styles.action}>{children}</div>
);
