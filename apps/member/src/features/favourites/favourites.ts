import type { Event } from '@touchline/contract/shapes/football';
import { starsStore } from '../stars/stars.ts';
import { isOver } from '../live/event-patch.ts';

/** Forgets matches the book no longer knows. */
export const dropFavourites = (gone: readonly string[]): void => {
  starsStore.write(starsStore.read().filter((id) => !gone.includes(id)));
};

/** Those of the starred matches that are still to be played or decided, the next one first. */
export const nextGames = <E extends Pick<Event, 'state' | 'kickOff'>>(events: readonly E[]): E[] =>
  events.filter(({ state }) => !isOver(state)).sort((a, b) => a.kickOff.localeCompare(b.kickOff));
