import { asList, asText } from '@touchline/client/values';
import { createStore } from '@touchline/kit/store';
import { useStore } from '../../lib/use-store.ts';

/** What the member has starred, newest first; the server has the same. */
export const starsStore = createStore<readonly string[]>({
  key: 'favourites',
  parse: (stored) =>
    asList(stored)
      .map(asText)
      .filter((star) => star !== undefined),
});

/** The stars of this device, newest first. */
export const useStars = (): readonly string[] => useStore(starsStore);

/** Ids of the starred matches, newest first. */
export const useStarredMatches = (): readonly string[] => useStars().filter((star) => !star.includes(' '));

/** Ids of the starred teams, newest first. */
export const useStarredTeams = (): readonly string[] =>
  useStars()
    .filter((star) => star.startsWith('team '))
    .map((star) => star.slice('team '.length));
