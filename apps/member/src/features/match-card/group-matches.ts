import type { Event } from '@touchline/contract/shapes/football';

import { isOver } from '../live/event-patch.ts';

/** Matches of one competition stage on one day. */
export type MatchGroup = { key: string; day: string; competition: Event['competition']; matches: Event[] };

/**
 * Groups a list by day, and within a day by competition and stage, each in the order of its first match. The list is in
 * order by the days of the site, which may begin at other hours than the reader's.
 * @param dayOf the calendar day of a moment
 */
export const groupMatches = (events: readonly Event[], dayOf: (moment: string) => string): MatchGroup[] => {
  const days = new Map<string, Map<string, MatchGroup>>();
  for (const event of events) {
    const day = dayOf(event.kickOff);
    const { competition } = event;
    const groups = days.get(day) ?? new Map<string, MatchGroup>();
    days.set(day, groups);
    const key = `${day} ${competition.id} ${competition.stage ?? ''}`;
    const group = groups.get(key) ?? { key, day, competition, matches: [] };
    groups.set(key, group);
    group.matches.push(event);
  }
  const isPast = events.every(({ state }) => isOver(state));
  const isMixed = !isPast && events.some(({ state }) => isOver(state));
  const inOrder = isMixed
    ? [...days]
    : [...days].toSorted(([a], [b]) => (isPast ? -1 : 1) * (a < b ? -1 : 1));
  return inOrder.flatMap(([, groups]) => [...groups.values()]);
};
