import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CallError } from '@touchline/client/errors';
import type { PageSearch } from '@touchline/kit/search';
import { Suspense, useEffect } from 'react';
import { dropFavourites } from '../../features/favourites/favourites.ts';
import { ChipRow, DayChips } from '../../features/filters/chip-row.tsx';
import { CompetitionChips } from '../../features/filters/competitions.tsx';
import {
  isMatchFilters,
  type MatchFilters,
  type MatchListState,
  matchStates,
  noFilters,
} from '../../features/filters/match-filters.ts';
import { SearchField } from '../../features/filters/search-field.tsx';
import { MatchGroups } from '../../features/match-card/match-groups.tsx';
import { MatchCardSkeleton, MatchList } from '../../features/match-card/match-list.tsx';
import { SlipDock } from '../../features/slip/slip-dock.tsx';
import { useStarredMatches } from '../../features/stars/stars.ts';
import { callQuery, queryClient } from '../../lib/query.ts';
import { useT } from '../../lib/i18n.tsx';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { usePageState } from '../../lib/page-memory.ts';
import { useIsDesktop } from '../../lib/screen.ts';
import { Page } from '../../features/frame/page.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { MatchPages } from './match-pages.tsx';
import { iconButtonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';

/** The starred matches by kick-off. */
const FavouriteMatches = () => {
  const t = useT();
  // As many as one can look through.
  const ids = useStarredMatches().slice(0, 40);
  const answers = useQueries({ queries: ids.map((id) => callQuery('eventDetail', { id })) });
  const gone = ids.filter((_, at) => {
    const error = answers[at]?.error;
    return error instanceof CallError && error.reason === 'not_found';
  });
  const goneKey = gone.join(' ');
  useEffect(() => {
    if (goneKey !== '') dropFavourites(goneKey.split(' '));
  }, [goneKey]);

  if (ids.length === 0) {
    return <EmptyState icon="star" title={t('invest.noFavourites')} hint={t('invest.noFavouritesHint')} />;
  }
  const events = answers
    .map(({ data }) => data)
    .filter((event) => event !== undefined)
    .toSorted((a, b) => a.kickOff.localeCompare(b.kickOff));
  return (
    <>
      <MatchGroups name="favourites" events={events} showDays />
      {answers.some(({ isPending }) => isPending) && (
        <MatchList>
          <MatchCardSkeleton />
        </MatchList>
      )}
    </>
  );
};

/** Opens the slip of a link that shares a bet. */
const SharedSlip = lazyPart(async () => (await import('../../features/slip/shared-slip.tsx')).SharedSlip);

/** A link to the search, in the navigation bar. */
const SearchLink = () => {
  const t = useT();
  return (
    <Link to="/pages/search/search" search={{}} className={iconButtonClass} aria-label={t('common.search')}>
      <Icon name="search" />
    </Link>
  );
};

/** Every match one can bet on or could have: by day, competition, state and name, or the starred ones. */
export const InvestPage = ({ bet }: PageSearch) => {
  const t = useT();
  const [filters, setFilters] = usePageState<MatchFilters>('filters', noFilters, {
    isTab: true,
    accepts: isMatchFilters,
  });
  const change = (part: Partial<MatchFilters>) => setFilters({ ...filters, ...part });
  const stateLabel = (state: MatchListState): string =>
    state === 'favourites' ? t('invest.favourites') : t(`invest.state.${state}`);
  const isListed = filters.state !== 'favourites';
  // On a desktop they are next to the list.
  const hasOwnFilters = !useIsDesktop();

  return (
    <Page
      title={t('nav.invest')}
      tab="bet"
      layout="wide"
      dock={<SlipDock />}
      onRefresh={() => queryClient.refetchQueries({ type: 'active' })}
      action={<SearchLink />}
    >
      {bet !== undefined && (
        <Suspense>
          <SharedSlip text={bet} />
        </Suspense>
      )}
      {hasOwnFilters && isListed && filters.q !== '' && (
        <SearchField value={filters.q} placeholder={t('invest.search')} onChange={(q) => change({ q })} />
      )}
      {hasOwnFilters && (
        <div>
          <ChipRow
            label={t('invest.states')}
            options={matchStates.map((state) => ({ value: state, label: stateLabel(state) }))}
            value={filters.state}
            onChange={(state) => change({ state, day: '' })}
          />
          {isListed && filters.state !== 'live' && (
            <DayChips state={filters.state} value={filters.day} onChange={(day) => change({ day })} />
          )}
          {isListed && (
            <CompetitionChips filters={filters} onChange={(competition) => change({ competition })} />
          )}
        </div>
      )}
      {isListed ? (
        <MatchPages filters={filters} onClear={() => setFilters(noFilters)} />
      ) : (
        <FavouriteMatches />
      )}
    </Page>
  );
};
