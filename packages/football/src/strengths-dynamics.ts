import { DEFAULT_RHO } from './scoring-rates.ts';

/**
 * How strengths start and move. Strength is ln attack − ln defence and openness ln attack + ln defence, where
 * defence counts the goals let in; all variances are of those logarithms.
 */
export type Dynamics = {
  /** Variance of a team around its group when it is first seen. */
  start: { strength: number; openness: number };
  /** Variance that a day of the season adds. */
  perDay: { strength: number; openness: number };
  /** Variance that a break between seasons adds, once. */
  perBreak: { strength: number; openness: number };
  /** Variance of a group of teams (a division, a confederation) around the others. */
  group: number;
  /** Newcomers of a competition start so far from the teams it began with; how unsure that is; each around it. */
  newcomers: { mean: number; variance: number; each: number };
  /** ln goals of an average side, of a competition. */
  level: { mean: number; variance: number; perDay: number };
  /** ln home advantage, of a competition. */
  home: { mean: number; variance: number; perDay: number };
  /** Dependence of the sides before any result. */
  rho: number;
};

/**
 * Chosen on the seasons 2012-13 to 2015-16 of five countries (docs/pricing.md). With them a result of a team that
 * plays each week counts half after about 250 days.
 */
export const usualDynamics: Dynamics = {
  start: { strength: 0.15, openness: 0.02 },
  perDay: { strength: 0.00012, openness: 0.000005 },
  perBreak: { strength: 0.006, openness: 0.002 },
  group: 0.1,
  newcomers: { mean: -0.3, variance: 0.02, each: 0.06 },
  level: { mean: Math.log(1.3), variance: 0.01, perDay: 3e-6 },
  home: { mean: 0.3, variance: 0.01, perDay: 1e-6 },
  rho: DEFAULT_RHO,
};

/**
 * National teams draw more often than clubs with the same means. Their ρ is fitted on the exact scores of 4,920 of their matches
 * since 2010: −0.11 in odd years, −0.07 in even ones, −0.09 in all (docs/pricing.md).
 */
export const nationalDynamics: Dynamics = { ...usualDynamics, rho: -0.09 };

const DAY_MS = 86_400_000;
/** Longer than this without any match is a break between seasons. */
const BREAK_MS = 45 * DAY_MS;
/** A team first seen in a competition this long after its first match is a newcomer. */
export const NEWCOMER_MS = 180 * DAY_MS;

/** Variance that a stretch of time adds to each kind of variable. */
export function driftOver(
  durationMs: number,
  { perBreak, perDay, level, home }: Dynamics,
): { strength: number; openness: number; level: number; home: number } {
  const days = durationMs / DAY_MS;
  const team =
    durationMs > BREAK_MS ? perBreak : { strength: days * perDay.strength, openness: days * perDay.openness };
  return { ...team, level: days * level.perDay, home: days * home.perDay };
}
