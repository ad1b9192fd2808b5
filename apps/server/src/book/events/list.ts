import { teamName } from '@touchline/locales/team-names';
import type { Lan } from '@touchline/locales/locales';

/** Text without case and accents, so that "curacao" finds Curaçao. */
export const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .trim();

/**
 * Whether a search finds a team: by its name in the record or in the reader's language, or its three letters.
 */
export const isTeamMeant = (
  team: { name: string; short: string; flag: string | null },
  search: string,
  lan: Lan,
): boolean => {
  const wanted = fold(search);
  const localName = teamName({ name: team.name, flag: team.flag ?? undefined }, lan);
  return [team.name, team.short, localName].some((name) => fold(name).includes(wanted));
};

/** Whether a text is a day of the calendar, "2026-06-11". */
export const isDay = (text: string): boolean => {
  const at = Date.parse(`${text}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && at > 0 && new Date(at).toISOString().startsWith(text);
};
