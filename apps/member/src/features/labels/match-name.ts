import type { Team } from '@touchline/contract/shapes/football';
import { teamName } from '@touchline/locales/team-names';
import { currentLan } from '../../state/i18n.tsx';
import { mirrored, named } from './bidi.ts';

/** Writes two team names as a match, "Brazil – Morocco". The home team comes first in the reading direction, in any script. */
export const versus = (home: string, away: string): string => mirrored(`${named(home)} – ${named(away)}`);

/** A match by the names of its teams. */
export const matchName = ({ home, away }: { home: Team; away: Team }): string =>
  versus(teamName(home, currentLan()), teamName(away, currentLan()));
