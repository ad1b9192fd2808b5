import type { Lan } from '@touchline/locales/locales';
import { currentLan } from '../../shell/i18n.tsx';

/** What stands between the goals where it is no dash. */
const between: Partial<Record<Lan, string>> = { de: ':', ru: ':' };

/** A score as the language prints it: "2–1", in German "2:1"; home first. */
export const scoreText = (score: { home: number; away: number }): string =>
  `${score.home}${between[currentLan()] ?? '–'}${score.away}`;

/** The same within a sentence, where a line must not end at its dash. */
export const unbrokenScore = (score: { home: number; away: number }): string =>
  scoreText(score).replace('–', '\u2060–\u2060');
