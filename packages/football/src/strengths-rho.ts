import type { GoalMeans } from './grid.ts';

const [LEAST_RHO, MOST_RHO, STEP] = [-0.1, -0.03, 0.005] as const;
/** What is believed before any result. */
const [USUAL_RHO, DEVIATION] = [-0.06, 0.02] as const;
const candidates = Array.from(
  { length: Math.round((MOST_RHO - LEAST_RHO) / STEP) + 1 },
  (_, index) => Math.round((LEAST_RHO + index * STEP) * 1000) / 1000,
);

/** Finds ρ of Dixon and Coles among −0.10, −0.095 … −0.03. */
export type RhoTally = {
  /** Takes in a result and what was expected of it before it was known. */
  learn: (means: GoalMeans, homeGoals: number, awayGoals: number) => void;
  /** The most probable ρ so far. */
  rho: () => number;
};

/**
 * A tally of the log likelihood that each ρ gives to the low scores, each judged by the means expected before it:
 * τ leaves the sum of the grid as it is, so that only 0-0, 0-1, 1-0 and 1-1 tell one ρ from another.
 */
export function createRhoTally(): RhoTally {
  const logs = candidates.map((rho) => -(((rho - USUAL_RHO) / DEVIATION) ** 2) / 2);
  return {
    learn: (means, homeGoals, awayGoals) => {
      if (homeGoals > 1 || awayGoals > 1) return;
      for (const [index, rho] of candidates.entries()) {
        const weight = tau(means, rho, homeGoals, awayGoals);
        logs[index] = (logs[index] ?? 0) + Math.log(Math.max(weight, Number.MIN_VALUE));
      }
    },
    rho: () => candidates[logs.indexOf(Math.max(...logs))] ?? USUAL_RHO,
  };
}

/** τ of Dixon and Coles (1997) for the four low scores. */
function tau({ homeMean, awayMean }: GoalMeans, rho: number, homeGoals: number, awayGoals: number): number {
  if (homeGoals === 0) return awayGoals === 0 ? 1 - homeMean * awayMean * rho : 1 + homeMean * rho;
  return awayGoals === 0 ? 1 + awayMean * rho : 1 - rho;
}
