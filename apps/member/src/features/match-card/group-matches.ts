import type { Event } from '@touchline/contract/shapes/football';

import { isOver } from '../live/event-patch.ts';
import { starredFirst } from '../stars/star-of.ts';

/** Matches of one competition on one day. */
export type MatchGroup = { key: string; day: string; competition: Event['competition']; matches: Event[] };

/**
 * Groups a list by day, and within a day by competition in the order of its first match; its matches by kick-off, what is over
 * the last first. The list is in order by the days of the site, which may begin at other hours than the reader's.
 * @param dayOf the calendar day of a time
 * @param isStarred what comes first within its day and its group
 */
export const groupMatches = (
  events: readonly Event[],
  dayOf: (moment: string) => string,
  isStarred: (event: Event) => boolean = () => false,
): MatchGroup[] => {
  const days = new Map<string, Map<string, MatchGroup>>();
  for (const event of events) {
    const day = dayOf(event.kickOff);
    const { competition } = event;
    const groups = days.get(day) ?? new Map<string, MatchGroup>();
    days.set(day, groups);
    const key = `${day} ${competition.id}`;
    const group = groups.get(key) ?? { key, day, competition, matches: [] };
    groups.set(key, group);
    group.matches.push(event);
  }
  const isPast = events.every(({ state }) => isOver(state));
  const sign = isPast ? -1 : 1;
  const isMixed = !isPast && events.some(({ state }) => isOver(state));
  const inOrder = isMixed ? [...days] : [...days].toSorted(([a], [b]) => sign * (a < b ? -1 : 1));
  return inOrder.flatMap(([, groups]) =>
    starredFirst(
      [...groups.values()].map((group) => ({
        ...group,
        matches: starredFirst(
          group.matches.toSorted((a, b) => sign * a.kickOff.localeCompare(b.kickOff)),
          isStarred,
        ),
      })),
      ({ matches }) => matches.some(isStarred),
    ),
  );
};
