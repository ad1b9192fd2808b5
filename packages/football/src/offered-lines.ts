import { isBeyondLead } from './exposure-cells.ts';
import type { Grid } from './grid.ts';
import { parseLine } from './line.ts';
import type { MarketDefinition } from './market.ts';
import { chanceOf, massOf, offeredLeg } from './mass.ts';

/** A side below this chance, or its opposite above, is not worth offering. */
const LEAST_CHANCE = 0.04;

type LineChance = { line: string; quarters: number; chance: number };

/**
 * The lines worth offering now: the main line, where both sides are most nearly even, with as many neighbours and
 * half lines around it as the market offers (`offers`), where neither side is all but certain.
 * @param market a market with or without lines
 * @param grid the current score grid of the event
 * @returns lines of the board in ascending order, empty when all are decided or, for a handicap, the lead is too long; [undefined] for a market without lines
 */
export function offeredLines(market: MarketDefinition, grid: Grid): (string | undefined)[] {
  if (market.lines.length === 0) return [undefined];
  if (market.countsFromBet === true && isBeyondLead(grid.from)) return [];
  const open = market.lines
    .map((line) => chanceAt(market, grid, line))
    .filter((each) => each !== undefined)
    .filter(({ chance }) => chance >= LEAST_CHANCE && chance <= 1 - LEAST_CHANCE);
  const main = nearest(open, ({ chance }) => Math.abs(chance - 0.5))[0];
  if (main === undefined) return [];

  const { nearest: neighbours, halves } = market.offers ?? { nearest: 1, halves: 0 };
  const byDistance = nearest(open, ({ quarters }) => Math.abs(quarters - main.quarters));
  const halfLines = byDistance.filter(({ quarters }) => Math.abs(quarters % 4) === 2);
  const chosen = [...byDistance.slice(0, neighbours), ...halfLines.slice(0, halves)];
  const offered = new Map(chosen.map(({ line, quarters }) => [line, quarters]));
  return [...offered].toSorted(([, a], [, b]) => a - b).map(([line]) => line);
}

/** Chance of the market's first selection at a line, undefined when it would be pushed for certain. */
function chanceAt(market: MarketDefinition, grid: Grid, line: string): LineChance | undefined {
  const [selection = ''] = market.selections;
  const chance = chanceOf(massOf(grid, offeredLeg(grid, market, selection, line)));
  const quarters = parseLine(line);
  return chance === undefined || quarters === undefined ? undefined : { line, quarters, chance };
}

/** Sorted by distance; lines come ascending and sorting is stable, so the lower is first among equals. */
function nearest(lines: readonly LineChance[], distance: (line: LineChance) => number): LineChance[] {
  return lines.toSorted((a, b) => distance(a) - distance(b));
}
