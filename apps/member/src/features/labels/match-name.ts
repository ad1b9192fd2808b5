import { teamName } from '@touchline/locales/team-names';
import type { Lan } from '@touchline/locales/locales';
import { currentLan, type T } from '../../lib/i18n.tsx';
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

/** "Replay · " before what is shown of a match of the past that is played again; it is first, since long lines lose their end. */
export const replayMark = ({ replay }: { replay?: boolean | undefined }, t: T): string =>
  replay === true ? `${t('event.replay')} · ` : '';
