import { CsvError, readCsv, writeCsvRow } from './csv.ts';
import type { CsvRow } from './csv.ts';
import { grade, UnknownBet } from './grade.ts';
import type { Result, Score } from './score.ts';

const COLUMNS = ['ht_home', 'ht_away', 'ft_home', 'ft_away', 'market', 'selection', 'line'] as const;
const OUTCOME = 'outcome';
type Column = (typeof COLUMNS)[number];

/** The graded file, or what is wrong with it, one problem per line that cannot be read. */
export type GradedCsv = { csv: string; problems: string[] };

/**
 * Grades every row of a CSV with the columns ht_home, ht_away, ft_home, ft_away, market, selection and line, in
 * any order among others. Empty half-time cells mean that the half-time score is not known.
 * @param text the file; CRLF, quoted cells and a byte-order mark are understood
 * @returns the same rows with an `outcome` column (last, or where the file has one); when any row cannot be read,
 * no CSV and a problem naming each such row. Row 1 is the first after the header.
 */
export function gradeCsv(text: string): GradedCsv {
  let rows: CsvRow[];
  try {
    rows = readCsv(text);
  } catch (error) {
    if (error instanceof CsvError) return { csv: '', problems: [error.message] };
    throw error;
  }
  const [header, ...records] = rows;
  if (header === undefined) return { csv: '', problems: ['the file is empty'] };
  const names = header.cells.map((name) => name.trim());
  const unclear = [...COLUMNS, OUTCOME]
    .map((name) => [name, names.filter((each) => each === name).length] as const)
    .filter(([name, count]) => count > 1 || (count === 0 && name !== OUTCOME))
    .map(([name, count]) =>
      count === 0 ? `column ${name} is missing` : `column ${name} is there ${count} times`,
    );
  if (unclear.length > 0) return { csv: '', problems: unclear };

  const place = names.includes(OUTCOME) ? names.indexOf(OUTCOME) : names.length;
  const problems: string[] = [];
  const lines = [writeCsvRow(header.cells.toSpliced(place, 1, OUTCOME))];
  for (const [index, record] of records.entries()) {
    const outcome = gradeRow(names, record.cells);
    if (outcome instanceof Unreadable) {
      problems.push(`row ${index + 1} (line ${record.line}): ${outcome.message}`);
    } else {
      lines.push(writeCsvRow(record.cells.toSpliced(place, 1, outcome)));
    }
  }
  return problems.length > 0 ? { csv: '', problems } : { csv: lines.join(''), problems };
}

class Unreadable extends Error {}

function gradeRow(names: readonly string[], cells: readonly string[]): string | Unreadable {
  if (cells.length !== names.length) {
    return new Unreadable(`${cells.length} cells where the header has ${names.length}`);
  }
  const cell = (name: Column) => (cells[names.indexOf(name)] ?? '').trim();
  try {
    const result = resultOf(cell);
    const line = cell('line');
    return grade(cell('market'), cell('selection'), line === '' ? undefined : line, result);
  } catch (error) {
    if (error instanceof UnknownBet || error instanceof Unreadable) return new Unreadable(error.message);
    throw error;
  }
}

function resultOf(cell: (name: Column) => string): Result {
  const ft: Score = { home: goals(cell, 'ft_home'), away: goals(cell, 'ft_away') };
  if (cell('ht_home') === '' && cell('ht_away') === '') return { ft };
  const ht: Score = { home: goals(cell, 'ht_home'), away: goals(cell, 'ht_away') };
  if (ht.home > ft.home || ht.away > ft.away) {
    throw new Unreadable('more goals at half time than at full time');
  }
  return { ht, ft };
}

function goals(cell: (name: Column) => string, name: Column): number {
  const text = cell(name);
  if (!/^\d{1,2}$/.test(text)) {
    throw new Unreadable(
      text === '' ? `${name} is empty` : `${name} ${JSON.stringify(text)} is not a number of goals`,
    );
  }
  return Number(text);
}
