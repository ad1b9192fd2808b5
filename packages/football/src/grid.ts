import { type GoalTable, type Stretch, farLead, noGoals, scoreOver, weightsOf } from './goal-chain.ts';
import { goalsToCover } from './poisson.ts';
import { type Score, winnerIndex, winners } from './score.ts';
import {
  DEFAULT_RHO,
  type GoalMeans,
  LEAST_RHO,
  MOST_RHO,
  type SecondHalf,
  firstStretches,
  ratesOf,
  secondHalf,
} from './scoring-rates.ts';

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

const MAX_MEAN = 15;
/** A half-time score rarer than this is left out. */
const LEAST_MASS = 1e-10;

/** Place of "f goals at full time, of them h in the first half" among all such pairs of one side. */
export function pairIndex(fullTime: number, halfTime: number): number {
  return (fullTime * (fullTime + 1)) / 2 + halfTime;
}

/** What is already played: the score, the half-time score if that half is done, and how much of each half. */
export type Progress = {
  score: Score;
  ht: Score | undefined;
  /** Shares of each half, by the goals that they bring while level. */
  firstPlayed: number;
  secondPlayed: number;
  /** How many times as often as before kick-off each side scores in what is left. */
  pace?: { home: number; away: number };
};

const kickOff: Progress = {
  score: { home: 0, away: 0 },
  ht: undefined,
  firstPlayed: 0,
  secondPlayed: 0,
};

/**
 * The grid before kick-off.
 * @param means expected goals over 90 minutes, 0 < mean ≤ 15
 * @param rho dependence of the sides, that of the means when not given
 * @throws RangeError for means or rho outside these bounds (rho −0.2 … 0.2), or a first half without its share
 */
export function scoreGrid(means: GoalMeans, rho: number = means.rho ?? DEFAULT_RHO): Grid {
  return gridFrom(means, rho, kickOff);
}

/**
 * The grid from a point of the match: goals are a birth process whose rates depend on the lead and the period, run
 * from the score of now. Before kick-off and in play are one chain, so the live grid is the pre-match grid given what
 * has happened.
 */
export function gridFrom(means: GoalMeans, rho: number, progress: Progress): Grid {
  const { homeMean, awayMean, firstHalf = 0.5 } = means;
  if (![homeMean, awayMean].every((mean) => mean > 0 && mean <= MAX_MEAN)) {
    throw new RangeError(`goal means out of bounds: ${homeMean}, ${awayMean}`);
  }
  if (!(rho >= LEAST_RHO && rho <= MOST_RHO)) throw new RangeError(`rho out of bounds: ${rho}`);
  if (!(firstHalf > 0 && firstHalf < 1)) throw new RangeError(`first half out of bounds: ${firstHalf}`);

  const { score, ht, firstPlayed, secondPlayed, pace } = progress;
  const rates = ratesOf(means, rho);
  const first = ht === undefined ? firstStretches(rates, firstPlayed, pace) : [];
  const second = secondHalf(rates, secondPlayed, pace);
  const lead = score.home - score.away;
  // Before half time any lead there is possible.
  const leads = ht === undefined ? [-1, 0, 1] : [ht.home - ht.away];
  const highest = (side: 'home' | 'away'): number =>
    highestGoals(first, side) + Math.max(...leads.map((each) => highestGoals(second.stretches(each), side)));
  const most = { home: goalsToCover(highest('home')), away: goalsToCover(highest('away')) };
  const early = after(noGoals(most.home, most.away), lead, first);
  return { ...combine({ score, ht, early, lead, second }), from: score };
}

function after(table: GoalTable, lead: number, stretches: readonly Stretch[]): GoalTable {
  return stretches.reduce((before, stretch) => scoreOver(before, lead, stretch), table);
}

/** Goals of a side if it always had the lead at which it scores most. */
function highestGoals(stretches: readonly Stretch[], side: 'home' | 'away'): number {
  return stretches.reduce((sum, stretch) => sum + stretch[side] * Math.max(...stretch.paces), 0);
}

/** Joins the goals until half time with the goals after it, which depend on the score there. */
function combine(match: {
  score: Score;
  ht: Score | undefined;
  /** Goals from now until half time. */
  early: GoalTable;
  lead: number;
  second: SecondHalf;
}): Omit<Grid, 'from'> {
  const { score, ht, early, lead, second } = match;
  const { homeMost, awayMost } = early;
  const homeMax = score.home + homeMost;
  const awayMax = score.away + awayMost;
  const columns = pairIndex(awayMax + 1, 0);
  const width = awayMax + 1;
  const joint = new Float64Array(pairIndex(homeMax + 1, 0) * columns);
  const ft = new Float64Array((homeMax + 1) * width);
  const htMasses = new Float64Array((homeMax + 1) * width);
  const byWinners = new Float64Array(winners.length ** 2);
  const later = new Map<number, GoalTable>();
  let total = 0;
  for (const [index, before] of early.masses.entries()) {
    if (before < LEAST_MASS) continue;
    const homeEarly = Math.floor(index / (awayMost + 1));
    const awayEarly = index % (awayMost + 1);
    const half = ht ?? { home: score.home + homeEarly, away: score.away + awayEarly };
    const leadThen = farLead(lead + homeEarly - awayEarly);
    const usual =
      later.get(leadThen) ??
      after(noGoals(homeMost, awayMost), leadThen, second.stretches(half.home - half.away));
    later.set(leadThen, usual);
    const weights = weightsOf(usual, second.tilt(half));
    const halfWinner = winnerIndex(half);
    let sum = 0;
    for (let homeMore = 0; homeEarly + homeMore <= homeMost; homeMore++) {
      const home = score.home + homeEarly + homeMore;
      const row = pairIndex(home, half.home) * columns;
      for (let awayMore = 0; awayEarly + awayMore <= awayMost; awayMore++) {
        const away = score.away + awayEarly + awayMore;
        const usualMass = usual.masses[homeMore * (awayMost + 1) + awayMore] ?? 0;
        const mass = before * (weights[homeMore + awayMore] ?? 0) * usualMass;
        joint[row + pairIndex(away, half.away)] = mass;
        ft[home * width + away] = (ft[home * width + away] ?? 0) + mass;
        const full = home === away ? 1 : home > away ? 0 : 2;
        byWinners[halfWinner * winners.length + full] =
          (byWinners[halfWinner * winners.length + full] ?? 0) + mass;
        sum += mass;
      }
    }
    htMasses[half.home * width + half.away] = sum;
    total += sum;
  }
  for (const masses of [joint, ft, htMasses, byWinners]) {
    for (let index = 0; index < masses.length; index++) masses[index] = (masses[index] ?? 0) / total;
  }
  const scores = Array.from(ft, (_, index) => ({ home: Math.floor(index / width), away: index % width }));
  return { homeMax, awayMax, ft, ht: htMasses, joint, scores, winners: byWinners };
}
