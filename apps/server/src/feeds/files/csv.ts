import { importProblem, type ImportProblem } from '@touchline/football/import/imported-match';
import { readOddsCsv } from '@touchline/football/import/odds-csv';
import { readResultsCsv } from '@touchline/football/import/results-csv';
import type { FeedMatch, Snapshot } from '../snapshot.ts';
import { fixtureOf, statusOf } from './openfootball.ts';
import { pricesOf } from './prices.ts';

/** Files in the form of football-data.co.uk have UK clock time. */
const UK = 'Europe/London';

export type CsvOptions = {
  /** The competition of a file without a column for it; refused for one that has it. */
  competition?: string | undefined;
  /** Time zone of its kick-offs; without it that of football-data.co.uk, where the file names its competitions in its way. */
  zone?: string | undefined;
  /** Bookmakers whose prices count, the first that a row has; by default the sharpest known. */
  houses?: readonly string[] | undefined;
};

/** Results of a CSV as a snapshot. A match is named by its day and teams: the file has nothing else. */
export const resultsCsvSnapshot = (text: string, options: CsvOptions = {}): Snapshot => {
  const { matches, problems } = readResultsCsv(text);
  const rows = matches.map((match) => ({
    row: match.row,
    own: match.competition,
    match: { row: match.row, ...fixtureOf(match), ...statusOf(match), ...placeOf(match, options) },
  }));
  return snapshot('results-csv', rows, problems, options);
};

/**
 * Prices of a CSV as a snapshot: upcoming matches with the goal means that the prices imply. Its results are
 * not read.
 */
export const oddsCsvSnapshot = (text: string, options: CsvOptions = {}): Snapshot => {
  const { matches, problems } = readOddsCsv(text);
  const impossible: ImportProblem[] = [];
  const rows = matches.map((match) => {
    const { prices, problem } = pricesOf(match.prices, options.houses);
    if (problem !== undefined) {
      impossible.push(importProblem(match.row, 'odds', `prices_${problem.reason}`, problem.values));
    }
    const status = 'scheduled' as const;
    const { row } = match;
    return {
      row,
      own: match.competition,
      match: { row, ...fixtureOf(match), status, ...placeOf(match, options), prices },
    };
  });
  return snapshot('odds-csv', rows, [...problems, ...impossible], options);
};

type Named = { competition?: string | undefined; date: string; home: string; away: string };
const placeOf = (match: Named, { competition, zone }: CsvOptions) => {
  const league = match.competition ?? competition ?? '';
  return {
    competition: league,
    ref: [league, match.date, match.home, match.away].join('|'),
    zone: zone ?? (match.competition === undefined ? undefined : UK),
  };
};

type Row = { row: number; match: FeedMatch; own: string | undefined };
const snapshot = (
  feed: string,
  rows: readonly Row[],
  problems: readonly ImportProblem[],
  { competition }: CsvOptions,
): Snapshot => {
  if (competition !== undefined && rows.some(({ own }) => own !== undefined)) {
    return {
      feed,
      matches: [],
      problems: [importProblem(0, 'columns', 'competition_twice', { columns: 'Div / League' })],
    };
  }
  const unread = rows.flatMap(({ row, match }): ImportProblem[] => {
    return match.competition === '' ? [importProblem(row, 'columns', 'no_competition')] : [];
  });
  const isUnread = new Set(unread.map(({ row }) => row));
  return {
    feed,
    matches: rows.filter(({ row }) => !isUnread.has(row)).map(({ match }) => match),
    problems: [...problems, ...unread].toSorted((a, b) => a.row - b.row),
  };
};
