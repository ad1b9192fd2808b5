import type { ReactNode } from 'react';
import styles from './ui.module.css';

/** Something to mind, or, when `done`, something that went well. */
export const Note = ({ done = false, children }: { done?: boolean; children: ReactNode }) => (
  <div className={done ? `${styles.note} ${styles.done}` : styles.note} role={done ? 'status' : 'note'}>
    {children}
  </div>
);
