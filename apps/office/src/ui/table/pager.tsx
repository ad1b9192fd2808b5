import { useNavigate, useSearch } from '@tanstack/react-router';
import { useT } from '../../lib/i18n.ts';
import { pageOf } from '../../lib/search.ts';
import { searchOf } from '@touchline/kit/search';
import { useShortcut } from '../../lib/shortcuts.ts';
import { PageNav } from './page-nav.tsx';

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
