import { noGoals, scoreOver, type Stretch } from '@touchline/football/goal-chain';
import {
  DEFAULT_RHO,
  FIRST_HALF_SHARE,
  type GoalMeans,
  firstStretches,
  ratesOf,
  secondHalf,
} from '@touchline/football/scoring-rates';
import type { Score } from '@touchline/football/score';
import {
  BEHIND_AT_HALF_TIME,
  FIRST_HALF_WEIGHT,
  usualPhases,
  type Phase,
} from '@touchline/football/scoring-paces';
import { printTable, progress } from '../lib/report.ts';
import { type Forecast, walkForward } from './forecasts.ts';
import { leastSquares } from './least-squares.ts';
import { type BenchMatch, earlierRecord, shippedRecord } from './record.ts';

/** Half-time scores of the earlier record are complete from here; before, only goalless matches have one. */
const FIRST_WITH_HALF_TIME = '2016-17';
/** The first season of the earlier record only teaches. */
const FIRST_FITTED = '2011-12';
const STEPS = 3;
const NUDGE = 1e-4;
/** About the usual total of a match: what a slope of 1 leaves as it is. */
const USUAL_TOTAL = 2.7;

const names = [
  'second half, one behind now',
  'level now: ρ',
  'behind at half time',
  'share of the first half',
  'slope of the totals beyond the one in use',
  'weight of the first half',
];

/** What a constant of the grid is, and what the seasons that begin in odd years say it should be. */
type Fitted = { name: string; inUse: number; fitted: number; error: number };

/**
 * Fits the paces of the second half, what it learns from the first, the share of the first half and the slope of the totals to the seasons that begin in
 * odd years, by the likelihood of half-time and full-time scores given the means forecast before each match. The pace
 * ahead is fixed: only ratios within a half can be told from the share of the first half.
 */
export const pricingFit = async (): Promise<object> => {
  const record = await Promise.all([earlierRecord(), shippedRecord()]);
  const forecasts = record
    .flatMap((matches) => [...Map.groupBy(matches, ({ competition }) => competition.slice(0, 2)).values()])
    .flatMap((matches) => walkForward(matches))
    .filter(({ match }) => isOdd(match) && match.season >= FIRST_FITTED);
  const second = usualPhases.find(({ half }) => half === 'second')?.paces ?? [];
  const inUse = [second[1] ?? 1, DEFAULT_RHO, BEHIND_AT_HALF_TIME, FIRST_HALF_SHARE, 1, FIRST_HALF_WEIGHT];
  const { values, errors } = climb(forecasts, inUse);
  const rows = names.map((name, index): Fitted => ({
    name,
    inUse: inUse[index] ?? Number.NaN,
    fitted: values[index] ?? Number.NaN,
    error: errors[index] ?? Number.NaN,
  }));
  console.log(`\nconstants of the grid, ${forecasts.length} matches of seasons that begin in odd years:`);
  printTable(
    ['', 'in use', 'fitted', '±'],
    rows.map(({ name, inUse: used, fitted, error }) => [
      name,
      used.toFixed(3),
      fitted.toFixed(3),
      error.toFixed(3),
    ]),
  );
  const shares = sharesOf(forecasts);
  console.log('\nshare of the goals in the first half:');
  printTable(
    ['', 'goals', 'share'],
    shares.groups.map(({ name, goals, share }) => [name, goals, share.toFixed(4)]),
  );
  console.log(
    `differences between competitions: χ² ${shares.chiSquare.toFixed(1)}, expected ${shares.expected}`,
  );
  return { bench: 'pricing-fit', matches: forecasts.length, rows, shares };
};

const isOdd = ({ season }: BenchMatch): boolean => Number(season.slice(0, 4)) % 2 === 1;

const halfOf = ({ season, ht }: BenchMatch): Score | undefined =>
  season >= FIRST_WITH_HALF_TIME ? ht : undefined;

