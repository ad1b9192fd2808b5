import { Suspense } from 'react';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { useStarredMatches, useStarredTeams } from '../stars/stars.ts';
import { FavouriteWaiting } from './favourite-waiting.tsx';

const FavouriteGames = lazyPart(async () => (await import('./favourite-games.tsx')).FavouriteGames);

/** The strip asks for this many starred matches and teams, the newest. */
const most = 8;

/** The starred matches, and the next one of each starred team, that are on or to come. Nothing, and nothing fetched, for a member without stars. */
export const FavouriteStrip = () => {
  const ids = useStarredMatches().slice(0, most);
  const teams = useStarredTeams().slice(0, most);
  return (
    ids.length + teams.length > 0 && (
      <Suspense fallback={<FavouriteWaiting />}>
        <FavouriteGames ids={ids} teams={teams} />
      </Suspense>
    )
  );
};
