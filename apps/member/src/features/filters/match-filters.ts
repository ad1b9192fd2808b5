import { dayMs } from '@touchline/contract/durations';
import type { CallInput } from '@touchline/contract/routes';
import type { Event, OpenCompetition } from '@touchline/contract/shapes/football';
import { asFields, asText } from '@touchline/client/values';
import { isOver } from '../live/event-patch.ts';

/** Which matches are listed; "favourites" are kept on the device, the others the server's own states. */
export const matchStates = ['open', 'live', 'scheduled', 'finished', 'favourites'] as const;
export type MatchListState = (typeof matchStates)[number];

/** `day` is a day in the site's time zone, `competition` its id; empty for all. */
export type MatchFilters = { state: MatchListState; day: string; competition: string; q: string };

export const noFilters: MatchFilters = { state: 'open', day: '', competition: '', q: '' };

/** Whether a value remembered by the page is filters. */
export const isMatchFilters = (value: unknown): value is MatchFilters => {
  const fields = asFields(value);
  return (
    matchStates.some((state) => state === fields.state) &&
    asText(fields.day) !== undefined &&
    asText(fields.competition) !== undefined &&
    asText(fields.q) !== undefined
  );
};

/** The filters as the list call takes them; those that say nothing are left out. */
export const listInput = ({
  state,
  day,
  competition,
  q,
}: MatchFilters): Omit<CallInput<'eventList'>, 'page' | 'limit'> => {
  const words = q.trim();
  return {
    state: state === 'favourites' ? undefined : state,
    day: day === '' ? undefined : day,
    competition: competition === '' ? undefined : competition,
    q: words === '' ? undefined : words,
  };
};

/** Whether a match still fits, after the stream has moved it since it was listed. */
export const stillFits = (event: Event, state: MatchListState): boolean => {
  switch (state) {
    case 'open':
      return !isOver(event.state);
    case 'live':
      return event.state === 'live' || event.state === 'half_time';
    case 'scheduled':
      return event.state === 'scheduled';
    case 'finished':
    case 'favourites':
      return true;
    default:
      return state satisfies never;
  }
};

/** The days one can choose from `today` ("2026-06-11"): a week ahead, or back for what is finished. */
export const daysFrom = (today: string, state: MatchListState): string[] => {
  const noon = Date.parse(`${today}T12:00:00Z`);
  const step = state === 'finished' ? -dayMs : dayMs;
  return Array.from({ length: 7 }, (_, at) => new Date(noon + at * step).toISOString().slice(0, 10));
};

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
