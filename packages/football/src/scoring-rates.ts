import { type Course, type Stretch, nearLead, scoreFromLevel } from './goal-chain.ts';
import { poisson } from './poisson.ts';
import type { Score } from './score.ts';
import {
  BEHIND_AT_HALF_TIME,
  FIRST_HALF_WEIGHT,
  MOST_LEAD,
  type Phase,
  usualPhases,
} from './scoring-paces.ts';

/** Expected goals of both sides over 90 minutes. */
export type GoalMeans = {
  homeMean: number;
  awayMean: number;
  /** Dependence of the sides, if the source of the means gives it: below zero level matches are quieter. */
  rho?: number | undefined;
  /** Share of the expected goals that falls in the first half, if the source of the means gives it. */
  firstHalf?: number | undefined;
};

/** Share of the goals that falls in the first half when the means do not say. */
export const FIRST_HALF_SHARE = 0.44;
/** Dependence of the sides when the means do not say. */
export const DEFAULT_RHO = -0.02;
/** Bounds within which ρ is learnt, and looked for in prices. */
export const [LEAST_RHO, MOST_RHO] = [-0.2, 0.2] as const;

const MOST_STEPS = 20;
const LEAST_FOLLOWED = 0.5;
const [SETTLED, ROUGHLY] = [1e-7, 0.05] as const;
/** Goals of a side in the first half beyond these are too rare to move what is expected of the second. */
const MOST_EARLY = 12;

/** Goals that each half would bring if it were level throughout, and the phases with the paces by the lead. */
export type Rates = {
  first: { home: number; away: number };
  second: { home: number; away: number };
  phases: readonly Phase[];
  /** The pace of the side that is behind at half time, in the second half. */
  behindAtHalf: number;
  /** How much the goals of the first half say of the second. */
  firstHalfWeight: number;
};

/** What of the rates does not depend on the match. */
export type Habits = Pick<Rates, 'phases' | 'behindAtHalf' | 'firstHalfWeight'>;

/** The paces without ρ, and what the second half learns from the first. */
export const usualHabits: Habits = {
  phases: usualPhases,
  behindAtHalf: BEHIND_AT_HALF_TIME,
  firstHalfWeight: FIRST_HALF_WEIGHT,
};

/**
 * The rates that bring a match to the expected goals of the means, of both sides and of the first half, found by the secant
 * method in each of the three.
 */
export function ratesOf(means: GoalMeans, rho: number, habits: Habits = usualHabits): Rates {
  return fit(means, rho, habits, SETTLED).rates;
}

/** About the chance that a match with these means ends level: enough to learn from, and quick. */
export function drawChance(means: GoalMeans, rho: number): number {
  return fit(means, rho, usualHabits, ROUGHLY).course.level;
}

/**
 * The rates, and the course of the match that they bring.
 * @param settled how near to the means, as a share of them, is near enough
 */
function fit(
  { homeMean, awayMean, firstHalf = FIRST_HALF_SHARE }: GoalMeans,
  rho: number,
  habits: Habits,
  settled: number,
): { rates: Rates; course: Course } {
  const phases = habits.phases.map((phase) => (phase.half === 'second' ? quieterAtLevel(phase, rho) : phase));
  const wanted = firstHalf / (1 - firstHalf);
  let at = [homeMean, awayMean, wanted];
  // About how far the chain follows each of them, by logarithms: by the last step, once there is one.
  let follows = at.map(() => 1);
  let last: { misses: number[]; moves: number[] } | undefined;
  for (let step = 0; ; step++) {
    const [home = 0, away = 0, odds = 0] = at;
    const share = odds / (1 + odds);
    const rates: Rates = {
      first: { home: home * share, away: away * share },
      second: { home: home * (1 - share), away: away * (1 - share) },
      ...habits,
      phases,
    };
    const course = courseOf(rates);
    const { early, late } = course;
    const misses = [
      Math.log(homeMean / (early.home + late.home)),
      Math.log(awayMean / (early.away + late.away)),
      Math.log((wanted * (late.home + late.away)) / (early.home + early.away)),
    ];
    if (misses.every((miss) => Math.abs(miss) < settled) || step === MOST_STEPS) return { rates, course };
    follows = follows.map((usual, index) => {
      const [miss = 0, missBefore = 0, move = 0] = [misses[index], last?.misses[index], last?.moves[index]];
      const followed = (missBefore - miss) / move;
      return followed > LEAST_FOLLOWED && followed < 1 / LEAST_FOLLOWED ? followed : usual;
    });
    const moves = misses.map((miss, index) => miss / (follows[index] ?? 1));
    last = { misses, moves };
    at = at.map((value, index) => value * Math.exp(moves[index] ?? 0));
  }
}

