import type { Lan } from '@touchline/locales/locales';
import { currentLan } from '../../lib/i18n.tsx';
import { mirrored } from './bidi.ts';

/** The separator between the goals where it is not a dash. */
const between: Partial<Record<Lan, string>> = { de: ':', ru: ':' };

/** A score as the language prints it: "2–1", in German "2:1"; home first, where reading begins. */
export const scoreText = (score: { home: number; away: number }): string =>
  mirrored(`${score.home}${between[currentLan()] ?? '–'}${score.away}`);

/** The same within a sentence, where a line must not end at its dash. */
export const unbrokenScore = (score: { home: number; away: number }): string =>
  scoreText(score).replace('–', '\u2060–\u2060');

/** Reads a selection "2-1" as a score; undefined for "other_home" and the like. */
export function scoreOf(selection: string): { home: number; away: number } | undefined {
  const parts = /^(\d{1,2})-(\d{1,2})$/.exec(selection);
  return parts === null ? undefined : { home: Number(parts[1]), away: Number(parts[2]) };
}