/** Newton's method with the outer product of the scores of the matches for curvature (Berndt, Hall, Hall, Hausman 1974). */
const climb = (
  forecasts: readonly Forecast[],
  start: readonly number[],
): { values: readonly number[]; errors: readonly number[] } => {
  let values = start;
  let errors: readonly number[] = [];
  for (let step = 0; step < STEPS; step++) {
    const likelihoods = (at: readonly number[]) => forecasts.map((each) => likelihoodOf(each, at));
    const base = likelihoods(values);
    progress(`log likelihood ${base.reduce((a, b) => a + b, 0).toFixed(2)}`);
    const slopes = values.map((value, index) =>
      likelihoods(values.with(index, value + NUDGE)).map(
        (each, match) => (each - (base[match] ?? 0)) / NUDGE,
      ),
    );
    const solved = leastSquares(slopes);
    values = values.map((value, index) => value + (solved.move[index] ?? 0));
    errors = solved.errors;
  }
  return { values, errors };
};

const likelihoodOf = ({ match, means }: Forecast, values: readonly number[]): number => {
  const [
    now = 1,
    rho = DEFAULT_RHO,
    behindAtHalf = BEHIND_AT_HALF_TIME,
    firstHalf = FIRST_HALF_SHARE,
    slope = 1,
    firstHalfWeight = FIRST_HALF_WEIGHT,
  ] = values;
  const phases = usualPhases.map((phase): Phase => {
    const paces = [phase.paces[0] ?? 1, now, 1, phase.paces[3] ?? 1, phase.paces[4] ?? 1];
    return phase.half === 'second' ? { ...phase, paces } : phase;
  });
  const habits = { phases, behindAtHalf, firstHalfWeight };
  const rates = ratesOf({ ...sloped(means, slope), firstHalf }, rho, habits);
  const second = secondHalf(rates);
  const end = { home: match.homeGoals, away: match.awayGoals };
  const half = halfOf(match);
  const through = (ht: Score): number =>
    chanceOf({ home: 0, away: 0 }, ht, firstStretches(rates)) *
    chanceOf(ht, end, quickened(second.stretches(ht.home - ht.away), second.tilt(ht)));
  if (half !== undefined) return Math.log(through(half));
  let sum = 0;
  for (let home = 0; home <= end.home; home++)
    for (let away = 0; away <= end.away; away++) sum += through({ home, away });
  return Math.log(sum);
};

const sloped = ({ homeMean, awayMean }: GoalMeans, slope: number): GoalMeans => {
  const factor = ((homeMean + awayMean) / USUAL_TOTAL) ** (slope - 1);
  return { homeMean: homeMean * factor, awayMean: awayMean * factor };
};

/** Stretches in which both sides score more often by a factor. */
const quickened = (stretches: readonly Stretch[], by: number): Stretch[] =>
  stretches.map(({ home, away, paces }) => ({ home: home * by, away: away * by, paces }));

/** The chance that one score leads to another over these stretches. */
const chanceOf = (from: Score, to: Score, stretches: readonly Stretch[]): number => {
  const start = noGoals(to.home - from.home, to.away - from.away);
  const lead = from.home - from.away;
  const { masses } = stretches.reduce((table, stretch) => scoreOver(table, lead, stretch), start);
  return masses.at(-1) ?? 0;
};

type Shares = {
  groups: { name: string; goals: number; share: number }[];
  /** How far competitions differ, and how far they would by chance alone. */
  chiSquare: number;
  expected: number;
};

const sharesOf = (forecasts: readonly Forecast[]): Shares => {
  const matches = forecasts.map(({ match }) => match).filter((match) => halfOf(match) !== undefined);
  const count = (of: readonly BenchMatch[]) => ({
    goals: of.reduce((sum, match) => sum + match.homeGoals + match.awayGoals, 0),
    early: of.reduce((sum, { ht }) => sum + (ht?.home ?? 0) + (ht?.away ?? 0), 0),
  });
  const all = count(matches);
  const share = all.early / all.goals;
  const counts = [...Map.groupBy(matches, ({ competition }) => competition)]
    .map(([name, of]) => ({ name, ...count(of) }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const chiSquare = counts.reduce(
    (sum, { goals, early }) => sum + (early - share * goals) ** 2 / (goals * share * (1 - share)),
    0,
  );
  return {
    groups: [...counts, { name: 'all', ...all }].map(({ name, goals, early }) => ({
      name,
      goals,
      share: early / goals,
    })),
    chiSquare,
    expected: counts.length - 1,
  };
};
