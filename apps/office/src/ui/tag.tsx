import styles from './ui.module.css';

export type Tone = 'plain' | 'good' | 'wait' | 'bad';

/** A state in a word. */
export const Tag = ({ tone = 'plain', children }: { tone?: Tone; children: string }) => (
  <span className={styles.tag} data-tone={tone}>
    {children}
  </span>
);
