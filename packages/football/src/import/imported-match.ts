import { isScore } from '../check-scores.ts';
import type { Score } from '../score.ts';
import type { MatchShots } from '../strengths-shots.ts';

/** What can be wrong with a file or one of its rows, each with the English sentence for logs and the command line. */
const sentences = {
  file_empty: 'the file is empty',
  not_text: 'no text: save it as CSV or JSON',
  letters_lost: 'letters of "{text}" are lost: save the file as UTF-8',
  quote: 'line {line}: a quote is misplaced, or is not closed',
  column_twice: 'column {column} is there twice',
  column_missing: 'column {columns} is missing',
  cells: '{cells} cells where the header has {width}',
  not_json: 'not JSON, or cut short',
  no_matches: 'no list of matches',
  no_match: 'not a match',
  as_told: '{told}',
  no_competition: 'no competition: name one',
  no_date: 'no date',
  date_form: '"{text}" is no date',
  date_none: 'there is no "{text}"',
  time_form: '"{text}" is no time',
  zone_form: '"{text}" is no time zone such as Europe/Vienna',
  zone_missing: '{time} of {match} names no time zone, and {competition} has none',
  competition_twice: 'the file names its competitions ({columns}): name none for it',
  no_home: 'no home team',
  no_away: 'no away team',
  team_itself: '{team} against itself',
  status_unknown: 'unknown status {status}',
  score_form: '{score} is no score',
  score_none: 'the score is none',
  full_time_missing: 'half time without full time',
  award_without: 'awarded without a score',
  half_time_above: '{ht} at half time, {ft} at the end',
  half_time_missing: 'no half-time score where others have one; the result may be an award',
  result_beside: 'result "{letter}" beside {score}',
  result_alone: 'result "{letter}" beside no score',
  line_form: '{column} "{text}" is no line',
  price_form: '{column} "{text}" is no price',
  prices_odds: 'no prices: {odds}',
  prices_line: 'no line of goals: {line}',
  prices_margin: '{odds} add up to {sum}',
  prices_contradiction: 'no score grid is nearer than {fit}',
  repeated: '{match} on {date} also in row {rows}',
  repeated_otherwise: '{match} on {date} also in row {rows}, otherwise',
} as const;

export type ImportFault = keyof typeof sentences;

/** What fills the gaps of the sentence. */
export type FaultValues = Readonly<Record<string, string | number>>;

/** Longest part of a cell that a fault quotes. */
const MOST_LETTERS = 120;

