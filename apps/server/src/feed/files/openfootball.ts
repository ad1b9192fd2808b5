import type { ImportedMatch, ImportProblem } from '@touchline/football/import/imported-match';
import { readOpenFootball } from '@touchline/football/import/openfootball';
import type { FeedStanding, Snapshot } from '../snapshot.ts';

const FEED = 'openfootball';

/**
 * A file of openfootball as a snapshot. The file has no ids: a match is named by the season, its round and its teams,
 * which stay when it is moved to another day.
 * @param text the file
 */
export const openFootballSnapshot = (text: string): Snapshot => {
  const json = parse(text);
  if (json === undefined) {
    return {
      feed: FEED,
      matches: [],
      problems: [{ row: 0, reason: 'form', detail: 'not JSON, or cut short' }],
    };
  }
  const { name, matches, problems } = readOpenFootball(json);
  const repeated: ImportProblem[] = [];
  const seen = new Map<string, number>();
  const known = matches.flatMap((match) => {
    const ref = [name, match.round ?? '', match.home, match.away].join('|');
    const row = seen.get(ref);
    if (row !== undefined) {
      repeated.push({ row: match.row, reason: 'repeated', detail: `${ref} also in row ${row}` });
      return [];
    }
    seen.set(ref, match.row);
    return [{ ...fixtureOf(match), ref, competition: name, ...standingOf(match) }];
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

/** Who plays when, as files tell it. */
export const fixtureOf = (
  match: Pick<ImportedMatch, 'home' | 'away' | 'date' | 'time' | 'utcOffsetMinutes' | 'round'>,
) => ({
  ...{ home: match.home, away: match.away, date: match.date, time: match.time },
  ...{ utcOffsetMinutes: match.utcOffsetMinutes, stage: match.round },
});

/** Where a match of a file stands. */
export const standingOf = (match: ImportedMatch): FeedStanding =>
  match.status === 'played' ? { status: 'finished', ft: match.ft, ht: match.ht } : { status: match.status };
