import { isFound, searchFold } from '@touchline/kit/fold';
import { teamName } from '@touchline/locales/team-names';
import type { Lan } from '@touchline/locales/locales';

/**
 * Whether a search finds a team: by its name in the record or in the reader's language, or its three letters.
 */
export const isTeamMeant = (
  team: { name: string; short: string; flag: string | null },
  search: string,
  lan: Lan,
): boolean => {
  const wanted = searchFold(search.trim());
  const localName = teamName({ name: team.name, flag: team.flag ?? undefined }, lan);
  return [team.name, team.short, localName].some((name) => isFound(name, wanted));
};

/** Whether a text is a day of the calendar, "2026-06-11". */
export const isDay = (text: string): boolean => {
  const at = Date.parse(`${text}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && at > 0 && new Date(at).toISOString().startsWith(text);
};
