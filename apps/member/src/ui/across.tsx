import type { ReactNode } from 'react';
import styles from './across.module.css';

/** Whether text is too large for a table to fit; the same measure as in the styles. */
const isLarge = (): boolean => matchMedia('(width < 16em)').matches;

/** A table, which scrolls sideways by itself, also by keyboard, where the reader's text makes it too wide. */
export const Across = ({ label, children }: { label: string; children: ReactNode }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
  <section className={styles.across} aria-label={label} tabIndex={isLarge() ? 0 : undefined}>
    {children}
  </section>
);