function courseOf(rates: Rates): Course {
  return scoreFromLevel(firstStretches(rates), secondHalf(rates).stretches);
}

/**
 * Expected goals of the first half, of both sides together, given the lead at its end: no lead moves rates until then,
 * so those of the sides are independent.
 * @returns for leads of two and more, those of all of them together
 */
function earlyGoals(first: Pace): (lead: number) => number {
  const [ofHome, ofAway] = [poisson(first.home, MOST_EARLY), poisson(first.away, MOST_EARLY)];
  const sums = Array.from({ length: 2 * MOST_LEAD + 1 }, () => ({ mass: 0, goals: 0 }));
  for (let home = 0; home <= MOST_EARLY; home++) {
    for (let away = 0; away <= MOST_EARLY; away++) {
      const sum = sums[nearLead(home - away) + MOST_LEAD];
      if (sum === undefined) continue;
      const mass = (ofHome[home] ?? 0) * (ofAway[away] ?? 0);
      sum.mass += mass;
      sum.goals += mass * (home + away);
    }
  }
  return (lead) => {
    const { mass, goals } = sums[lead + MOST_LEAD] ?? { mass: 1, goals: first.home + first.away };
    return goals / mass;
  };
}

type Pace = { home: number; away: number };
const usualPace: Pace = { home: 1, away: 1 };

/**
 * The stretches of what is left of the first half.
 * @param played the share that is over of the goals that it brings while level
 * @param pace how many times as often as before kick-off each side scores in it
 */
export function firstStretches(rates: Rates, played: number = 0, pace: Pace = usualPace): Stretch[] {
  return stretchesOf(rates, 'first', played, pace);
}

/** What is left of the second half, by how the first one ended. */
export type SecondHalf = {
  /** By the lead at half time, with what is learnt from the usual scores of that lead. */
  stretches: (leadAtHalf: number) => Stretch[];
  /** How many times as likely each goal is with this half-time score as usual with its lead. */
  tilt: (half: Score) => number;
};

/**
 * What is left of the second half.
 * @param played the share that is over of the goals that it brings while level
 * @param pace how many times as often as before kick-off each side scores in it
 */
export function secondHalf(rates: Rates, played: number = 0, pace: Pace = usualPace): SecondHalf {
  const early = earlyGoals(rates.first);
  const usual = Array.from({ length: 2 * MOST_LEAD + 1 }, (_, index) =>
    learnt(rates, early(index - MOST_LEAD)),
  );
  const usualAt = (lead: number) => usual[nearLead(lead) + MOST_LEAD] ?? 1;
  return {
    stretches: (lead) => {
      const both = usualAt(lead);
      return stretchesOf(rates, 'second', played, {
        home: pace.home * both * (lead < 0 ? rates.behindAtHalf : 1),
        away: pace.away * both * (lead > 0 ? rates.behindAtHalf : 1),
      });
    },
    tilt: ({ home, away }) => learnt(rates, home + away) / usualAt(home - away),
  };
}

/**
 * How many times as often as expected before kick-off both sides score after half time. How lively a match is is believed to
 * be gamma distributed with mean 1 and variance w; g goals where m were expected move the mean to (1 + w g) ÷ (1 + w m), the
 * posterior of a gamma-Poisson model (Gelman and others 2013, ch. 2.6).
 */
function learnt({ first, firstHalfWeight: weight }: Rates, goals: number): number {
  return (1 + weight * goals) / (1 + weight * (first.home + first.away));
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
