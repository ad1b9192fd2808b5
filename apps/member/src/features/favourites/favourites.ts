import type { Event } from '@touchline/contract/shapes/football';
import { asList, asText } from '@touchline/client/values';
import { createStore } from '@touchline/kit/store';
import { useStore } from '../../state/use-store.ts';
import { isOver } from '../live/event-patch.ts';

/** Ids of the matches the member has starred on this device, newest first. */
export const favouritesStore = createStore<readonly string[]>({
  key: 'favourites',
  parse: (stored) =>
    asList(stored)
      .map(asText)
      .filter((id) => id !== undefined),
});

export const useFavourites = (): readonly string[] => useStore(favouritesStore);

/** Forgets matches the book no longer knows. */
export const dropFavourites = (gone: readonly string[]): void => {
  favouritesStore.write(favouritesStore.read().filter((id) => !gone.includes(id)));
};

/** Those of the starred matches that are still to be played or decided, the next one first. */
export const nextGames = <E extends Pick<Event, 'state' | 'kickOff'>>(events: readonly E[]): E[] =>
  events.filter(({ state }) => !isOver(state)).sort((a, b) => a.kickOff.localeCompare(b.kickOff));
