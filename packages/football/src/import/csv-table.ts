import { CsvError, type CsvRow, type Delimiter, readCsv } from '../csv.ts';
import { type ImportProblem, Unreadable, importProblem } from './imported-match.ts';

/** One record. `cell` answers the trimmed text under the first of the names that is a column, else ''. */
export type CsvRecord = { cells: readonly string[]; cell: (...names: string[]) => string };

/** A CSV by its header; a record keeps its place though others are empty. */
export type CsvTable = { columns: ReadonlySet<string>; width: number; rows: CsvRecord[] };

/** The first line in which some spreadsheets name what is between cells. */
const SEPARATOR_LINE = /^\uFEFF?sep=([,;\t])[^\S\r\n]*(?:\r\n|\n|\r)/i;

/** What is between the cells of a header: of a comma, a semicolon and a tab the most frequent. */
function delimiterOf(text: string): Delimiter {
  const header = /^[^\r\n]*/.exec(text)?.[0] ?? '';
  const count = (delimiter: Delimiter) => header.split(delimiter).length;
  const [most = ','] = ([',', ';', '\t'] as const).toSorted((a, b) => count(b) - count(a));
  return most;
}

function readCells(text: string): CsvRow[] {
  const named = SEPARATOR_LINE.exec(text);
  if (named === null) return readCsv(text, delimiterOf(text));
  const rest = text.slice(named[0].length);
  const delimiter = ([',', ';', '\t'] as const).find((each) => each === named[1]);
  return readCsv(rest, delimiter);
}

/**
 * Reads a CSV by its header; columns may be in any order, with others between them, and some without a name. Cells are apart by
 * commas, or by semicolons or tabs as spreadsheets write them.
 * @param required of each group of names one must be a column
 * @returns the table, or what is wrong with the file as a whole
 */
export function readTable(
  text: string,
  required: readonly (readonly string[])[],
): CsvTable | { problem: ImportProblem } {
  let records: CsvRow[];
  try {
    records = readCells(text);
  } catch (error) {
    if (error instanceof CsvError)
      return { problem: importProblem(0, 'form', 'quote', { line: error.line }) };
    throw error;
  }
  const [header, ...rest] = records;
  if (header === undefined) return { problem: importProblem(0, 'form', 'file_empty') };
  const places = new Map<string, number>();
  for (const [place, cell] of header.cells.entries()) {
    const name = cell.trim();
    if (name === '') continue;
    if (places.has(name)) return { problem: importProblem(0, 'columns', 'column_twice', { column: name }) };
    places.set(name, place);
  }
  const missing = required.find((group) => !group.some((name) => places.has(name)));
  if (missing !== undefined) {
    return { problem: importProblem(0, 'columns', 'column_missing', { columns: missing.join(' / ') }) };
  }
  const rows = rest.map(({ cells }): CsvRecord => {
    const cell = (...names: string[]) => {
      const name = names.find((each) => places.has(each)) ?? '';
      return (cells[places.get(name) ?? -1] ?? '').trim();
    };
    return { cells, cell };
  });
  return { columns: new Set(places.keys()), width: header.cells.length, rows };
}

/** Whether a row says nothing at all, as at the end of files saved from a spreadsheet. */
export function isEmptyRow({ cells }: CsvRecord): boolean {
  return cells.every((cell) => cell.trim() === '');
}

/** @throws Unreadable for a row that is cut short, or has more than the header names */
export function checkWidth({ cells }: CsvRecord, width: number): void {
  const tooMany = cells.slice(width).some((cell) => cell.trim() !== '');
  if (cells.length < width || tooMany) {
    throw new Unreadable('form', 'cells', { cells: cells.length, width });
  }
}
