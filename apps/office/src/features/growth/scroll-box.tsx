import type { ReactNode } from 'react';
import styles from './growth.module.css';

// What is wider than its place scrolls, also by keys. It is no landmark: what it lies in often has the same name.
const byKeys = { tabIndex: 0 };

/** A frame around a table that may be wider than its place. */
export const ScrollBox = ({ label, children }: { label: string; children: ReactNode }) => (
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is of a form
  <div role="group" className={styles.box} aria-label={label} {...byKeys}>
    {children}
  </div>
);
