import { type Score, winnerOf } from '../score.ts';
import type { MatchShots, Shots } from '../strengths-shots.ts';
import { type CsvRecord, checkWidth, isEmptyRow, readTable } from './csv-table.ts';
import { readDate, readTime } from './dates.ts';
import {
  type ImportProblem,
  type ImportedMatch,
  Unreadable,
  playedScores,
  readRows,
  teamName,
} from './imported-match.ts';

/** Names that one column goes by in files of different seasons and leagues. */
export const columnNames = {
  competition: ['Div', 'League'],
  country: ['Country'],
  date: ['Date'],
  time: ['Time'],
  home: ['HomeTeam', 'Home', 'HT'],
  away: ['AwayTeam', 'Away', 'AT'],
  ftHome: ['FTHG', 'HG'],
  ftAway: ['FTAG', 'AG'],
  ftResult: ['FTR', 'Res'],
  htHome: ['HTHG'],
  htAway: ['HTAG'],
  htResult: ['HTR'],
  homeShots: ['HS'],
  awayShots: ['AS'],
  homeOnTarget: ['HST'],
  awayOnTarget: ['AST'],
} as const;
const { date, home, away, ftHome, ftAway } = columnNames;

/** Letters that files use for a result; "H" is "1" in the words of betting. */
const resultLetters = { '1': 'H', X: 'D', '2': 'A' } as const;

/**
 * Reads results in the form of football-data.co.uk, also written by others: Date, HomeTeam, AwayTeam, FTHG, FTAG
 * and, where there are, HTHG, HTAG, FTR, HTR, HS, AS, HST, AST, Time, Div; other columns are left aside. A row without final goals
 * is a match still to be played. There is no column for a result that was awarded; all it shows is that the
 * half-time score is missing, so in a file that knows half times a goal score without one is a problem.
 * @param text the file; a byte-order mark, any line ends, empty rows and unnamed columns are understood; dates are
 * yyyy-mm-dd, dd/mm/yyyy or dd/mm/yy
 * @returns the records in the file's order, and a problem for each row that yields none; of row 0 when it is the
 * whole file
 */
export function readResultsCsv(text: string): { matches: ImportedMatch[]; problems: ImportProblem[] } {
  const table = readTable(text, [date, home, away, ftHome, ftAway]);
  if ('problem' in table) return { matches: [], problems: [table.problem] };
  const knowsHalfTime = table.rows.some(({ cell }) => cell(...columnNames.htHome) !== '');
  return readRows<CsvRecord, ImportedMatch>(table.rows, (row, place) => {
    if (isEmptyRow(row)) return undefined;
    checkWidth(row, table.width);
    const match = { ...readFixture(row, place), ...readStatus(row) };
    if (knowsHalfTime && match.status === 'played' && match.ht === undefined) {
      throw new Unreadable('half_time', 'half_time_missing');
    }
    return match;
  });
}

/** The teams and the time in a row of results or odds. */
export function readFixture({ cell }: CsvRecord, row: number) {
  const competition = competitionName(cell(...columnNames.country), cell(...columnNames.competition));
  const time = cell(...columnNames.time);
  const teams = { home: teamName(cell(...home), 'home'), away: teamName(cell(...away), 'away') };
  if (teams.home === teams.away) throw new Unreadable('team', 'team_itself', { team: teams.home });
  return {
    row,
    competition,
    date: readDate(cell(...date)),
    ...(time !== '' && readTime(time)),
    ...teams,
  };
}

/** "E0"; where a file names the country too, "Austria: Bundesliga": several countries have a league of that name. */
function competitionName(country: string, league: string): string | undefined {
  if (league === '') return undefined;
  return country === '' ? league : `${country}: ${league}`;
}

function readStatus({ cell }: CsvRecord) {
  const ft = readScore(cell(...ftHome), cell(...ftAway), 'score');
  const ht = readScore(cell(...columnNames.htHome), cell(...columnNames.htAway), 'half_time');
  agree(cell(...columnNames.ftResult), ft);
  agree(cell(...columnNames.htResult), ht);
  if (ft !== undefined) return { ...playedScores(ft, ht), ...readShots(cell) };
  if (ht !== undefined) throw new Unreadable('score', 'full_time_missing');
  return { status: 'scheduled' as const };
}

/** Shots of both sides; nothing where a cell is empty or makes no sense, as no bet depends on them. */
function readShots(cell: CsvRecord['cell']): { shots?: MatchShots } {
  const count = (names: readonly string[]) => {
    const text = cell(...names);
    return /^\d{1,3}$/.test(text) ? Number(text) : undefined;
  };
  const { homeShots, awayShots, homeOnTarget, awayOnTarget } = columnNames;
  const home = shotsOf(count(homeShots), count(homeOnTarget));
  const away = shotsOf(count(awayShots), count(awayOnTarget));
  return home === undefined || away === undefined ? {} : { shots: { home, away } };
}

function shotsOf(all: number | undefined, onTarget: number | undefined): Shots | undefined {
  return all === undefined || onTarget === undefined || onTarget > all ? undefined : { all, onTarget };
}

function readScore(homeText: string, awayText: string, reason: 'score' | 'half_time'): Score | undefined {
  if (homeText === '' && awayText === '') return undefined;
  if (![homeText, awayText].every((text) => /^\d{1,2}$/.test(text))) {
    throw new Unreadable(reason, 'score_form', { score: JSON.stringify([homeText, awayText]) });
  }
  return { home: Number(homeText), away: Number(awayText) };
}

function agree(letter: string, score: Score | undefined): void {
  if (letter === '') return;
  const expected = score === undefined ? undefined : resultLetters[winnerOf(score)];
  if (letter === expected) return;
  if (score === undefined) throw new Unreadable('result', 'result_alone', { letter });
  throw new Unreadable('result', 'result_beside', { letter, score: `${score.home}-${score.away}` });
}
