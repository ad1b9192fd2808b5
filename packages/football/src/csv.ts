/** A text that is not CSV. `line` is where, counting from 1. */
export class CsvError extends Error {
  readonly line: number;

  constructor(line: number, problem: string) {
    super(`line ${line}: ${problem}`);
    this.name = 'CsvError';
    this.line = line;
  }
}

/** One record and the line of the text on which it starts; quoted cells can hold line breaks. */
export type CsvRow = { line: number; cells: string[] };

const cellPatterns = {
  ',': /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y,
  ';': /(?:"([^"]*(?:""[^"]*)*)"|([^";\r\n]*))(;|\r\n|\n|\r|$)/y,
  '\t': /(?:"([^"]*(?:""[^"]*)*)"|([^"\t\r\n]*))(\t|\r\n|\n|\r|$)/y,
};
export type Delimiter = keyof typeof cellPatterns;

/**
 * Reads comma-separated values as in RFC 4180: quoted cells with "" for a quote, CRLF, LF or CR line ends, a
 * byte-order mark is dropped. Empty lines are skipped.
 * @param delimiter between cells, a comma where none is named
 * @returns every record, the header too
 * @throws CsvError for a quote that is not closed, or is in or after a cell where none is allowed
 */
export function readCsv(text: string, delimiter: Delimiter = ','): CsvRow[] {
  const rows: CsvRow[] = [];
  const cell = cellPatterns[delimiter];
  cell.lastIndex = text.startsWith('\uFEFF') ? 1 : 0;
  let line = 1;
  let row: CsvRow = { line, cells: [] };
  while (cell.lastIndex < text.length || row.cells.length > 0) {
    const found = cell.exec(text);
    if (found === null) throw new CsvError(line, 'a quote is misplaced, or is not closed');
    const [whole, quoted, plain = '', end] = found;
    row.cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    line += lineBreaks(whole);
    if (end === delimiter) continue;
    const isEmptyLine = row.cells.length === 1 && quoted === undefined && plain === '';
    if (!isEmptyLine) rows.push(row);
    row = { line, cells: [] };
  }
  return rows;
}

function lineBreaks(text: string): number {
  return text.match(/\r\n|\n|\r/g)?.length ?? 0;
}

/** Writes one record with its line end (LF), quoting only the cells that need it. */
export function writeCsvRow(cells: readonly string[]): string {
  return `${cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\n`;
}
