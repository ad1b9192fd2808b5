import type { EventExposure } from '@touchline/contract/shapes/office-views';

type Cell = EventExposure['cells'][number];

/** The score of a cell as keys know it, "2-1". */
export const keyOf = ({ home, away }: { home: number; away: number }): string => `${home}-${away}`;

/** The end of a grid that matters most: the cell with the least, or the most. Of equal ones the first. */
const endOf = (cells: readonly Cell[], amountOf: (cell: Cell) => number): Cell | undefined =>
  cells.reduce<Cell | undefined>(
    (found, cell) => (found === undefined || amountOf(cell) > amountOf(found) ? cell : found),
    undefined,
  );

/** What a grid says in all: its worst and its best cell, and at how many scores the house can lose. */
export const gist = (cells: readonly Cell[]) => {
  const [worst, best] = [
    endOf(cells, (cell) => -Number(cell.worst)),
    endOf(cells, (cell) => Number(cell.best)),
  ];
  if (worst === undefined || best === undefined) return undefined;
  return {
    worst,
    best,
    count: cells.length,
    losing: cells.filter((cell) => cell.worst.startsWith('-')).length,
  };
};
