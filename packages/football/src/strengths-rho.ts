import { LEAST_RHO, lowScoreWeights, MOST_RHO } from './dixon-coles.ts';
import type { GoalMeans } from './grid.ts';

const STEP = 0.005;
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
  /** Another tally that knows the same and learns by itself. */
  copy: () => RhoTally;
};

/**
 * A tally of the log likelihood that each ρ gives to the low scores, each judged by the means expected before it:
 * τ leaves the sum of the grid as it is, so that only 0-0, 0-1, 1-0 and 1-1 distinguish values of ρ.
 */
export function createRhoTally(): RhoTally {
  return tallyFrom(candidates.map((rho) => -(((rho - USUAL_RHO) / DEVIATION) ** 2) / 2));
}

function tallyFrom(logs: number[]): RhoTally {
  return {
    learn: (means, homeGoals, awayGoals) => {
      if (homeGoals > 1 || awayGoals > 1) return;
      for (const [index, rho] of candidates.entries()) {
        const weight = lowScoreWeights(means, rho)({ home: homeGoals, away: awayGoals });
        logs[index] = (logs[index] ?? 0) + Math.log(Math.max(weight, Number.MIN_VALUE));
      }
    },
    rho: () => candidates[logs.indexOf(Math.max(...logs))] ?? USUAL_RHO,
    copy: () => tallyFrom([...logs]),
  };
}
