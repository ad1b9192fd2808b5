import { usePageSearch } from '../../lib/search.ts';
import { PublishedView } from './published-view.tsx';
import { ReservesView } from './reserves-view.tsx';

/** What the house owes to its members, and its reserves. */
export const LiabilitiesPage = () => {
  const { view } = usePageSearch();
  return view === 'reserves' ? <ReservesView /> : <PublishedView />;
};
