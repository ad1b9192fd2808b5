import { Link } from '@tanstack/react-router';
import type { PageSearch } from '@touchline/kit/search';
import type { ReactNode } from 'react';
import { useT } from '../lib/i18n.ts';
import { useSite } from '../lib/site.ts';
import styles from './ui.module.css';

/** A page: its name, its filters, and what it shows. */
export const Page = ({
  title,
  filters,
  action,
  children,
}: {
  title: string;
  filters?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}) => (
  <div className={styles.page}>
    <div className={styles.head}>
      <h1>{title}</h1>
      {filters !== undefined && <div className={styles.filters}>{filters}</div>}
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
    {children}
  </div>
);

/** A part of a page with its own heading. */
export const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles.section}>
    <h2>{title}</h2>
    {children}
  </section>
);

/** Says once for a page in which currency its amounts are. */
export const AmountsIn = () => {
  const t = useT();
  const { currency } = useSite();
  return currency === '' ? null : <span className={styles.hint}>{t('money.in', { currency })}</span>;
};

/** From one of a list back to the list of the same page, next to the heading. */
export const BackLink = ({ search, children }: { search: PageSearch; children: ReactNode }) => (
  <Link to="." search={search} className={styles.back}>
    <span aria-hidden>‹</span> {children}
  </Link>
);
