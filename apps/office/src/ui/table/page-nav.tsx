import { Button } from '@mantine/core';
import { formatCount } from '@touchline/locales/format';
import type { ReactNode } from 'react';
import { currentLan, useT } from '../../lib/i18n.ts';
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
