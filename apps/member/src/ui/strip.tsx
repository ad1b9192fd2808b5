import type { ReactNode } from 'react';
import styles from './ui.module.css';

/** Items (`li`) side by side in a row that scrolls sideways; each has the width of its own style, and one alone the whole row. */
export const Strip = ({ children }: { children: ReactNode }) => <ul className={styles.strip}>{children}</ul>;
