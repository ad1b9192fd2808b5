import { useQueries } from '@tanstack/react-query';
import { useEffect } from 'react';
import { CallError } from '@touchline/client/errors';
import { callQuery } from '../../lib/query.ts';
import { useT } from '../../lib/i18n.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { MatchCardSkeleton, MatchList } from '../match-card/match-list.tsx';
import { MatchGroups } from '../match-card/match-groups.tsx';
import { useStarredMatches } from '../stars/stars.ts';
import { dropFavourites } from './favourites.ts';

/** The starred matches by kick-off. */
export const FavouriteMatches = () => {
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
