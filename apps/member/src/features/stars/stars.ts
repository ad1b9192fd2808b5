import { asList, asText } from '@touchline/client/values';
import { createStore } from '@touchline/kit/store';
import type { Favourite } from '@touchline/contract/shapes/inbox';
import type { Event } from '@touchline/contract/shapes/football';
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

export type StarKind = Favourite['kind'];

/** As the store keeps a star: the id of a match alone, that of a team or a competition after its kind. */
export const starOf = (kind: StarKind, id: string): string => (kind === 'match' ? id : `${kind} ${id}`);

/** Whether a match, one of its teams or its competition has a star. */
export const hasStar = (
  stars: readonly string[],
  { id, home, away, competition }: Pick<Event, 'id' | 'home' | 'away' | 'competition'>,
): boolean =>
  stars.length > 0 &&
  [id, starOf('team', home.id), starOf('team', away.id), starOf('competition', competition.id)].some((star) =>
    stars.includes(star),
  );

/** A list with what has a star first, each in its order. */
export const starredFirst = <T>(list: readonly T[], isStarred: (item: T) => boolean): T[] => [
  ...list.filter(isStarred),
  ...list.filter((item) => !isStarred(item)),
];
