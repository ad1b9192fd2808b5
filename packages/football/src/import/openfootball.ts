import { isScore } from '../check-scores.ts';
import type { Score } from '../score.ts';
import { readDate, readTime, readZone } from './dates.ts';
import {
  type ImportProblem,
  type ImportedMatch,
  Unreadable,
  importProblem,
  playedScores,
  readRows,
  teamName,
} from './imported-match.ts';

/** What openfootball writes for a match that did not end on the pitch, and what it is called here. */
const statuses = new Map<string, 'awarded' | 'postponed' | 'cancelled' | 'abandoned'>([
  ['awarded', 'awarded'],
  ['postponed', 'postponed'],
  ['cancelled', 'cancelled'],
  ['canceled', 'cancelled'],
  ['annulled', 'cancelled'],
  ['abandoned', 'abandoned'],
  ['suspended', 'abandoned'],
]);

/**
 * Reads a file of openfootball's football.json or worldcup.json.
 * `ft` is the score after 90 minutes; extra time and shoot-outs are left aside. Without `ht` the half-time score
 * is unknown, but 0-0 when the match ended 0-0. A match without a score is still to be played.
 * @param json the parsed file, untrusted
 * @returns the records in the file's order, and a problem for each row that yields none; a file that is not of
 * this form is a problem of row 0
 */
export function readOpenFootball(json: unknown): {
  name: string;
  matches: ImportedMatch[];
  problems: ImportProblem[];
} {
  const name = isObject(json) && typeof json['name'] === 'string' ? json['name'] : '';
  const rows = isObject(json) ? json['matches'] : undefined;
  if (!Array.isArray(rows)) {
    return { name, matches: [], problems: [importProblem(0, 'form', 'no_matches')] };
  }
  return { name, ...readRows<unknown, ImportedMatch>(rows, readMatch) };
}

function readMatch(match: unknown, row: number): ImportedMatch {
  if (!isObject(match)) throw new Unreadable('form', 'no_match');
  const { round, date, time, timezone, team1, team2 } = match;
  const home = teamName(team1, 'home');
  const away = teamName(team2, 'away');
  if (home === away) throw new Unreadable('team', 'team_itself', { team: home });
  return {
    row,
    round: typeof round === 'string' ? round : undefined,
    date: readDate(typeof date === 'string' ? date : ''),
    ...(timezone !== undefined && readZone(typeof timezone === 'string' ? timezone.trim() : '')),
    ...(time !== undefined && readTime(typeof time === 'string' ? time.trim() : '')),
    home,
    away,
    ...readStatus(match),
  };
}

function readStatus(match: Record<string, unknown>) {
  const { score = {}, status } = match;
  if (score !== null && !isObject(score)) throw new Unreadable('score', 'score_none');
  const ft = readScore(score?.['ft'], 'score');
  const ht = readScore(score?.['ht'], 'half_time');
  if (status === undefined) {
    if (ft === undefined && ht !== undefined) throw new Unreadable('score', 'full_time_missing');
    return ft === undefined ? ({ status: 'scheduled' } as const) : playedScores(ft, ht);
  }
  const known = typeof status === 'string' ? statuses.get(status.trim().toLowerCase()) : undefined;
  if (known === undefined) {
    throw new Unreadable('status', 'status_unknown', { status: JSON.stringify(status) });
  }
  if (known !== 'awarded') return { status: known };
  if (ft === undefined) throw new Unreadable('score', 'award_without');
  return { status: known, awarded: ft };
}

function readScore(pair: unknown, reason: 'score' | 'half_time'): Score | undefined {
  if (pair === undefined || pair === null) return undefined;
  const [home, away]: unknown[] = Array.isArray(pair) && pair.length === 2 ? pair : [];
  if (typeof home === 'number' && typeof away === 'number') {
    const score = { home, away };
    if (isScore(score)) return score;
  }
  throw new Unreadable(reason, 'score_form', { score: JSON.stringify(pair) });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
