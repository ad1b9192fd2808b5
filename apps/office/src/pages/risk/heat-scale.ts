import type { EventExposure } from '@touchline/contract/shapes/office-views';
import { niceStep } from '../../ui/chart/scale.ts';

/** Steps of colour for losses and for gains; what is beyond the last shows as the last. */
export const lossSteps = 5;
export const gainSteps = 3;

/** No two more than a quarter apart, so that the largest loss always bears the darkest of five steps. */
const fine = [1, 1.2, 1.5, 1.8, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8, 9, 10];

/** How much money one step of colour is, where these are the ends: the largest loss fills all steps. */
export const stepOf = (amounts: readonly number[]): number => {
  const [least, most] = [Math.min(0, ...amounts), Math.max(0, ...amounts)];
  return least < 0 ? niceStep(-least / lossSteps, fine) : niceStep(most / gainSteps, fine);
};

/** The step an amount falls into: below 0 a loss, above 0 a gain, 0 neither. */
export const levelOf = (amount: number, step: number): number => {
  if (amount === 0) return 0;
  const level = Math.ceil(Math.abs(amount) / step - 1e-9);
  return amount < 0 ? -Math.min(level, lossSteps) : Math.min(level, gainSteps);
};

/** A decimal amount in whole units, halves away from nothing: "-12.50" is "-13". For figures at a glance. */
export const wholeOf = (amount: string): string => {
  const [, sign = '', units = '0', tenth = '0'] = /^(-?)(\d+)(?:\.(\d))?/.exec(amount) ?? [];
  const whole = BigInt(units) + (Number(tenth) >= 5 ? 1n : 0n);
  return whole === 0n ? '0' : `${sign}${whole}`;
};

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
