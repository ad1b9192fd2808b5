import { type Grid, gridFrom } from './grid.ts';
import { DEFAULT_RHO, type GoalMeans } from './scoring-rates.ts';
import { isScore } from './check-scores.ts';
import { type Score, isWithin } from './score.ts';
import { FIRST_HALF_GROWTH } from './scoring-paces.ts';

const HALF_MINUTES = 45;
/** Stoppage time to expect in each half before its end is known: about what it has been since 2022 (docs/pricing.md). */
export const EXPECTED_STOPPAGE = { first: 4, second: 7 } as const;
/** With fewer than seven players a match is abandoned; a feed may count cards of the bench too. */
const MOST_SHORT = 4;
const NO_CARDS: Score = { home: 0, away: 0 };
/**
 * Goals of a side that is a player short, and of one with a player more, relative to those with even numbers: about the
 * size that Vecer, Kopriva and Ichiba (2009) read from prices in play. Raw counts of goals say more (0.72 and 1.98 in
 * seven English seasons), since the weaker and the losing side is sent off more often.
 */
const [SHORT_PACE, EXTRA_PACE] = [2 / 3, 5 / 4] as const;

/** A match in play. */
export type LiveState = {
  score: Score;
  /** Minute on the match clock, 0 … 45 and on into stoppage in the first half, 45 … 90 and on in the second. */
  minute: number;
  /** The half-time score once the first half is complete; its presence says that it is. */
  ht?: Score | undefined;
  /** Stoppage time expected in the half being played, minutes; 0 when not given. */
  stoppageMinutes?: number | undefined;
  /** Players of each side sent off so far; none when not given. */
  redCards?: Score | undefined;
};

/**
 * The grid of a match in play: the pre-match grid given the score, the time played and, after the first half,
 * its score. Rates change with the lead, and grow through the first half. At minute 0 it is the pre-match grid; at the end of the
 * second half, stoppage included, the score is certain. A side that is a player short scores less often from
 * then on, and its opponent more often.
 * @param means expected goals over 90 minutes as before kick-off
 * @param live what has happened
 * @param rho dependence of the sides as before kick-off, that of the means when not given
 * @throws RangeError for an impossible state: a score that is none, a half-time score above the score, a
 * negative minute or stoppage, a number of players sent off that is none
 */
export function liveGrid(means: GoalMeans, live: LiveState, rho: number = means.rho ?? DEFAULT_RHO): Grid {
  const { score, minute, ht, stoppageMinutes = 0, redCards = NO_CARDS } = live;
  const isPossible = isScore(score) && (ht === undefined || (isScore(ht) && isWithin(ht, score)));
  if (!isPossible || !isScore(redCards) || !(minute >= 0) || !(stoppageMinutes >= 0)) {
    throw new RangeError(`impossible match state: ${JSON.stringify(live)}`);
  }

  const halfMinutes = HALF_MINUTES + stoppageMinutes;
  const progress = { score, ht, pace: paceWith(redCards) };
  if (ht === undefined) {
    const firstPlayed = goalsUntil(played(minute, halfMinutes));
    return gridFrom(means, rho, { ...progress, firstPlayed, secondPlayed: 0 });
  }
  const secondPlayed = played(minute - HALF_MINUTES, halfMinutes);
  return gridFrom(means, rho, { ...progress, firstPlayed: 1, secondPlayed });
}

/** How many times as often each side scores with these players sent off: only the difference counts. */
function paceWith({ home, away }: Score): { home: number; away: number } {
  const pace = (short: number) =>
    short > 0 ? SHORT_PACE ** Math.min(short, MOST_SHORT) : EXTRA_PACE ** Math.min(-short, MOST_SHORT);
  return { home: pace(home - away), away: pace(away - home) };
}

/** The share of the goals of a first half that falls within a share of its time. */
function goalsUntil(time: number): number {
  return time * (1 - FIRST_HALF_GROWTH * (1 - time));
}

function played(minutes: number, halfMinutes: number): number {
  return Math.min(1, Math.max(0, minutes / halfMinutes));
}
