import { DEFAULT_RHO, FIRST_HALF_SHARE, gridFrom } from './grid.ts';
import type { GoalMeans, Grid } from './grid.ts';
import { isScore, isWithin } from './score.ts';
import type { Score } from './score.ts';

const HALF_MINUTES = 45;

/** A match in play. */
export type LiveState = {
  score: Score;
  /** Minute on the match clock, 0 … 45 and on into stoppage in the first half, 45 … 90 and on in the second. */
  minute: number;
  /** The half-time score once the first half is complete; its presence says that it is. */
  ht?: Score | undefined;
  /** Stoppage time expected in the half being played, minutes; 0 when not given. */
  stoppageMinutes?: number | undefined;
};

/**
 * The grid of a match in play: the pre-match grid given the score, the time played and, after the first half,
 * its score. Goals are spread evenly over a half. At minute 0 it is the pre-match grid; at the end of the
 * second half, stoppage included, the score is certain.
 * @param means expected goals over 90 minutes as before kick-off
 * @param live what has happened
 * @param rho Dixon–Coles correction as before kick-off
 * @throws RangeError for an impossible state: a score that is none, a half-time score above the score, a
 * negative minute or stoppage
 */
export function liveGrid(means: GoalMeans, live: LiveState, rho: number = DEFAULT_RHO): Grid {
  const { score, minute, ht, stoppageMinutes = 0 } = live;
  const possible = isScore(score) && (ht === undefined || (isScore(ht) && isWithin(ht, score)));
  if (!possible || !(minute >= 0) || !(stoppageMinutes >= 0)) {
    throw new RangeError(`impossible match state: ${JSON.stringify(live)}`);
  }

  const halfMinutes = HALF_MINUTES + stoppageMinutes;
  if (ht === undefined) {
    const left = shareLeft(minute, halfMinutes);
    const firstLeft = left * FIRST_HALF_SHARE;
    return gridFrom(means, rho, { score, ht, firstLeft, secondLeft: 1 - FIRST_HALF_SHARE });
  }
  const left = shareLeft(minute - HALF_MINUTES, halfMinutes);
  return gridFrom(means, rho, { score, ht, firstLeft: 0, secondLeft: left * (1 - FIRST_HALF_SHARE) });
}

function shareLeft(played: number, halfMinutes: number): number {
  return Math.min(1, Math.max(0, 1 - played / halfMinutes));
}
