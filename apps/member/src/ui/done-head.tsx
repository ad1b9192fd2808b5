import type { ReactNode } from 'react';
import styles from './done-head.module.css';
import { Icon } from './icon.tsx';

type Props = {
  children: ReactNode;
  /** A whole sentence, and not a word or two. */
  sentence?: boolean;
};

/** What was just done, with a mark: read out when it appears. */
export const DoneHead = ({ children, sentence = false }: Props) => (
  <output className={styles.head} data-sentence={sentence}>
    <span className={styles.mark}>
      <Icon name="check" />
    </span>
    {children}
  </output>
);
