import { Button } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { formatCount } from '@touchline/locales/format';
import type { ReactNode } from 'react';
import { currentLan, useT } from '../../lib/i18n.ts';
import { pageOf } from '../../lib/search.ts';
import { searchOf } from '@touchline/kit/search';
import { useShortcut } from '../../lib/shortcuts.ts';
import styles from './table.module.css';

type Props = {
  page: number;
  pages: number;
  onPage: (page: number) => void;
  /** The text before the buttons. */
  children?: ReactNode;
};

/** The buttons to the previous and the next page of a list, and the page between them; no buttons for a single page. */
export const PageNav = ({ page, pages, onPage, children }: Props) => {
  const t = useT();
  const numbers = {
    page: formatCount(page, { lan: currentLan() }),
    pages: formatCount(pages, { lan: currentLan() }),
  };
  return (
    <nav className={styles.pages} aria-label={t('table.pages')}>
      {children}
      {pages > 1 && (
        <>
          <Button variant="default" size="compact-xs" disabled={page <= 1} onClick={() => onPage(page - 1)}>
            {t('table.before')}
          </Button>
          <span>{t('table.page', numbers)}</span>
          <Button
            variant="default"
            size="compact-xs"
            disabled={page >= pages}
            onClick={() => onPage(page + 1)}
          >
            {t('table.after')}
          </Button>
        </>
      )}
    </nav>
  );
};

/** The number of rows and the links to other pages; the address has the page. */
export const Pager = ({ total, limit }: { total: number | undefined; limit: number }) => {
  const t = useT();
  const navigate = useNavigate();
  const search = searchOf(useSearch({ strict: false }));
  const page = pageOf(search);
  const pages = Math.max(1, Math.ceil((total ?? 0) / limit));
  const go = (to: number): void =>
    void navigate({ to: '.', search: { ...search, page: to === 1 ? '' : String(to) } });
  useShortcut('[', t('table.before'), page > 1 ? () => go(page - 1) : undefined);
  useShortcut(']', t('table.after'), page < pages ? () => go(page + 1) : undefined);
  if (total === undefined || total === 0) return null;
  return (
    <PageNav page={page} pages={pages} onPage={go}>
      <span>{t('table.total', { count: total })}</span>
    </PageNav>
  );
};