/** The values as texts, long ones cut. */
function faultValues(values: FaultValues): Record<string, string> {
  const cut = (text: string) => (text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS)}…` : text);
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, cut(String(value))]));
}

/** The fault as an English sentence. */
export function faultText(fault: ImportFault, values: Readonly<Record<string, string>>): string {
  return sentences[fault].replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}

/**
 * The status of a match by its source. Only a `played` match has `ft`: a score that an authority awarded is a field
 * apart, because no bet or rating may use it.
 */
type MatchStatus =
  | { status: 'played'; ft: Score; ht?: Score; shots?: MatchShots }
  | { status: 'awarded'; awarded: Score }
  | { status: 'scheduled' | 'postponed' | 'cancelled' | 'abandoned' };

/** A match as it is in a file, with the file's names of the teams. */
export type ImportedMatch = {
  /** Place in the file from 1, the header not counted. */
  row: number;
  /** The competition, where each row names its own ("E0"). */
  competition?: string | undefined;
  round?: string | undefined;
  /** Day of the kick-off, yyyy-mm-dd, in the time zone the file is written in. */
  date: string;
  /** Kick-off hh:mm on that day, in the same time zone. */
  time?: string;
  /** Minutes that the zone is ahead of UTC, where the file says so. */
  utcOffsetMinutes?: number;
  /** IANA name of the zone, where the file says so. */
  zone?: string;
  home: string;
  away: string;
} & MatchStatus;

/**
 * What is wrong with a row: a code with its values, and both as an English sentence. The row yields no record, but where only one of
 * its prices is wrong.
 */
export type ImportProblem = {
  row: number;
  reason: ProblemReason;
  fault: ImportFault;
  values: Readonly<Record<string, string>>;
  detail: string;
};

/** A problem with its sentence. @param row 0 for the file as a whole */
export function importProblem(
  row: number,
  reason: ProblemReason,
  fault: ImportFault,
  values: FaultValues = {},
): ImportProblem {
  const texts = faultValues(values);
  return { row, reason, fault, values: texts, detail: faultText(fault, texts) };
}

type ProblemReason =
  /** The file, or the row, is not of the form expected at all. */
  | 'form'
  /** A column is missing or there twice. Row 0: the header. */
  | 'columns'
  | 'date'
  | 'time'
  | 'team'
  | 'status'
  | 'score'
  /** The half-time score is above the final one, or is none. */
  | 'half_time'
  /** The score and the result the row gives for it disagree. */
  | 'result'
  | 'odds'
  /** Another row has the same match. */
  | 'repeated';

/** Thrown and caught inside the readers: this row cannot be read. */
export class Unreadable extends Error {
  readonly reason: ProblemReason;
  readonly fault: ImportFault;
  readonly values: FaultValues;

  constructor(reason: ProblemReason, fault: ImportFault, values: FaultValues = {}) {
    super(faultText(fault, faultValues(values)));
    this.reason = reason;
    this.fault = fault;
    this.values = values;
  }
}

/**
 * The scores of a match that was played. A source that leaves out the half-time score of a match that ended
 * 0-0 has said it; otherwise a missing one is unknown.
 * @throws Unreadable for a half-time score above the final one
 */
export function playedScores(ft: Score, ht: Score | undefined): { status: 'played'; ft: Score; ht?: Score } {
  const known = ht ?? (ft.home + ft.away === 0 ? { home: 0, away: 0 } : undefined);
  if (known === undefined) return { status: 'played', ft };
  if (!isScore(known) || known.home > ft.home || known.away > ft.away) {
    const values = { ht: `${known.home}-${known.away}`, ft: `${ft.home}-${ft.away}` };
    throw new Unreadable('half_time', 'half_time_above', values);
  }
  return { status: 'played', ft, ht: known };
}

/** A name of a team, trimmed. @throws Unreadable when there is none, or it was read in another encoding */
export function teamName(text: unknown, side: 'home' | 'away'): string {
  const name = typeof text === 'string' ? text.trim() : '';
  if (name === '') throw new Unreadable('team', `no_${side}`);
  if (name.includes('\uFFFD')) throw new Unreadable('team', 'letters_lost', { text: name });
  return name;
}

/** Names what is wrong with a part of a row whose other parts are read. */
export type NotePart = (part: Unreadable) => void;

/** Reads each row alone: a record, nothing (an empty row), or the problem that names it. */
export function readRows<Row, Read extends ImportedRow>(
  rows: readonly Row[],
  read: (row: Row, place: number, notePart: NotePart) => Read | undefined,
): { matches: Read[]; problems: ImportProblem[] } {
  const matches: Read[] = [];
  const problems: ImportProblem[] = [];
  for (const [index, row] of rows.entries()) {
    const note = ({ reason, fault, values }: Unreadable) => {
      problems.push(importProblem(index + 1, reason, fault, values));
    };
    try {
      const match = read(row, index + 1, note);
      if (match !== undefined) matches.push(match);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      note(error);
    }
  }
  return withoutRepeats(matches, problems);
}

type ImportedRow = Pick<ImportedMatch, 'row' | 'competition' | 'date' | 'home' | 'away'>;

/** Whether a row says at least what another row of the same match does. */
function saysAll(row: ImportedRow, other: ImportedRow): boolean {
  const said = new Map<string, unknown>(Object.entries(row));
  return Object.entries(other).every(([key, value]) => {
    if (value === undefined || key === 'row' || key === 'round') return true;
    // The status of a match that nothing is known of yet.
    if (key === 'status' && value === 'scheduled') return true;
    const mine = said.get(key);
    if (!Array.isArray(value) || !Array.isArray(mine)) return JSON.stringify(value) === JSON.stringify(mine);
    const parts = new Set(mine.map((part) => JSON.stringify(part)));
    return value.every((part) => parts.has(JSON.stringify(part)));
  });
}

/** Rows of one match: the first that says all that the others say counts; none where they disagree. */
function withoutRepeats<Read extends ImportedRow>(
  matches: readonly Read[],
  problems: readonly ImportProblem[],
): { matches: Read[]; problems: ImportProblem[] } {
  const keyOf = ({ competition = '', date, home, away }: ImportedRow) =>
    JSON.stringify([competition, date, home, away]);
  const byKey = Map.groupBy(matches, keyOf);
  const more: ImportProblem[] = [];
  const kept = matches.filter((match) => {
    const same = byKey.get(keyOf(match)) ?? [];
    if (same.length === 1) return true;
    const counts = same.find((each) => same.every((other) => saysAll(each, other)));
    if (match === counts) return true;
    const others = same.filter((each) => each !== match).map(({ row }) => row);
    const values = { match: `${match.home} – ${match.away}`, date: match.date, rows: others.join(', ') };
    const fault = counts === undefined ? 'repeated_otherwise' : 'repeated';
    more.push(importProblem(match.row, 'repeated', fault, values));
    return false;
  });
  return { matches: kept, problems: [...problems, ...more].toSorted((a, b) => a.row - b.row) };
}
