import type { GoalMeans } from '@touchline/football/scoring-rates';
import { EXPECTED_STOPPAGE, liveGrid } from '@touchline/football/live-grid';
import { winnerIndex } from '@touchline/football/score';
import { powerOf } from './calibration.ts';
import type { Forecast } from './forecasts.ts';
import { scoreAt } from './goals.ts';
import { mean } from './judge.ts';

const MINUTES = [15, 30, 45, 60, 75] as const;
const HALF_MINUTES = 45;

/** Mean log loss of the result at a minute, by our grid and by that of two equal teams; and whether ours is too extreme. */
export type InPlay = {
  minute: number;
  matches: number;
  ours: number;
  equal: number;
  /** What our chances should be raised to, and its standard error. */
  power: number;
  error: number;
};

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
      const chancesBy = (of: GoalMeans) => {
        const { ft, scores } = liveGrid(of, state, rho);
        const chances = [0, 0, 0];
        for (const [index, score] of scores.entries()) {
          const winner = winnerIndex(score);
          chances[winner] = (chances[winner] ?? 0) + (ft[index] ?? 0);
        }
        return chances;
      };
      const [ours, equals, came] = [chancesBy(means), chancesBy(equal), match.result];
      return [{ chances: ours, came, ours: -Math.log(ours[came] ?? 0), equal: -Math.log(equals[came] ?? 0) }];
    });
    return {
      minute,
      matches: losses.length,
      ours: mean(losses.map((loss) => loss.ours)),
      equal: mean(losses.map((loss) => loss.equal)),
      ...powerOf(losses),
    };
  });
};
