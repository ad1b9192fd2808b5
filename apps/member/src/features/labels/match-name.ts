import { teamName } from '@touchline/locales/team-names';
import { currentLan } from '../../lib/i18n.tsx';
import { mirrored, named } from './bidi.ts';

/**
 * Keeps each word of a Thai name on one line: the language has no blanks between words, and browsers take a foreign name
 * such as Uruguay for two of them.
 */
const unbroken = (name: string): string =>
  name.replaceAll(/([\u0E01-\u0E4E])(?=[\u0E01-\u0E2E\u0E40-\u0E44])/g, '$1\u2060');

/**
 * Writes two team names as a match, "Brazil – Morocco". The home team comes first in the reading direction, in any
 * script; no line begins with the dash.
 */
export const versus = (home: string, away: string): string =>
  mirrored(`${named(unbroken(home))}\u00a0– ${named(unbroken(away))}`);

type Team = Parameters<typeof teamName>[0];

/** A match by the names of its teams. */
export const matchName = ({ home, away }: { home: Team; away: Team }): string =>
  versus(teamName(home, currentLan()), teamName(away, currentLan()));
