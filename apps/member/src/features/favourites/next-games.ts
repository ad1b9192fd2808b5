import type { Event } from '@touchline/contract/shapes/football';
import { isOver } from '../live/event-patch.ts';

/** Those of the starred matches that are still to be played or decided, the next one first. */
export const nextGames = <E extends Pick<Event, 'state' | 'kickOff'>>(events: readonly E[]): E[] =>
  events.filter(({ state }) => !isOver(state)).sort((a, b) => a.kickOff.localeCompare(b.kickOff));
