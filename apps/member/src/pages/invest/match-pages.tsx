import { call } from '../../lib/call.ts';
import { usePages } from '../../lib/use-pages.ts';
import { allOf, Endless } from '../../features/endless/endless.tsx';
import { listInput, stillFits, type MatchFilters } from '../../features/filters/match-filters.ts';
import { eventPagesKey } from '../../features/live/live-cache.ts';
import { useLivePrices } from '../../lib/watched-prices.ts';
import { LoadFailure } from '../../features/load-failure/load-failure.tsx';
import { MatchCardSkeleton, MatchList } from '../../features/match-card/match-list.tsx';
import { MatchGroups } from '../../features/match-card/match-groups.tsx';
import { useT } from '../../lib/i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

/** The matches that fit the filters, page after page. */
export const MatchPages = ({ filters, onClear }: { filters: MatchFilters; onClear: () => void }) => {
  const t = useT();
  useLivePrices();
  const pages = usePages({
    queryKey: eventPagesKey({ ...filters, q: filters.q.trim() }),
    fetchPage: (which, options) => call('eventList', { ...listInput(filters), ...which }, options),
  });
  if (pages.isPending) {
    return (
      <MatchList>
        <MatchCardSkeleton />
        <MatchCardSkeleton />
        <MatchCardSkeleton />
        <MatchCardSkeleton />
      </MatchList>
    );
  }
  if (pages.data === undefined) return <LoadFailure error={pages.error} onRetry={pages.refetch} />;
  const events = allOf(pages.data.pages).filter((event) => stillFits(event, filters.state));
  if (events.length === 0 && !pages.hasNextPage) {
    return (
      <EmptyState icon="search" title={t('invest.none')} hint={t('invest.noneHint')}>
        <Button tone="quiet" onClick={onClear}>
          {t('invest.clear')}
        </Button>
      </EmptyState>
    );
  }
  return (
    <>
      <MatchGroups
        name={`matches ${JSON.stringify(listInput(filters))}`}
        events={events}
        showDays={filters.day === ''}
      />
      <Endless hasMore={pages.hasNextPage} isFetching={pages.isFetchingNextPage} onMore={pages.fetchNextPage}>
        <MatchList>
          <MatchCardSkeleton />
        </MatchList>
      </Endless>
    </>
  );
};
