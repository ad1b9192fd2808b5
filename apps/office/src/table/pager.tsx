import { Button } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { formatCount } from '@touchline/locales/format';
import { currentLan, useT } from '../shell/i18n.ts';
import { pageOf } from '../shell/search.ts';
import { searchOf } from '@touchline/kit/search';
import { useShortcut } from '../shell/shortcuts.ts';
import styles from './pager.module.css';

/** The number of rows and the links to other pages; the address has the page. */
export const Pager = ({ total, limit }: { total: number | undefined; limit: number }) => {
  const t = useT();
  const navigate = useNavigate();
  const search = searchOf(useSearch({ strict: false }));
  const page = pageOf(search);
  const pages = Math.max(1, Math.ceil((total ?? 0) / limit));
  const go = (to: number) => (): void =>
    void navigate({ to: '.', search: { ...search, page: to === 1 ? '' : String(to) } });
  const [back, on] = [page > 1 ? go(page - 1) : undefined, page < pages ? go(page + 1) : undefined];
  useShortcut('[', t('table.before'), back);
  useShortcut(']', t('table.after'), on);
  if (total === undefined || total === 0) return null;
  const numbers = {
    page: formatCount(page, { lan: currentLan() }),
    pages: formatCount(pages, { lan: currentLan() }),
  };
  return (
    <nav className={styles.pager} aria-label={t('table.pages')}>
      <span>{t('table.total', { count: total })}</span>
      {pages > 1 && (
        <>
          <Button variant="default" size="compact-xs" disabled={back === undefined} onClick={back}>
            {t('table.before')}
          </Button>
          <span>{t('table.page', numbers)}</span>
          <Button variant="default" size="compact-xs" disabled={on === undefined} onClick={on}>
            {t('table.after')}
          </Button>
        </>
      )}
    </nav>
  );
};
