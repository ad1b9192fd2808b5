import {
  importProblem,
  type ImportedMatch,
  type ImportProblem,
} from '@touchline/football/import/imported-match';
import { readOpenFootball } from '@touchline/football/import/openfootball';
import type { FeedStatus, Snapshot } from '../snapshot.ts';

const FEED = 'openfootball';

/**
 * A file of openfootball as a snapshot. The file has no ids: a match is named by the season, its round and
 * its teams, which stay when it is moved to another day.
 * @param text the file
 */
export const openFootballSnapshot = (text: string): Snapshot => {
  const json = parse(text);
  if (json === undefined) {
    return { feed: FEED, matches: [], problems: [importProblem(0, 'form', 'not_json')] };
  }
  const { name, matches, problems } = readOpenFootball(json);
  const repeated: ImportProblem[] = [];
  const seen = new Map<string, number>();
  const known = matches.flatMap((match) => {
    const ref = [name, match.round ?? '', match.home, match.away].join('|');
    const row = seen.get(ref);
    if (row !== undefined) {
      const teams = `${match.home} – ${match.away}`;
      const values = { match: teams, date: match.date, rows: row };
      repeated.push(importProblem(match.row, 'repeated', 'repeated', values));
      return [];
    }
    seen.set(ref, match.row);
    return [{ row: match.row, ...fixtureOf(match), ref, competition: name, ...statusOf(match) }];
  });
  return { feed: FEED, matches: known, problems: [...problems, ...repeated] };
};

const parse = (text: string): unknown => {
  try {
    const json: unknown = JSON.parse(text);
    return json;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};

/** Teams and kick-off of a match in a file. */
export const fixtureOf = (
  match: Pick<ImportedMatch, 'home' | 'away' | 'date' | 'time' | 'utcOffsetMinutes' | 'zone' | 'round'>,
) => ({
  home: match.home,
  away: match.away,
  date: match.date,
  time: match.time,
  utcOffsetMinutes: match.utcOffsetMinutes,
  zone: match.zone,
  stage: match.round,
});

/** The status of a match in a file. */
export const statusOf = (match: ImportedMatch): FeedStatus =>
  match.status === 'played' ? { status: 'finished', ft: match.ft, ht: match.ht } : { status: match.status };
