import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { PageSearch } from '@touchline/kit/search';
import styles from './ui.module.css';

/** From one of a list back to the list of the same page, next to the heading. */
export const BackLink = ({ search, children }: { search: PageSearch; children: ReactNode }) => (
  <Link to="." search={search} className={styles.back}>
    <span aria-hidden>‹</span> {children}
  </Link>
);
