import type { ReactNode } from 'react';
import styles from './ui.module.css';

/** The end of a sheet with its action, in sight however much there is to scroll above it. Nothing comes after it. */
export const SheetAction = ({ children }: { children: ReactNode }) => (
  <div className={styles.sheetAction}>{children}</div>
);
