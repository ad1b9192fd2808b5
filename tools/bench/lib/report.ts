export type Table = { head: readonly string[]; rows: readonly (readonly (string | number)[])[] };

const kept: Table[] = [];

/** Keeps a table for the result of this run. */
export const keepTable = (head: Table['head'], rows: Table['rows']): void => {
  kept.push({ head, rows: rows.map((row) => row.map((cell) => (Number.isNaN(cell) ? '–' : cell))) });
};

/** The tables of this run, in order. */
export const keptTables = (): readonly Table[] => kept;

/** Prints and keeps a table, columns padded; numbers are aligned right. */
export const printTable = (head: Table['head'], rows: Table['rows']): void => {
  keepTable(head, rows);
  const text = rows.map((row) => row.map(String));
  const widths = head.map((name, i) => Math.max(name.length, ...text.map((row) => row[i]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
      .join('  ');
  console.log(line(head));
  console.log(widths.map((width) => '-'.repeat(width)).join('  '));
  for (const row of text) console.log(line(row));
};

/** A ratio with two decimals. */
export const ratio = (a: number, b: number): number => Number((a / b).toFixed(2));

/** The middle value; of an even count, the upper of the two in the middle. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Logs the current step of a benchmark to the error output; the report goes to the standard output. */
export const progress = (what: string): void => {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${what}\n`);
};
