import { lowScoreWeights } from './dixon-coles.ts';
import { goalsToCover, poisson } from './poisson.ts';
import { winnerIndex, winners } from './score.ts';
import type { Score } from './score.ts';

/** Expected goals of both sides over 90 minutes. */
export type GoalMeans = {
  homeMean: number;
  awayMean: number;
  /** Dixon–Coles correction of the low scores, if the source of the means gives it. */
  rho?: number | undefined;
};

/**
 * The score grid: probability of every half-time and full-time score of one match. Every market is priced from
 * it, so prices never contradict each other. All arrays sum to 1.
 */
export type Grid = {
  /** Most goals of each side that the grid holds. */
  homeMax: number;
  awayMax: number;
  /** Full-time and half-time scores; home h, away a is at h × (awayMax + 1) + a. */
  ft: Float64Array;
  ht: Float64Array;
  /** Both together: row `pairIndex(h, hh)`, column `pairIndex(a, ha)`, rows of `pairIndex(awayMax + 1, 0)`. */
  joint: Float64Array;
  /** The scores of `ft` and `ht`, in their order. */
  scores: readonly Score[];
  /** Winner at half time × winner at full time, by `winnerIndex`: what a market of both halves depends on. */
  winners: Float64Array;
  /** The score at which the grid begins, 0-0 before kick-off; a handicap offered now counts goals from here. */
  from: Score;
};

/** Share of the goals that falls in the first half. */
export const FIRST_HALF_SHARE = 0.44;
/** Dixon–Coles correction when none is given. */
export const DEFAULT_RHO = -0.06;
const MAX_MEAN = 15;

/** Place of "f goals at full time, of them h in the first half" among all such pairs of one side. */
export function pairIndex(fullTime: number, halfTime: number): number {
  return (fullTime * (fullTime + 1)) / 2 + halfTime;
}

/** What is already played: the score, the half-time score if that half is done, and the shares of goals left. */
export type Progress = {
  score: Score;
  ht: Score | undefined;
  firstLeft: number;
  secondLeft: number;
  /** How many times as often as before kick-off each side scores in what is left. */
  pace?: { home: number; away: number };
};

const kickOff: Progress = {
  score: { home: 0, away: 0 },
  ht: undefined,
  firstLeft: FIRST_HALF_SHARE,
  secondLeft: 1 - FIRST_HALF_SHARE,
};

/**
 * The grid before kick-off.
 * @param means expected goals over 90 minutes, 0 < mean ≤ 15
 * @param rho Dixon–Coles correction of the low scores, usually −0.10 … −0.03, that of the means when not given; 0
 * leaves the sides independent
 * @throws RangeError for means or rho outside these bounds (rho −0.2 … 0.2)
 */
export function scoreGrid(means: GoalMeans, rho: number = means.rho ?? DEFAULT_RHO): Grid {
  return gridFrom(means, rho, kickOff);
}

/**
 * The grid from a point of the match. Goals still to come are Poisson in the share of the match that is left,
 * split binomially over the halves; every final score is weighted by its Dixon–Coles τ and the whole is
 * normalised. Weighting the final score keeps prices before and during a match one model: the live grid is the
 * pre-match grid given what has happened.
 */
export function gridFrom(means: GoalMeans, rho: number, progress: Progress): Grid {
  const { homeMean, awayMean } = means;
  if (![homeMean, awayMean].every((mean) => mean > 0 && mean <= MAX_MEAN)) {
    throw new RangeError(`goal means out of bounds: ${homeMean}, ${awayMean}`);
  }
  if (!(Math.abs(rho) <= 0.2)) throw new RangeError(`rho out of bounds: ${rho}`);

  const { score, ht, firstLeft, secondLeft, pace = { home: 1, away: 1 } } = progress;
  const left = { firstLeft, secondLeft };
  const home = sidePairs({ mean: homeMean * pace.home, goals: score.home, ht: ht?.home, ...left });
  const away = sidePairs({ mean: awayMean * pace.away, goals: score.away, ht: ht?.away, ...left });
  return { ...combine(home, away, lowScoreWeights(means, rho)), from: score };
}

type Side = { max: number; pairs: Float64Array };

/** Distribution of (full-time, half-time) goals of one side, by pairIndex. */
function sidePairs(side: {
  mean: number;
  goals: number;
  ht: number | undefined;
  firstLeft: number;
  secondLeft: number;
}): Side {
  const { mean, goals, ht, firstLeft, secondLeft } = side;
  const more = goalsToCover(mean * (firstLeft + secondLeft));
  const first = poisson(mean * firstLeft, more);
  const second = poisson(mean * secondLeft, more);
  const max = goals + more;
  const pairs = new Float64Array(pairIndex(max + 1, 0));
  for (let scored = 0; scored <= more; scored++) {
    if (ht !== undefined) {
      pairs[pairIndex(goals + scored, ht)] = second[scored] ?? 0;
      continue;
    }
    for (let before = 0; before <= scored; before++) {
      const mass = (first[before] ?? 0) * (second[scored - before] ?? 0);
      pairs[pairIndex(goals + scored, goals + before)] = mass;
    }
  }
  return { max, pairs };
}

function combine(home: Side, away: Side, weight: (score: Score) => number): Omit<Grid, 'from'> {
  const columns = away.pairs.length;
  const width = away.max + 1;
  const joint = new Float64Array(home.pairs.length * columns);
  const ft = new Float64Array((home.max + 1) * width);
  const ht = new Float64Array((home.max + 1) * width);
  const byWinners = new Float64Array(winners.length ** 2);
  const scores: Score[] = [];
  let total = 0;
  for (let h = 0; h <= home.max; h++) {
    for (let a = 0; a <= away.max; a++) {
      const score = { home: h, away: a };
      scores.push(score);
      const tau = weight(score);
      const full = winnerIndex(score);
      for (let hh = 0; hh <= h; hh++) {
        const homeMass = (home.pairs[pairIndex(h, hh)] ?? 0) * tau;
        if (homeMass === 0) continue;
        const row = pairIndex(h, hh) * columns;
        for (let ha = 0; ha <= a; ha++) {
          const column = pairIndex(a, ha);
          const mass = homeMass * (away.pairs[column] ?? 0);
          joint[row + column] = mass;
          ft[h * width + a] = (ft[h * width + a] ?? 0) + mass;
          ht[hh * width + ha] = (ht[hh * width + ha] ?? 0) + mass;
          const half = hh === ha ? 1 : hh > ha ? 0 : 2;
          byWinners[half * winners.length + full] = (byWinners[half * winners.length + full] ?? 0) + mass;
          total += mass;
        }
      }
    }
  }
  for (const masses of [joint, ft, ht, byWinners]) {
    for (let index = 0; index < masses.length; index++) masses[index] = (masses[index] ?? 0) / total;
  }
  return { homeMax: home.max, awayMax: away.max, ft, ht, joint, scores, winners: byWinners };
}
