import type { GoalMeans } from './grid.ts';
import type { Score } from './score.ts';

/** Bounds within which ρ is looked for. */
export const [LEAST_RHO, MOST_RHO] = [-0.1, -0.03] as const;

/** τ of Dixon and Coles (1997) for 0-0, 0-1, 1-0 and 1-1, kept from going below zero; 1 elsewhere. */
export function lowScoreWeights({ homeMean, awayMean }: GoalMeans, rho: number): (score: Score) => number {
  const weights = [
    [1 - homeMean * awayMean * rho, 1 + homeMean * rho],
    [1 + awayMean * rho, 1 - rho],
  ];
  return ({ home, away }) => Math.max(0, weights[home]?.[away] ?? 1);
}
