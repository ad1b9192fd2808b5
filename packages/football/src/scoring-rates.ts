import { scoreFromLevel } from './goal-chain.ts';
import type { Course, Stretch } from './goal-chain.ts';
import type { GoalMeans } from './grid.ts';
import { BEHIND_AT_HALF_TIME, MOST_LEAD, usualPhases } from './scoring-paces.ts';
import type { Phase } from './scoring-paces.ts';

/** Share of the goals that falls in the first half when the means do not say. */
export const FIRST_HALF_SHARE = 0.446;
/** Dependence of the sides when the means do not say. */
export const DEFAULT_RHO = -0.02;
/** Bounds within which ρ is learnt, and looked for in prices. */
export const [LEAST_RHO, MOST_RHO] = [-0.2, 0.2] as const;

const MOST_STEPS = 20;
const [SETTLED, ROUGHLY] = [1e-7, 0.05] as const;

/** Goals that each half would bring if it were level throughout, and the phases with the paces by the lead. */
export type Rates = {
  first: { home: number; away: number };
  second: { home: number; away: number };
  phases: readonly Phase[];
  /** The pace of the side that is behind at half time, in the second half. */
  behindAtHalf: number;
};

/**
 * The rates that bring a match to the expected goals of the means, of both sides and of the first half, found by repeated
 * scaling: what is asked of the chain divided by what it gives.
 * @param usual paces without ρ
 * @param settled how near to the means, as a share of them, is near enough
 */
export function ratesOf(
  means: GoalMeans,
  rho: number,
  usual: readonly Phase[] = usualPhases,
  settled: number = SETTLED,
  behindAtHalf: number = BEHIND_AT_HALF_TIME,
): Rates {
  return fit(means, rho, { usual, settled, behindAtHalf }).rates;
}

/** About the chance that a match with these means ends level: enough to learn from, and quick. */
export function drawChance(means: GoalMeans, rho: number): number {
  const terms = { usual: usualPhases, settled: ROUGHLY, behindAtHalf: BEHIND_AT_HALF_TIME };
  return fit(means, rho, terms).course.level;
}

/** The rates, and the course of the match that they bring. */
function fit(
  { homeMean, awayMean, firstHalf = FIRST_HALF_SHARE }: GoalMeans,
  rho: number,
  terms: { usual: readonly Phase[]; settled: number; behindAtHalf: number },
): { rates: Rates; course: Course } {
  const { usual, settled, behindAtHalf } = terms;
  const phases = usual.map((phase) => (phase.half === 'second' ? quieterAtLevel(phase, rho) : phase));
  const wanted = firstHalf / (1 - firstHalf);
  let [home, away, odds] = [homeMean, awayMean, wanted];
  for (let step = 0; ; step++) {
    const share = odds / (1 + odds);
    const rates: Rates = {
      first: { home: home * share, away: away * share },
      second: { home: home * (1 - share), away: away * (1 - share) },
      phases,
      behindAtHalf,
    };
    const course = courseOf(rates);
    const { early, late } = course;
    const ofHome = homeMean / (early.home + late.home);
    const ofAway = awayMean / (early.away + late.away);
    const ofOdds = (wanted * (late.home + late.away)) / (early.home + early.away);
    const miss = Math.max(Math.abs(ofHome - 1), Math.abs(ofAway - 1), Math.abs(ofOdds - 1));
    if (miss < settled || step === MOST_STEPS) return { rates, course };
    home *= ofHome;
    away *= ofAway;
    odds *= ofOdds;
  }
}

function courseOf(rates: Rates): Course {
  return scoreFromLevel(firstStretches(rates), (leadAtHalf) => secondStretches(rates, leadAtHalf));
}

type Pace = { home: number; away: number };
const usualPace: Pace = { home: 1, away: 1 };

/**
 * The stretches of what is left of the first half.
 * @param played the share of its time that is over
 * @param pace how many times as often as before kick-off each side scores in it
 */
export function firstStretches(rates: Rates, played: number = 0, pace: Pace = usualPace): Stretch[] {
  return stretchesOf(rates, 'first', played, pace);
}

/**
 * The stretches of what is left of the second half.
 * @param leadAtHalf home goals less away goals at half time; only its sign counts
 * @param played the share of its time that is over
 * @param pace how many times as often as before kick-off each side scores in it
 */
export function secondStretches(
  rates: Rates,
  leadAtHalf: number,
  played: number = 0,
  pace: Pace = usualPace,
): Stretch[] {
  return stretchesOf(rates, 'second', played, {
    home: pace.home * (leadAtHalf < 0 ? rates.behindAtHalf : 1),
    away: pace.away * (leadAtHalf > 0 ? rates.behindAtHalf : 1),
  });
}

function stretchesOf(rates: Rates, half: Phase['half'], played: number, pace: Pace): Stretch[] {
  const { home, away } = rates[half];
  return rates.phases
    .filter((phase) => phase.half === half && phase.to > played)
    .map((phase) => {
      const share = phase.to - Math.max(played, phase.from);
      return { home: home * share * pace.home, away: away * share * pace.away, paces: phase.paces };
    });
}

/** ρ makes goals rarer, or more frequent, while the sides are level. */
function quieterAtLevel(phase: Phase, rho: number): Phase {
  const paces = phase.paces.map((pace, index) => (index === MOST_LEAD ? pace * (1 + rho) : pace));
  return { ...phase, paces };
}
