import { createStore } from '@touchline/kit/store';
import { asList, asText } from '@touchline/client/values';
import { useStore } from '../../state/use-store.ts';

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
