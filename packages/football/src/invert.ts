import { LEAST_RHO, MOST_RHO } from './dixon-coles.ts';
import type { GoalMeans } from './grid.ts';
import { chancesOf } from './invert-chances.ts';
import type { Chances } from './invert-chances.ts';
import { parseLine } from './line.ts';
import { removeMargin } from './margin.ts';
import type { MarginSpread } from './margin.ts';

/** Prices of a market maker, odds in thousandths. */
export type MarketPrices = {
  '1x2': readonly [home: number, draw: number, away: number];
  /** Total goals, at a line of 0.5 … 6.5 in quarters. */
  overUnder: { line: string; over: number; under: number };
};

export type Inverted = {
  means: GoalMeans;
  rho: number;
  /** The largest difference between a chance of the prices, without margin, and that of the model. */
  fitError: number;
};

/** What is impossible about prices. */
export type ImpossibleReason =
  /** Odds that are not above 1 and at most 1,001. */
  | 'odds'
  /** No line of total goals. */
  | 'line'
  /** The house loses on every outcome, or keeps a third of all stakes: these are no prices of one market. */
  | 'margin'
  /** No goal means are near these prices: they contradict each other. */
  | 'contradiction';

export class ImpossiblePrices extends Error {
  readonly reason: ImpossibleReason;
  /** What it is about: `odds` with the `sum` of what they imply, the `line`, or the difference left (`fit`). */
  readonly values: Readonly<Record<string, string>>;

  constructor(reason: ImpossibleReason, detail: string, values: Readonly<Record<string, string>>) {
    super(`${reason}: ${detail}`);
    this.name = 'ImpossiblePrices';
    this.reason = reason;
    this.values = values;
  }
}

const MOST_MILLI = 1_001_000;
const [FIRST_QUARTERS, LAST_QUARTERS] = [2, 26] as const;
/** Best prices of several houses, and rounding, may add up to a little less than 1. */
const [LEAST_SUM, MOST_SUM] = [0.97, 1.5] as const;
const [LEAST_LOG, MOST_LOG] = [Math.log(0.02), Math.log(12)] as const;
const WORST_FIT = 0.05;
const RHO_STEPS = 20;
const NEWTON_STEPS = 40;
const NUDGE = 1e-6;
const SETTLED = 1e-10;

/**
 * The goal means that market prices imply, so that every other market can be priced from the same grid: the
 * margin is removed, then the means are found that give the total and the difference of home and away, and the
 * ρ within −0.10 … −0.03 that comes nearest to the draw.
 * @param prices what the market asks
 * @param spread how the margin is taken to be spread; "power" fits closing prices well
 * @throws ImpossiblePrices that names what is wrong
 */
export function invertPrices(prices: MarketPrices, spread: MarginSpread = 'power'): Inverted {
  const { line } = prices.overUnder;
  const lineQuarters = parseLine(line);
  if (lineQuarters === undefined || lineQuarters < FIRST_QUARTERS || lineQuarters > LAST_QUARTERS) {
    throw new ImpossiblePrices('line', line, { line });
  }
  const [home = 0, draw = 0, away = 0] = fairChances(prices['1x2'], spread);
  const [over = 0] = fairChances([prices.overUnder.over, prices.overUnder.under], spread);
  const target: Chances = { home, draw, away, over };

  const fit = (rho: number) => fitMeans(target, lineQuarters, rho);
  const rho = nearestRho((candidate) => chancesOf(fit(candidate), candidate, lineQuarters).draw - draw);
  const means = fit(rho);
  const fitError = distance(chancesOf(means, rho, lineQuarters), target);
  if (!(fitError <= WORST_FIT)) {
    const fit = fitError.toFixed(3);
    throw new ImpossiblePrices('contradiction', `no score grid is nearer than ${fit}`, { fit });
  }
  return { means, rho, fitError };
}

function fairChances(oddsMilli: readonly number[], spread: MarginSpread): number[] {
  const odds = oddsMilli.map((each) => each / 1000).join(' / ');
  if (!oddsMilli.every((each) => each > 1000 && each <= MOST_MILLI)) {
    throw new ImpossiblePrices('odds', odds, { odds });
  }
  const implied = oddsMilli.map((each) => 1000 / each);
  const sum = implied.reduce((a, b) => a + b, 0);
  if (!(sum >= LEAST_SUM && sum <= MOST_SUM)) {
    const values = { odds, sum: sum.toFixed(3) };
    throw new ImpossiblePrices('margin', `${odds} add up to ${values.sum}`, values);
  }
  return removeMargin(implied, spread);
}

function distance(a: Chances, b: Chances): number {
  return Math.max(...(['home', 'draw', 'away', 'over'] as const).map((name) => Math.abs(a[name] - b[name])));
}

/** The ρ at which there are as many draws as wanted, or the bound that is nearest; draws grow as ρ falls. */
function nearestRho(drawExcess: (rho: number) => number): number {
  let low: number = LEAST_RHO;
  let high: number = MOST_RHO;
  if (drawExcess(low) <= 0) return low;
  if (drawExcess(high) >= 0) return high;
  for (let step = 0; step < RHO_STEPS; step++) {
    const middle = (low + high) / 2;
    if (drawExcess(middle) > 0) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/**
 * The means that give the wanted chance of over and the wanted difference of home and away, as nearly as means
 * within bounds can: Newton's method on their logarithms, with halved steps where one would lead astray.
 */
function fitMeans(target: Chances, lineQuarters: number, rho: number): GoalMeans {
  const missesAt = ([home, away]: Logs): Misses => {
    const chances = chancesOf({ homeMean: Math.exp(home), awayMean: Math.exp(away) }, rho, lineQuarters);
    return [chances.over - target.over, chances.home - chances.away - (target.home - target.away)];
  };
  let logs: Logs = [Math.log(lineQuarters / 8), Math.log(lineQuarters / 8)];
  let misses = missesAt(logs);
  for (let step = 0; step < NEWTON_STEPS && sizeOf(misses) > SETTLED; step++) {
    const byHome = slope(misses, missesAt([logs[0] + NUDGE, logs[1]]));
    const byAway = slope(misses, missesAt([logs[0], logs[1] + NUDGE]));
    const determinant = byHome[0] * byAway[1] - byAway[0] * byHome[1];
    const move: Logs = [
      (byAway[0] * misses[1] - byAway[1] * misses[0]) / determinant,
      (byHome[1] * misses[0] - byHome[0] * misses[1]) / determinant,
    ];
    const better = shortened(logs, move, (at) => sizeOf(missesAt(at)) < sizeOf(misses));
    if (better === undefined) break;
    logs = better;
    misses = missesAt(logs);
  }
  return { homeMean: Math.exp(logs[0]), awayMean: Math.exp(logs[1]) };
}

type Logs = readonly [home: number, away: number];
type Misses = readonly [over: number, difference: number];

function slope(before: Misses, after: Misses): Misses {
  return [(after[0] - before[0]) / NUDGE, (after[1] - before[1]) / NUDGE];
}

function sizeOf(misses: Misses): number {
  return Math.hypot(...misses);
}

/** The longest of the whole step and its halves that is an improvement, undefined when none is. */
function shortened(from: Logs, move: Logs, isBetter: (at: Logs) => boolean): Logs | undefined {
  for (let share = 1; share > 1e-4; share /= 2) {
    const at: Logs = [bounded(from[0] + share * move[0]), bounded(from[1] + share * move[1])];
    if (isBetter(at)) return at;
  }
  return undefined;
}

function bounded(log: number): number {
  return Math.min(MOST_LOG, Math.max(LEAST_LOG, log));
}
