import { call } from '../../lib/call.ts';
import { usePages } from '../../lib/use-pages.ts';
import { allOf } from '../../features/endless/endless.tsx';
import { listInput, noFilters, stillFits } from '../../features/filters/match-filters.ts';
import { eventPagesKey } from '../../features/live/live-cache.ts';
import { useLivePrices } from '../../lib/watched-prices.ts';
import { MatchCard } from '../../features/match-card/match-card.tsx';
import { MatchCardSkeleton } from '../../features/match-card/match-list.tsx';
import styles from './login.module.css';

/** A match as members see it: one in play, else the next. Nothing while there is none. The list of matches uses the same answer. */
export const LoginMatch = () => {
  useLivePrices();
  const { data, isPending } = usePages({
    queryKey: eventPagesKey(noFilters),
    fetchPage: (which, options) => call('eventList', { ...listInput(noFilters), ...which }, options),
  });
  const open = allOf(data?.pages ?? []).filter((event) => stillFits(event, 'open'));
  const shown = open.find((event) => stillFits(event, 'live') && event.main?.state === 'open') ?? open[0];
  if (shown === undefined && !isPending) return null;
  return (
    <div className={styles.loginMatch}>
      {shown === undefined ? <MatchCardSkeleton /> : <MatchCard event={shown} />}
    </div>
  );
};
