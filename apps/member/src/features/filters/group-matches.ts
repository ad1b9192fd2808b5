import type { Event } from '@touchline/contract/shapes/football';

/** Matches of one competition stage on one day. */
export type MatchGroup = { key: string; day: string; competition: Event['competition']; matches: Event[] };

/**
 * Groups a list by day, and within a day by competition and stage, each in the order of its first match.
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
  return [...days.values()].flatMap((groups) => [...groups.values()]);
};
