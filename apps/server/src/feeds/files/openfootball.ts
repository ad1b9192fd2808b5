import {
  importProblem,
  type ImportedMatch,
  type ImportProblem,
} from '@touchline/football/import/imported-match';
import { readOpenFootball } from '@touchline/football/import/openfootball';
import type { FeedMatch, FeedStatus, Snapshot } from '../snapshot.ts';

const FEED = 'openfootball';

/** A row of a match that is in the file on several days, and the one of the same match that counts instead. */
type Stale = { match: ImportedMatch; instead: ImportedMatch };

const isDecided = ({ status }: ImportedMatch): boolean => status !== 'scheduled' && status !== 'postponed';

/**
 * Tells rows of the same round and teams apart. An abandoned or drawn match and its replay are two. A postponed match and its new day
 * are one, and so are a match to come and its later result.
 * @returns the matches, earliest first, and the rows that say less
 */
const apart = (rows: readonly ImportedMatch[]): { matches: ImportedMatch[]; stale: Stale[] } => {
  const stale: Stale[] = [];
  const matches: ImportedMatch[] = [];
  for (const match of rows.toSorted((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date)))) {
    const later = rows.find((other) => isDecided(other) && other.date > match.date);
    const sure = rows.find(({ status }) => status !== 'postponed');
    const first = rows.find(({ status }) => status === match.status);
    const instead =
      match.status === 'postponed'
        ? (sure ?? first)
        : match.status === 'scheduled'
          ? (later ?? first)
          : match;
    if (instead === undefined || instead === match) matches.push(match);
    else stale.push({ match, instead });
  }
  return { matches, stale };
};

/**
 * A file of openfootball as a snapshot. The file has no ids: a match is named by the season, its round and
 * its teams, which stay when it is moved to another day; a replay is named by its day as well.
 * @param text the file
 */
export const openFootballSnapshot = (text: string): Snapshot => {
  const json = parse(text);
  if (json === undefined) {
    return { feed: FEED, matches: [], problems: [importProblem(0, 'form', 'not_json')] };
  }
  const { name, matches, problems } = readOpenFootball(json);
  const repeated: ImportProblem[] = [];
  const refs = new Map<ImportedMatch, string>();
  const nameOf = ({ round = '', home, away }: ImportedMatch) => [name, round, home, away].join('|');
  for (const [ref, rows] of Map.groupBy(matches, nameOf)) {
    const { matches: known, stale } = apart(rows);
    for (const [index, match] of known.entries()) refs.set(match, index === 0 ? ref : `${ref}|${match.date}`);
    for (const { match, instead } of stale) {
      const values = { match: `${match.home} – ${match.away}`, date: match.date, rows: instead.row };
      repeated.push(importProblem(match.row, 'repeated', 'repeated', values));
    }
  }
  const known = matches.flatMap((match): FeedMatch[] => {
    const ref = refs.get(match);
    if (ref === undefined) return [];
    return [
      {
        row: match.row,
        ...fixtureOf(match),
        ref,
        competition: name,
        isLocalTime: true,
        ...statusOf(match),
      },
    ];
  });
  return {
    feed: FEED,
    matches: known,
    problems: [...problems, ...repeated].toSorted((one, other) => one.row - other.row),
  };
};

const parse = (text: string): unknown => {
  try {
    const json: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
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
  match.status === 'played'
    ? { status: 'finished', ft: match.ft, ht: match.ht, shots: match.shots }
    : { status: match.status };
