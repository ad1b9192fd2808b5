import { formatLine, parseLine } from '../line.ts';
import { type CsvRecord, checkWidth, isEmptyRow, readTable } from './csv-table.ts';
import { type ImportProblem, Unreadable, readRows } from './imported-match.ts';
import { type OddsColumns, oddsColumns } from './odds-columns.ts';
import { columnNames, readFixture } from './results-csv.ts';

/** Prices of one market from one source. */
export type ImportedPrices = {
  market: '1x2' | 'over_under' | 'asian_handicap';
  /** Line of a total, or of the home side's handicap. */
  line?: string | undefined;
  source: string;
  isClosing: boolean;
  /** In thousandths, by selection as football names them: 1 X 2, over under, home away. */
  oddsMilli: readonly number[];
};

/** The prices a file gives for one match, in the order of its columns. */
export type ImportedOdds = ReturnType<typeof readFixture> & { prices: ImportedPrices[] };

const MOST_ODDS = 1_001;

/**
 * Reads the odds columns of a CSV in the form of football-data.co.uk (see `readResultsCsv`). A set of cells of which
 * one is empty, 0 or "NA" is no price; a cell that is there and cannot be a price is named, and its set left out.
 * @returns a record for each row, also one without any price
 */
export function readOddsCsv(text: string): { matches: ImportedOdds[]; problems: ImportProblem[] } {
  const table = readTable(text, [columnNames.date, columnNames.home, columnNames.away]);
  if ('problem' in table) return { matches: [], problems: [table.problem] };
  const sets = oddsColumns(table.columns);
  return readRows<CsvRecord, ImportedOdds>(table.rows, (row, place, notePart) => {
    if (isEmptyRow(row)) return undefined;
    checkWidth(row, table.width);
    const fixture = readFixture(row, place);
    const noted = new Set<string>();
    const prices = sets.map((set) => {
      try {
        return readPrices(row, set);
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
        // Several bookmakers share the column of a line.
        if (!noted.has(error.message)) notePart(error);
        noted.add(error.message);
        return undefined;
      }
    });
    return { ...fixture, prices: prices.filter((each) => each !== undefined) };
  });
}

/** What files write where there is no price. */
const gaps = new Set(['', '-', '–', 'NA', 'N/A', '#N/A', 'NULL', 'NAN']);

/** A number as spreadsheets of some languages write it, "1,95", with a point. */
function withPoint(text: string): string {
  return /^[+-]?\d+,\d+$/.test(text) ? text.replace(',', '.') : text;
}

function readPrices({ cell }: CsvRecord, set: OddsColumns): ImportedPrices | undefined {
  const line = readLine(cell, set);
  const oddsMilli = set.prices.map((name) => readOdds(name, cell(name)));
  if (line === null || !oddsMilli.every((odds) => odds !== undefined)) return undefined;
  const { market, source, isClosing } = set;
  return { market, line, source, isClosing, oddsMilli };
}

/** null where the file leaves the line out. */
function readLine(cell: CsvRecord['cell'], set: OddsColumns): string | undefined | null {
  if (set.market === '1x2') return undefined;
  if (set.market === 'over_under') return set.line;
  const text = cell(set.lineColumn);
  if (gaps.has(text.toUpperCase())) return null;
  const quarters = parseLine(withPoint(text));
  if (quarters === undefined) {
    throw new Unreadable('odds', 'line_form', { column: set.lineColumn, text });
  }
  return formatLine(quarters);
}

function readOdds(name: string, text: string): number | undefined {
  if (gaps.has(text.toUpperCase()) || /^0([.,]0*)?$/.test(text)) return undefined;
  const number = withPoint(text);
  const odds = /^\d{1,4}(\.\d+)?$/.test(number) ? Number(number) : Number.NaN;
  if (!(odds > 1 && odds <= MOST_ODDS)) {
    throw new Unreadable('odds', 'price_form', { column: name, text });
  }
  return Math.round(odds * 1000);
}
