import { useNavigate } from '@tanstack/react-router';
import type { PageSearch } from '@touchline/kit/search';
import { usePageSearch } from '../../lib/search.ts';

/** Changes parts of the address; an empty text takes one away. */
export const useGo = (): ((change: PageSearch) => void) => {
  const navigate = useNavigate();
  const search = usePageSearch();
  return (change) => {
    const next = Object.entries({ ...search, ...change }).filter(([, value]) => value !== '');
    void navigate({ to: '.', search: Object.fromEntries(next), replace: true });
  };
};
