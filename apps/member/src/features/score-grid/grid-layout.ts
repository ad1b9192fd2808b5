import { parseOdds } from '@touchline/money/odds';
import type { Selection } from '@touchline/contract/shapes/football';
import { scoreOf } from '../labels/match-name.ts';

/** One score of the grid; `heat` 0 … 1 is its chance by the prices, relative to the likeliest score of the grid. */
export type Cell = { home: number; away: number; selection: Selection | undefined; heat: number };

/** Correct score as a grid: a row per goals of the home side, a column per goals of the away side. */
export type GridLayout = { goals: readonly number[]; rows: readonly Cell[][]; others: readonly Selection[] };

/**
 * Lays the selections of a correct-score market out as a square grid and a row below it. The size is
 * the highest score quoted, so a market that quotes fewer or more goals still is a grid.
 */
export function layOutGrid(selections: readonly Selection[]): GridLayout {
  const scores = new Map<string, Selection>();
  const others: Selection[] = [];
  let highest = 0;
  for (const selection of selections) {
    const score = scoreOf(selection.selection);
    if (score === undefined) {
      others.push(selection);
      continue;
    }
    scores.set(selection.selection, selection);
    highest = Math.max(highest, score.home, score.away);
  }
  const goals = Array.from({ length: highest + 1 }, (_, count) => count);
  const top = Math.max(...[...scores.values()].map(chanceOf), 0);
  const rows = goals.map((home) =>
    goals.map((away): Cell => {
      const selection = scores.get(`${home}-${away}`);
      const chance = selection === undefined ? 0 : chanceOf(selection);
      return { home, away, selection, heat: top === 0 ? 0 : chance / top };
    }),
  );
  return { goals, rows, others };
}

// The margin is in every price alike, so for shading the bare inverse serves.
function chanceOf(selection: Selection): number {
  const oddsMilli = parseOdds(selection.odds ?? '');
  return oddsMilli === undefined ? 0 : 1000 / oddsMilli;
}

/** The cell an arrow key leads to from `home`, `away`; the grid does not wrap. `mirrored` in right-to-left text. */
export function stepInGrid(
  from: { home: number; away: number },
  key: string,
  { size, mirrored }: { size: number; mirrored: boolean },
): { home: number; away: number } | undefined {
  const across = mirrored ? -1 : 1;
  const step = {
    ArrowUp: { home: -1, away: 0 },
    ArrowDown: { home: 1, away: 0 },
    ArrowLeft: { home: 0, away: -across },
    ArrowRight: { home: 0, away: across },
  }[key];
  if (step === undefined) return undefined;
  const to = { home: from.home + step.home, away: from.away + step.away };
  const inside = to.home >= 0 && to.away >= 0 && to.home < size && to.away < size;
  return inside ? to : undefined;
}
