import type { ReactNode } from 'react';
import styles from './ui.module.css';

/** What is there for those who ask for it. */
export const Fold = ({ label, children }: { label: string; children: ReactNode }) => (
  <details>
    <summary className={styles.foldSummary}>{label}</summary>
    {children}
  </details>
);
