import type { ReactNode } from 'react';
import styles from './ui.module.css';

type Props = {
  /** The first column. */
  children: ReactNode;
  /** The second column; it follows below where the page is too narrow for two. */
  beside: ReactNode;
  /** Which of the two is wider; both are the same unless given. */
  wider?: 'first' | 'beside';
  /** Whether the second column stays in view while the first scrolls. */
  stays?: boolean;
};

/** Two columns of a page: a form and its result, a list and what was chosen from it. One below the other on a phone. */
export const Pair = ({ children, beside, wider, stays = false }: Props) => (
  <div className={styles.pair} data-wider={wider}>
    <div className={styles.pairPart}>{children}</div>
    <div className={styles.pairPart} data-stays={stays}>
      {beside}
    </div>
  </div>
);
