import { type Leg, type LegGrader, graderOf } from './grade.ts';
import type { Grid } from './grid.ts';
import { legLineOf } from './leg-line.ts';
import type { MarketDefinition, Outcome } from './market.ts';
import { shortestScores, winners } from './score.ts';

/** Probability of each outcome of one selection; sums to 1. */
export type Mass = Record<Outcome, number>;

/**
 * Sums the grid by how a leg is graded at each score.
 * @throws UnknownBet for a market, selection or line that does not exist
 */
export function massOf(grid: Grid, leg: Leg): Mass {
  return sumOver(grid, graderOf(leg));
}

/**
 * The same for every selection of a market as it is offered now: goals that count from the bet count from where
 * the grid begins.
 * @param line the market's line on the board, the home side's for a handicap
 * @throws UnknownBet for a line that the market does not have
 */
export function massesOf(grid: Grid, market: MarketDefinition, line: string | undefined): Mass[] {
  return market.selections.map((selection) => massOf(grid, offeredLeg(grid, market, selection, line)));
}

/** The leg that a selection of a market on the board is, struck now. */
export function offeredLeg(
  grid: Grid,
  { name }: MarketDefinition,
  selection: string,
  line: string | undefined,
): Leg {
  return { market: name, selection, line: legLineOf(name, selection, line), since: grid.from };
}

function sumOver(grid: Grid, grader: LegGrader): Mass {
  const sums: Mass = { win: 0, 'half-win': 0, push: 0, 'half-lose': 0, lose: 0 };
  if (grader.period === 'both') {
    for (const [index, mass] of grid.winners.entries()) {
      const ht = shortestScores[Math.floor(index / winners.length)];
      const ft = shortestScores[index % winners.length];
      if (ht !== undefined && ft !== undefined) sums[grader.of(ht, ft)] += mass;
    }
    return sums;
  }
  const masses = grid[grader.period];
  for (const [index, score] of grid.scores.entries()) {
    const mass = masses[index] ?? 0;
    if (mass > 0) sums[grader.of(score)] += mass;
  }
  return sums;
}

/**
 * The chance at which a selection is fairly priced: of the stake that is decided, the share that wins. A half
 * outcome decides half the stake, a push none. Fair odds are 1 / chance: with them the mean factor is 1.
 * @returns 0 … 1, or undefined when every outcome returns the stake
 */
export function chanceOf(mass: Mass): number | undefined {
  const won = mass.win + mass['half-win'] / 2;
  const lost = mass.lose + mass['half-lose'] / 2;
  return won + lost > 0 ? won / (won + lost) : undefined;
}
