import type { ReactNode } from 'react';
import styles from './done-head.module.css';
import { Icon } from './icon.tsx';

/** What was just done, with a mark: read out when it appears. */
export const DoneHead = ({ children }: { children: ReactNode }) => (
  <output className={styles.head}>
    <span className={styles.mark}>
      <Icon name="check" />
    </span>
    {children}
  </output>
);
