import { graderOf } from './grade.ts';
import type { Leg, LegGrader } from './grade.ts';
import { pairIndex } from './grid.ts';
import type { Grid } from './grid.ts';
import { legLineOf } from './leg-line.ts';
import type { HalvesGrader, Market, Outcome, ScoreGrader } from './market.ts';

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
export function massesOf(grid: Grid, market: Market, line: string | undefined): Mass[] {
  return market.selections.map((selection) => massOf(grid, offeredLeg(grid, market, selection, line)));
}

/** The leg that a selection of a market on the board is, struck now. */
export function offeredLeg(grid: Grid, { name }: Market, selection: string, line: string | undefined): Leg {
  return { market: name, selection, line: legLineOf(name, selection, line), since: grid.from };
}

function sumOver(grid: Grid, grader: LegGrader): Mass {
  if (grader.period === 'both') return overHalves(grid, grader.of);
  return overScores(grid, grid[grader.period], grader.of);
}

/** Sums over one period's scores, `masses` being the grid's `ft` or `ht`. */
function overScores(grid: Grid, masses: Float64Array, grader: ScoreGrader): Mass {
  const sums = noMass();
  let index = 0;
  for (let home = 0; home <= grid.homeMax; home++) {
    for (let away = 0; away <= grid.awayMax; away++) {
      const mass = masses[index++] ?? 0;
      if (mass > 0) sums[grader({ home, away })] += mass;
    }
  }
  return sums;
}

/** Sums over half-time and full-time scores together. */
export function overHalves(grid: Grid, grader: HalvesGrader): Mass {
  const sums = noMass();
  const columns = pairIndex(grid.awayMax + 1, 0);
  for (let home = 0; home <= grid.homeMax; home++) {
    for (let htHome = 0; htHome <= home; htHome++) {
      const row = pairIndex(home, htHome) * columns;
      for (let away = 0; away <= grid.awayMax; away++) {
        for (let htAway = 0; htAway <= away; htAway++) {
          const mass = grid.joint[row + pairIndex(away, htAway)] ?? 0;
          if (mass > 0) sums[grader({ home: htHome, away: htAway }, { home, away })] += mass;
        }
      }
    }
  }
  return sums;
}

function noMass(): Mass {
  return { win: 0, 'half-win': 0, push: 0, 'half-lose': 0, lose: 0 };
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
