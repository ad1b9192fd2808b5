import { formatLine, parseLine } from '../line.ts';
import { checkWidth, isEmptyRow, readTable } from './csv-table.ts';
import type { TableRow } from './csv-table.ts';
import { readRows, Unreadable } from './imported-match.ts';
import type { ImportProblem } from './imported-match.ts';
import { oddsColumns } from './odds-columns.ts';
import type { OddsColumns } from './odds-columns.ts';
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
 * one is empty, or 0, is no price; a cell that is there and cannot be a price is a problem of its row.
 * @returns a record for each row, also one without any price
 */
export function readOddsCsv(text: string): { matches: ImportedOdds[]; problems: ImportProblem[] } {
  const table = readTable(text, [columnNames.date, columnNames.home, columnNames.away]);
  if ('problem' in table) return { matches: [], problems: [table.problem] };
  const sets = oddsColumns(table.columns);
  return readRows<TableRow, ImportedOdds>(table.rows, (row, place) => {
    if (isEmptyRow(row)) return undefined;
    checkWidth(row, table.width);
    const prices = sets.map((set) => readPrices(row, set)).filter((each) => each !== undefined);
    return { ...readFixture(row, place), prices };
  });
}

function readPrices({ cell }: TableRow, set: OddsColumns): ImportedPrices | undefined {
  const line = readLine(cell, set);
  const oddsMilli = set.prices.map((name) => readOdds(name, cell(name)));
  if (line === null || !oddsMilli.every((odds) => odds !== undefined)) return undefined;
  const { market, source, isClosing } = set;
  return { market, line, source, isClosing, oddsMilli };
}

/** null where the file leaves the line out. */
function readLine(cell: TableRow['cell'], set: OddsColumns): string | undefined | null {
  if (set.market === '1x2') return undefined;
  if (set.market === 'over_under') return set.line;
  const text = cell(set.lineColumn);
  if (text === '') return null;
  const quarters = parseLine(text);
  if (quarters === undefined) {
    throw new Unreadable('odds', 'line_form', { column: set.lineColumn, text });
  }
  return formatLine(quarters);
}

function readOdds(name: string, text: string): number | undefined {
  if (text === '' || text === '0') return undefined;
  const odds = /^\d{1,4}(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (!(odds > 1 && odds <= MOST_ODDS)) {
    throw new Unreadable('odds', 'price_form', { column: name, text });
  }
  return Math.round(odds * 1000);
}
