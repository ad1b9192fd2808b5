import { lowScoreWeights } from './dixon-coles.ts';
import type { GoalMeans } from './grid.ts';
import { outcomeByQuarters } from './line.ts';
import type { Outcome } from './market.ts';
import { goalsToCover, poisson } from './poisson.ts';

/** Chances of the result, and of over: of the stake that is decided, the share that wins. */
export type Chances = { home: number; draw: number; away: number; over: number };

/** Share of the stake that wins, and that loses. */
const shares: Readonly<Record<Outcome, readonly [won: number, lost: number]>> = {
  win: [1, 0],
  'half-win': [0.5, 0],
  push: [0, 0],
  'half-lose': [0, 0.5],
  lose: [0, 1],
};

/** The chances that the score grid gives, from full-time scores alone: a hundred times quicker than the grid. */
export function chancesOf(means: GoalMeans, rho: number, lineQuarters: number): Chances {
  const homeGoals = poisson(means.homeMean, goalsToCover(means.homeMean));
  const awayGoals = poisson(means.awayMean, goalsToCover(means.awayMean));
  const weight = lowScoreWeights(means, rho);
  const sums = { home: 0, draw: 0, away: 0, won: 0, lost: 0 };
  for (const [home, homeMass] of homeGoals.entries()) {
    for (const [away, awayMass] of awayGoals.entries()) {
      const mass = homeMass * awayMass * (home < 2 && away < 2 ? weight({ home, away }) : 1);
      if (home > away) sums.home += mass;
      else if (home < away) sums.away += mass;
      else sums.draw += mass;
      const [won, lost] = shares[outcomeByQuarters(4 * (home + away) - lineQuarters)];
      sums.won += mass * won;
      sums.lost += mass * lost;
    }
  }
  const total = sums.home + sums.draw + sums.away;
  return {
    home: sums.home / total,
    draw: sums.draw / total,
    away: sums.away / total,
    over: sums.won / (sums.won + sums.lost),
  };
}
