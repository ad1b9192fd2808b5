import { createStore } from '../../state/store.ts';
import { asList, asText } from '../../state/parse.ts';
import { useStore } from '../../state/use-store.ts';

/** As many as one can look through; the oldest makes room. */
const most = 40;

/** Ids of the matches the member has starred on this device, newest first. */
const favouritesStore = createStore<readonly string[]>({
  key: 'favourites',
  parse: (stored) =>
    asList(stored)
      .map(asText)
      .filter((id) => id !== undefined),
});

export const useFavourites = (): readonly string[] => useStore(favouritesStore);

/** Stars a match, or takes its star away. */
export const toggleFavourite = (id: string): void => {
  const ids = favouritesStore.read();
  favouritesStore.write(ids.includes(id) ? ids.filter((other) => other !== id) : [id, ...ids].slice(0, most));
};

/** Forgets matches the book no longer knows. */
export const dropFavourites = (gone: readonly string[]): void => {
  favouritesStore.write(favouritesStore.read().filter((id) => !gone.includes(id)));
};
