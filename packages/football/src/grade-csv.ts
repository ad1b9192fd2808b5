import { builderFactor } from '@touchline/money/builder-factor';
import { parseOdds } from '@touchline/money/odds';
import { BUILDER, PARTS_LEAST, PARTS_MOST } from './builder-parts.ts';
import { CsvError, type CsvRow, readCsv, writeCsvRow } from './csv.ts';
import { grade, UnknownBet } from './grade.ts';
import type { Outcome } from './market.ts';
import { ImpossibleScore } from './check-scores.ts';
import type { Result, Score } from './score.ts';

const COLUMNS = ['ht_home', 'ht_away', 'ft_home', 'ft_away', 'market', 'selection', 'line'] as const;
const OUTCOME = 'outcome';
const SUBSETS = 'subsets';
const FACTOR = 'factor';
type Column = (typeof COLUMNS)[number];

/** The graded file, or what is wrong with it, one problem per line that cannot be read. */
export type GradedCsv = { csv: string; problems: string[] };

/**
 * Grades every row of a CSV with the columns ht_home, ht_away, ft_home, ft_away, market, selection and line, in
 * any order among others. Empty half-time cells mean that the half-time score is not known.
 *
 * A bet builder has the market `builder`, its parts as the selection, "1x2:1;over_under:over:2.5", and no line. Its outcome
 * is `lose` when a part is lost, `unsettled` while one is, `win` or `push` when all are, else those of its parts in
 * order, "win;push". A column `subsets` may have its prices, by the set of parts that won: with two parts none, the first,
 * the second, both: "1 2.00 1.50 2.80". Then a column `factor` has the multiple of its stake, "14/5".
 * @param text the file; CRLF, quoted cells and a byte-order mark are understood
 * @returns the same rows with an `outcome` column (last, or where the file has one), and `factor` likewise; when any row
 * cannot be read, no CSV and a problem naming each such row. Row 1 is the first after the header.
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
  const needed: readonly string[] = COLUMNS;
  const known = names.includes(SUBSETS) ? [...COLUMNS, OUTCOME, SUBSETS, FACTOR] : [...COLUMNS, OUTCOME];
  const unclear = known
    .map((name) => [name, names.filter((each) => each === name).length] as const)
    .filter(([name, count]) => count > 1 || (count === 0 && needed.includes(name)))
    .map(([name, count]) =>
      count === 0 ? `column ${name} is missing` : `column ${name} is there ${count} times`,
    );
  if (unclear.length > 0) return { csv: '', problems: unclear };

  const written = names.includes(SUBSETS) ? [OUTCOME, FACTOR] : [OUTCOME];
  const withCells = (cells: readonly string[], values: readonly string[]) => {
    const row = [...cells];
    for (const [index, name] of written.entries()) {
      const place = names.indexOf(name);
      row[place < 0 ? row.length : place] = values[index] ?? '';
    }
    return writeCsvRow(row);
  };
  const problems: string[] = [];
  const lines = [withCells(header.cells, written)];
  for (const [index, record] of records.entries()) {
    const graded = gradeRow(names, record.cells);
    if (graded instanceof Unreadable) {
      problems.push(`row ${index + 1} (line ${record.line}): ${graded.message}`);
    } else {
      lines.push(withCells(record.cells, graded));
    }
  }
  return problems.length > 0 ? { csv: '', problems } : { csv: lines.join(''), problems };
}

class Unreadable extends Error {}

/** Outcome and factor of a row. */
function gradeRow(names: readonly string[], cells: readonly string[]): [string, string] | Unreadable {
  if (cells.length !== names.length) {
    return new Unreadable(`${cells.length} cells where the header has ${names.length}`);
  }
  const cell = (name: Column | typeof SUBSETS) => (cells[names.indexOf(name)] ?? '').trim();
  try {
    const result = resultOf(cell);
    const [market, selection, line, subsets] = [
      cell('market'),
      cell('selection'),
      cell('line'),
      cell(SUBSETS),
    ];
    if (market !== BUILDER) {
      if (subsets !== '') throw new Unreadable(`subsets without a ${BUILDER}`);
      return [grade(market, selection, line === '' ? undefined : line, result), ''];
    }
    if (line !== '') throw new UnknownBet('line', line);
    const outcomes = gradeParts(selection, result);
    return [wholeOf(outcomes), subsets === '' ? '' : factorOf(outcomes, subsets)];
  } catch (error) {
    if (error instanceof UnknownBet || error instanceof ImpossibleScore || error instanceof Unreadable) {
      return new Unreadable(error.message);
    }
    throw error;
  }
}

type Graded = Outcome | 'unsettled';

/** Grades "market:selection", "market:selection:line" or "market:selection:line:score at the bet", divided by ";". */
function gradeParts(text: string, result: Result): Graded[] {
  const parts = text.split(';');
  if (parts.length < PARTS_LEAST || parts.length > PARTS_MOST) {
    throw new Unreadable(`${parts.length} parts, not ${PARTS_LEAST} to ${PARTS_MOST}`);
  }
  return parts.map((part) => {
    const [market = '', selection = '', line = '', since, ...more] = part
      .split(':')
      .map((field) => field.trim());
    const [, home, away] = /^(\d{1,2})-(\d{1,2})$/.exec(since ?? '0-0') ?? [];
    if (home === undefined || away === undefined || more.length > 0) {
      throw new Unreadable(`${JSON.stringify(part)} is not a part`);
    }
    const score = since === undefined ? undefined : { home: Number(home), away: Number(away) };
    return grade(market, selection, line === '' ? undefined : line, result, score);
  });
}

function wholeOf(outcomes: readonly Graded[]): string {
  if (outcomes.includes('lose')) return 'lose';
  if (outcomes.includes('unsettled')) return 'unsettled';
  const [first = 'unsettled'] = outcomes;
  const isPlain = first === 'win' || first === 'push';
  return isPlain && outcomes.every((outcome) => outcome === first) ? first : outcomes.join(';');
}

function factorOf(outcomes: readonly Graded[], text: string): string {
  const subsets = text.split(/\s+/).map((odds) => (Number(odds) === 1 ? 1000 : parseOdds(odds)));
  const known = subsets.filter((odds) => odds !== undefined);
  if (known.length !== 2 ** outcomes.length || known[0] !== 1000) {
    throw new Unreadable(`subsets ${JSON.stringify(text)} are not ${2 ** outcomes.length} prices from 1 on`);
  }
  const settled = builderFactor(
    outcomes.map((outcome) => (outcome === 'unsettled' ? undefined : outcome)),
    known,
  );
  return settled === undefined ? '' : `${settled.factor.num}/${settled.factor.den}`;
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
