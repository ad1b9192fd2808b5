import type { ReactNode } from 'react';
import styles from './ui.module.css';

type Props = {
  /** `flush` leaves the padding to the content, for lists of rows. */
  flush?: boolean;
  children: ReactNode;
};

/** A surface one step above the ground. */
export const Card = ({ flush = false, children }: Props) => (
  <div className={styles.card} data-flush={flush}>
    {children}
  </div>
);
