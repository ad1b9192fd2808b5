import type { OpenCompetition } from '@touchline/contract/shapes/football';
import type { MatchFilters } from './match-filters.ts';

/**
 * How many matches of a competition the list has with these filters.
 * @param today the day of now in the site's time zone, "2026-06-11"
 * @returns undefined where the counts do not say: for other days, and for matches that are over
 */
export const countOf = (
  { inPlay, today: ofToday, open }: Pick<OpenCompetition, 'inPlay' | 'today' | 'open'>,
  { state, day }: Pick<MatchFilters, 'state' | 'day'>,
  today: string,
): number | undefined => {
  if (state === 'live') return inPlay;
  if (state === 'open' && day === today) return ofToday;
  if (day !== '') return undefined;
  if (state === 'open') return open;
  return state === 'scheduled' ? open - inPlay : undefined;
};
