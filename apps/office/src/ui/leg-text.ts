import type { Leg } from '@touchline/contract/shapes/bet';
import { formatDecimal } from '@touchline/locales/format';
import { teamName } from '@touchline/locales/team-names';
import { currentLan, translate as t } from '../shell/i18n.ts';

/** The markets by their names on the wire. */
export const marketNames = [
  ...([
    '1x2',
    'double_chance',
    'draw_no_bet',
    'over_under',
    'asian_handicap',
    'btts',
    'correct_score',
  ] as const),
  ...(['odd_even', 'ht_ft', 'ht_1x2', 'ht_over_under', 'ht_asian_handicap', 'ht_btts'] as const),
  'ht_correct_score',
] as const;

const picks = [
  ...(['home', 'away', 'over', 'under', 'yes', 'no', 'odd', 'even'] as const),
  ...(['other', 'other_home', 'other_draw', 'other_away'] as const),
] as const;

/** The name of a market; one newer than the app is shown as it is on the wire. */
export const marketText = (market: string): string => {
  const known = marketNames.find((name) => name === market);
  return known === undefined ? market : t(`market.${known}`);
};

/** What was chosen of a market, short: "1", "Over 2.5", "Home −0.75", "2–1". */
export const pickText = ({ selection, line }: Pick<Leg, 'selection' | 'line'>): string => {
  const known = picks.find((pick) => pick === selection);
  const name = known === undefined ? selection.replace(/^(\d+)-(\d+)$/, '$1–$2') : t(`pick.${known}`);
  if (line === undefined) return name;
  const size = formatDecimal(line.replace(/^\+/, ''), currentLan());
  const isSide = selection === 'home' || selection === 'away' || selection === '1' || selection === '2';
  const signed = isSide && !/^[-+]?0(\.0+)?$/.test(line) && !line.startsWith('-') ? `+${size}` : size;
  return `${name} ${signed}`;
};

/** The two sides of a match. */
export const sidesText = ({ home, away }: Pick<Leg, 'home' | 'away'>): string =>
  `${teamName(home, currentLan())} – ${teamName(away, currentLan())}`;
