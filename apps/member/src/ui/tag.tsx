import type { ReactNode } from 'react';
import styles from './ui.module.css';

type Props = {
  tone?: 'quiet' | 'pitch' | 'amber' | 'red';
  children: ReactNode;
};

/** A word or two about the thing next to it. */
export const Tag = ({ tone = 'quiet', children }: Props) => (
  <span className={styles.tag} data-tone={tone}>
    {children}
  </span>
);
