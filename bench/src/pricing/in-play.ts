import type { GoalMeans } from '@touchline/football/grid';
import { liveGrid } from '@touchline/football/live-grid';
import { winnerIndex } from '@touchline/football/score';
import type { Forecast } from './forecasts.ts';
import { scoreAt } from './goals.ts';
import { mean } from './judge.ts';

const MINUTES = [15, 30, 45, 60, 75] as const;
const HALF_MINUTES = 45;
/** Stoppage time that the server expects in each half. */
const EXPECTED_STOPPAGE = { first: 2, second: 5 } as const;

/** Mean log loss of the result at a minute, by our grid and by that of two equal teams. */
export type InPlay = { minute: number; matches: number; ours: number; equal: number };

/**
 * Judges prices in play of matches whose goals are all known. Equal teams have the mean of what both sides are expected
 * to score over all these matches.
 */
export const judgeInPlay = (forecasts: readonly Forecast[]): InPlay[] => {
  const level = mean(forecasts.map(({ means }) => (means.homeMean + means.awayMean) / 2));
  const equal: GoalMeans = { homeMean: level, awayMean: level };
  return MINUTES.map((minute) => {
    const losses = forecasts.flatMap(({ match, means, rho }) => {
      const { goals } = match;
      if (goals === undefined) return [];
      const state = {
        score: scoreAt(goals, minute),
        minute,
        ht: minute >= HALF_MINUTES ? scoreAt(goals, HALF_MINUTES) : undefined,
        stoppageMinutes: EXPECTED_STOPPAGE[minute >= HALF_MINUTES ? 'second' : 'first'],
      };
      const lossOf = (of: GoalMeans) => {
        const { ft, scores } = liveGrid(of, state, rho);
        const chance = scores.reduce(
          (sum, score, index) => sum + (winnerIndex(score) === match.result ? (ft[index] ?? 0) : 0),
          0,
        );
        return -Math.log(chance);
      };
      return [{ ours: lossOf(means), equal: lossOf(equal) }];
    });
    return {
      minute,
      matches: losses.length,
      ours: mean(losses.map((loss) => loss.ours)),
      equal: mean(losses.map((loss) => loss.equal)),
    };
  });
};
