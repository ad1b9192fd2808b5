/** A cell: words, or a decimal number that stays one. */
export type CsvCell = string | number | bigint | { decimal: string } | null | undefined;

/** Precedes the first line, so that spreadsheets read the rest as UTF-8. */
export const csvMark = '\uFEFF';

/** What spreadsheets take for the beginning of a formula, in their ASCII and their wide spelling, and what they skip before one. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/;
const decimal = /^-?\d+(\.\d+)?$/;

const textOf = (cell: CsvCell): string => {
  if (cell === undefined || cell === null) return '';
  if (typeof cell === 'number' || typeof cell === 'bigint') return `${cell}`;
  if (typeof cell === 'string') return formula.test(cell) ? `'${cell}` : cell;
  if (!decimal.test(cell.decimal)) throw new RangeError(`no decimal: ${cell.decimal}`);
  return cell.decimal;
};

const quoted = (text: string): string =>
  /[",;\t\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;

/**
 * A line of a CSV file (RFC 4180), with its end. Words that a spreadsheet would run as a formula get an apostrophe before
 * them; numbers are written as they are, below zero too.
 */
export const csvLine = (cells: readonly CsvCell[]): string =>
  `${cells.map((cell) => quoted(textOf(cell))).join(',')}\r\n`;
