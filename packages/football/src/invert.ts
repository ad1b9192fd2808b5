import { DEFAULT_RHO, type GoalMeans, LEAST_RHO, MOST_RHO } from './scoring-rates.ts';
import { type Chances, chancesOf, roughChances } from './invert-chances.ts';
import { parseLine } from './line.ts';
import { type MarginSpread, removeMargin } from './margin.ts';

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
/** The search may pass the bounds of ρ on its way. */
const FARTHEST_RHO = 0.5;
const NEWTON_STEPS = 40;
const NUDGE = 1e-5;
const SETTLED = 1e-7;
const NEARLY_SETTLED = 1e-6;

/**
 * The goal means that market prices imply, so that every other market can be priced from the same grid: the
 * margin is removed, then the means and the ρ are found that give the total, the difference of home and away and the
 * draw; where that ρ is beyond its bounds, the bound, and the means that give the first two.
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

  const { means, rho, misses } = fitModel(target, lineQuarters);
  const fitError = largestOf(misses);
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

/** The largest difference of the four chances: those of the result add up to 1, so two of them tell the third. */
function largestOf([over = 0, difference = 0, draw = 0]: readonly number[]): number {
  const [home, away] = [(difference - draw) / 2, (-difference - draw) / 2];
  return Math.max(...[over, home, draw, away].map(Math.abs));
}

type Fitted = { means: GoalMeans; rho: number; misses: readonly number[] };

/** The means and ρ of these chances, or the nearest there are. */
function fitModel(target: Chances, lineQuarters: number): Fitted {
  const missesBy =
    (chancesBy: typeof chancesOf) =>
    ([home = 0, away = 0, rho = 0]: readonly number[]): number[] => {
      const chances = chancesBy({ homeMean: Math.exp(home), awayMean: Math.exp(away) }, rho, lineQuarters);
      return [
        chances.over - target.over,
        chances.home - chances.away - (target.home - target.away),
        chances.draw - target.draw,
      ];
    };
  const [misses, roughMisses] = [missesBy(chancesOf), missesBy(roughChances)];
  const level = Math.log(lineQuarters / 8);
  // Independent goals are near enough to start from, and tell the slopes, at a hundredth of the time.
  const start = newton([level, level, DEFAULT_RHO], roughMisses).at;
  const free = newton(start, misses, slopesAt(start, roughMisses(start), roughMisses));
  const [, , rho = DEFAULT_RHO] = free.at;
  if (free.isSettled && rho >= LEAST_RHO && rho <= MOST_RHO) return fittedOf(free.at, free.misses);
  const candidates = [LEAST_RHO, MOST_RHO].map((bound) => {
    const held =
      (by: typeof misses) =>
      (logs: readonly number[]): number[] =>
        by([...logs, bound]).slice(0, 2);
    const near = newton([level, level], held(roughMisses)).at;
    const { at } = newton(near, held(misses), slopesAt(near, held(roughMisses)(near), held(roughMisses)));
    const model = [...at, bound];
    return { model, misses: misses(model) };
  });
  const [nearest] = candidates.toSorted((a, b) => Math.hypot(...a.misses) - Math.hypot(...b.misses));
  return fittedOf(nearest?.model ?? [], nearest?.misses ?? []);
}

function fittedOf(
  [home = 0, away = 0, rho = DEFAULT_RHO]: readonly number[],
  misses: readonly number[],
): Fitted {
  return { means: { homeMean: Math.exp(home), awayMean: Math.exp(away) }, rho, misses };
}

/**
 * Newton's method in two or three unknowns, logarithms of the means and ρ, with halved steps where one would lead astray. The
 * slopes are measured once and corrected by each step (Broyden 1965); they are measured again where a step finds nothing.
 * @param slopes of the start, measured when not given
 * @returns where no step makes the misses smaller
 */
function newton(
  start: readonly number[],
  missesAt: (at: readonly number[]) => readonly number[],
  slopes?: readonly (readonly number[])[],
): { at: readonly number[]; misses: readonly number[]; isSettled: boolean } {
  let at = start;
  let misses = missesAt(at);
  let columns = slopes;
  for (let step = 0; step < NEWTON_STEPS && Math.hypot(...misses) > SETTLED; step++) {
    const known = columns;
    const used = known ?? slopesAt(at, misses, missesAt);
    const better = shortened(at, solve(used, misses), missesAt, Math.hypot(...misses));
    if (better === undefined) {
      if (known === undefined) break;
      columns = undefined;
      continue;
    }
    const moved = better.at.map((value, unknown) => value - (at[unknown] ?? 0));
    const square = moved.reduce((sum, each) => sum + each * each, 0);
    const unforeseen = better.misses.map((miss, row) =>
      moved.reduce(
        (sum, each, unknown) => sum - each * (used[unknown]?.[row] ?? 0),
        miss - (misses[row] ?? 0),
      ),
    );
    const isSlow = Math.hypot(...better.misses) > Math.hypot(...misses) / 2;
    columns = isSlow
      ? undefined
      : used.map((column, unknown) =>
          column.map((slope, row) => slope + ((unforeseen[row] ?? 0) * (moved[unknown] ?? 0)) / square),
        );
    ({ at, misses } = better);
  }
  return { at, misses, isSettled: Math.hypot(...misses) <= NEARLY_SETTLED };
}

/** What each unknown adds to each miss. */
function slopesAt(
  at: readonly number[],
  misses: readonly number[],
  missesAt: (at: readonly number[]) => readonly number[],
): number[][] {
  return at.map((value, unknown) => {
    const nudged = missesAt(at.with(unknown, value + NUDGE));
    return misses.map((miss, index) => ((nudged[index] ?? 0) - miss) / NUDGE);
  });
}

/** The step x with Σ columns[i] · x[i] = −misses, by elimination; not finite where there is none. */
function solve(columns: readonly (readonly number[])[], misses: readonly number[]): number[] {
  const size = misses.length;
  const rows = misses.map((miss, row) => [...columns.map((column) => column[row] ?? 0), -miss]);
  for (let pivot = 0; pivot < size; pivot++) {
    const best =
      rows.slice(pivot).toSorted((a, b) => Math.abs(b[pivot] ?? 0) - Math.abs(a[pivot] ?? 0))[0] ?? [];
    const from = rows.indexOf(best);
    [rows[pivot], rows[from]] = [best, rows[pivot] ?? []];
    for (const [index, row] of rows.entries()) {
      if (index === pivot) continue;
      const factor = (row[pivot] ?? 0) / (best[pivot] ?? 0);
      rows[index] = row.map((value, column) => value - factor * (best[column] ?? 0));
    }
  }
  return rows.map((row, index) => (row[size] ?? 0) / (row[index] ?? 0));
}

/** The longest of the whole step and its halves that makes the misses smaller, undefined when none does. */
function shortened(
  from: readonly number[],
  move: readonly number[],
  missesAt: (at: readonly number[]) => readonly number[],
  size: number,
): { at: readonly number[]; misses: readonly number[] } | undefined {
  for (let share = 1; share > 1e-4; share /= 2) {
    const at = from.map((value, unknown) => bounded(value + share * (move[unknown] ?? 0), unknown));
    const misses = missesAt(at);
    if (Math.hypot(...misses) < size) return { at, misses };
  }
  return undefined;
}

function bounded(value: number, unknown: number): number {
  const [least, most] = unknown < 2 ? [LEAST_LOG, MOST_LOG] : [-FARTHEST_RHO, FARTHEST_RHO];
  return Math.min(most, Math.max(least, value));
}
