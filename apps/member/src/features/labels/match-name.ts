import type { Team } from '@touchline/contract/shapes/football';
import { teamName } from '@touchline/locales/team-names';
import { currentLan } from '../../state/i18n.tsx';
import { mirrored, named } from './bidi.ts';

const joined = (home: string, dash: string, away: string): string =>
  mirrored(`${named(home)}${dash}${named(away)}`);

/** Writes two team names as a match, "Brazil – Morocco". The home team comes first in the reading direction, in any script. */
export const versus = (home: string, away: string): string => joined(home, ' – ', away);

/** A match by the names of its teams. */
export const matchName = ({ home, away }: { home: Team; away: Team }): string =>
  versus(teamName(home, currentLan()), teamName(away, currentLan()));

/** The same for a text of several lines, none of which begins with the dash. */
export const matchInText = ({ home, away }: { home: Team; away: Team }): string =>
  joined(teamName(home, currentLan()), '\u00a0– ', teamName(away, currentLan()));
