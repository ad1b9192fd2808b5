import { type SettledBuilder, builderFactor } from '@touchline/money/builder-factor';
import type { LegOutcome } from '@touchline/money/factor';
import { type Ending, endingsOf, possibleEndings } from './builder-endings.ts';
import { type FairPrices, fairSubsets, monotone, payOf } from './builder-fair.ts';
import { type BuilderPart, PARTS_MOST } from './builder-parts.ts';
import { grade } from './grade.ts';
import type { Grid } from './grid.ts';
import { priceAtMost } from './ladder.ts';
import { quote } from './margin.ts';
import { LEAST_CHANCE } from './price.ts';
import type { Result } from './score.ts';

/** What a builder costs, or why it has no price. */
export type BuilderPrice =
  | {
      state: 'open';
      /** 1 / fair: without pushes the sum over all scores at which every part wins. */
      chance: number;
      /** Fair decimal odds. */
      fair: number;
      oddsMilli: number;
      /** How far the price is below the fair one, fair / odds − 1, as the margin of a market is stated. */
      margin: number;
      /** Prices in thousandths by the set of parts that win, bit i for part i in the order given; 1000 for none. */
      subsets: number[];
    }
  /** No score lets every part win. */
  | { state: 'impossible' }
  /** These parts change nothing: the bet without one of them pays the same at every score. */
  | { state: 'redundant'; parts: number[] }
  /** So unlikely, or so nearly certain, that no price on the ladder is fair to both. */
  | { state: 'unpriced'; chance: number };

/** The margin of builders: it grows with the fair odds F as F^rate, up to `most`. Shares; `most` below `rate` counts as it. */
export type BuilderMargin = { rate: number; most: number };

/** The usual margin of builders: about that of the parts multiplied, where they do not depend on each other. */
export const BUILDER_MARGIN: BuilderMargin = { rate: 0.05, most: 0.12 };

/** Selections on offer that say something of the price of a builder. */
export type BuilderBounds = {
  /** Those that follow from the builder, with their fair decimal odds: it pays no less. */
  implied: readonly { oddsMilli: number; fair: number }[];
  /** Prices of those from which it follows: it pays no more. */
  implying: readonly number[];
};

/** Factors nearer than this are the same, told apart from the noise of sums. */
const SAME = 1e-9;

/**
 * Prices a builder from the score grid (docs/pricing.md, "Bet builder").
 * @param grid the current score grid of the event, before or during the match
 * @param parts 1 … 6 selections; `line` of the side, `since` where the market counts from the bet
 * @param options.own price of each part on the board in thousandths: the price of one part alone
 * @param options.margin by the fair price alone, so that builders of different parts with one outcome have one price
 * @param options.bounds the parts alone when not given
 * @param options.same price in thousandths of the selection on offer that is the same bet as all parts together; it is
 * the price of both
 * @throws UnknownBet for a market, selection or line that does not exist
 * @throws RangeError for no part, too many, or not one price for each
 */
export function builderPrice(
  grid: Grid,
  parts: readonly BuilderPart[],
  {
    own,
    margin = BUILDER_MARGIN,
    bounds,
    same,
  }: {
    own: readonly number[];
    margin?: BuilderMargin | undefined;
    bounds?: BuilderBounds | undefined;
    same?: number | undefined;
  },
): BuilderPrice {
  if (parts.length === 0 || parts.length > PARTS_MOST || own.length !== parts.length) {
    throw new RangeError(`not a builder: ${parts.length} parts, ${own.length} prices`);
  }
  const fit = fitOf(grid, parts);
  if (fit.state !== 'fits') return fit;
  const { fair } = fit;
  const whole = fair.odds.length - 1;
  const fairOdds = fair.odds[whole] ?? Infinity;
  const chance = 1 / fairOdds;
  const offered = fair.odds.map((odds, set) => offeredFor(set, odds, { fair: fair.odds, own, margin }));
  const bounded = bounds && parts.length > 1 ? boundedPrice(fairOdds, margin, bounds) : offered[whole];
  offered[whole] = same ?? bounded ?? 1000;
  const subsets = monotone(offered, whole, Math.floor(1000 * (fair.fewerMost[whole] ?? Infinity)));
  const oddsMilli = subsets[whole];
  const isPriced = chance >= LEAST_CHANCE && priceAtMost(1000 * fairOdds) !== undefined;
  if (oddsMilli === undefined || !isPriced) return { state: 'unpriced', chance };
  const carried = Math.max(0, (1000 * fairOdds) / oddsMilli - 1);
  return { state: 'open', chance, fair: fairOdds, oddsMilli, margin: carried, subsets };
}

/** Whether parts make a bet together, without regard to its price. */
export type BuilderFit =
  /** `fair`: fair prices of each set of parts. */
  | { state: 'fits'; fair: FairPrices }
  | Extract<BuilderPrice, { state: 'impossible' | 'redundant' | 'unpriced' }>;

/**
 * Whether parts make a bet together (docs/pricing.md, "Bet builder").
 * @param parts 1 … 6 selections
 * @throws UnknownBet for a market, selection or line that does not exist
 */
export function fitOf(grid: Grid, parts: readonly BuilderPart[]): BuilderFit {
  return fitOfEndings(parts.length, endingsOf(grid, parts), () => possibleEndings(grid, parts));
}

/**
 * The same by the endings of the parts.
 * @param possible asked for where the likely endings do not decide
 */
export function fitOfEndings(
  parts: number,
  endings: readonly Ending[],
  possible: () => readonly Ending[],
): BuilderFit {
  const fair = fairSubsets(parts, endings);
  const whole = fair.odds.length - 1;
  if ((fair.odds[whole] ?? Infinity) === Infinity) {
    const canWin = possible().some(({ won, halfWon }) => (won | halfWon) === whole);
    return canWin ? { state: 'unpriced', chance: 0 } : { state: 'impossible' };
  }
  const redundant = redundantParts(parts, { endings, fair, possible });
  return redundant.length > 0 ? { state: 'redundant', parts: redundant } : { state: 'fits', fair };
}

/** Parts without which the bet pays the same at every score, at fair prices. */
function redundantParts(
  parts: number,
  {
    endings,
    fair,
    possible,
  }: { endings: readonly Ending[]; fair: FairPrices; possible: () => readonly Ending[] },
): number[] {
  const whole = fair.odds.length - 1;
  if (parts === 1) return [];
  const paidFor = (set: number) => monotone(fair.odds, set, fair.fewerMost[set]);
  const withIt = paidFor(whole);
  const changesNothing = (part: number, over: readonly Ending[]) => {
    const less = whole & ~(1 << part);
    const without = paidFor(less);
    return over.every((ending) => {
      const [a, b] = [payOf(ending, withIt, whole), payOf(ending, without, less)];
      return Math.abs(a - b) <= SAME * Math.max(1, a, b);
    });
  };
  const suspects = Array.from({ length: parts }, (_, part) => part).filter((part) =>
    changesNothing(part, endings),
  );
  if (suspects.length === 0) return suspects;
  const all = possible();
  return suspects.filter((part) => changesNothing(part, all));
}

/** The price of a set of parts alone, in thousandths. */
function offeredFor(
  set: number,
  fairOdds: number,
  { fair, own, margin }: { fair: readonly number[]; own: readonly number[]; margin: BuilderMargin },
): number {
  const parts = own.flatMap((oddsMilli, part) => {
    const bit = 1 << part;
    return (set & bit) === 0 ? [] : [{ oddsMilli, fair: fair[bit] ?? 1 }];
  });
  const [only, ...others] = parts;
  if (only === undefined) return 1000;
  if (others.length === 0) return only.oddsMilli;
  return boundedPrice(fairOdds, margin, { implied: parts, implying: [] });
}

/**
 * The price for fair odds, in thousandths: a function of them alone that never falls as they grow, never above them, and between
 * the prices of selections that follow and of those from which it follows. With pushes a selection that follows can have the
 * longer fair odds: then the price carries no more margin than that selection.
 */
function boundedPrice(
  fairOdds: number,
  { rate, most }: BuilderMargin,
  { implied, implying }: BuilderBounds,
): number {
  const ratio = Math.min(1 + Math.max(rate, most), fairOdds ** rate);
  const shortest = Math.max(1000, Math.floor(1000 * fairOdds));
  const longest = priceAtMost(1000 * fairOdds) ?? shortest;
  const byMargin = quote(Math.min(1, ratio / fairOdds), 1 / fairOdds) ?? shortest;
  const least = implied.map(({ oddsMilli, fair }) =>
    fair <= fairOdds * (1 + SAME)
      ? oddsMilli
      : (priceAtMost((oddsMilli * fairOdds * (1 + SAME)) / fair) ?? 0),
  );
  return Math.min(longest, ...implying, Math.max(byMargin, ...least));
}

/**
 * The average return of a unit of stake on a builder by the current grid, as `returnsOf` of one selection: the sum
 * over all scores of chance × what settlement pays there. What the score has decided has exactly its factor.
 * @param subsets the prices it was struck at
 * @param voided places of parts that are void
 * @throws UnknownBet for a market, selection or line that does not exist
 * @throws RangeError when there are not 2^n prices
 */
export function expectedBuilderFactor(
  grid: Grid,
  parts: readonly BuilderPart[],
  subsets: readonly number[],
  voided: ReadonlySet<number> = new Set(),
): number {
  if (subsets.length !== 2 ** parts.length) throw new RangeError(`not the prices of ${parts.length} parts`);
  const kept = parts.keys().reduce((set, part) => (voided.has(part) ? set : set | (1 << part)), 0);
  return endingsOf(grid, parts).reduce(
    (sum, ending) => sum + (ending.mass * payOf(ending, subsets, kept)) / 1000,
    0,
  );
}

/** A builder that is decided, with its parts: one can be open where another is lost. */
export type GradedBuilder = SettledBuilder & { parts: (LegOutcome | undefined)[] };

/**
 * Grades a builder by a result: its parts by `grade`, then `builderFactor` of money.
 * @param subsets the prices it was struck at
 * @param voided places of parts that are void
 * @returns undefined while it is open
 * @throws what `grade` and `builderFactor` throw
 */
export function gradeBuilder(
  parts: readonly BuilderPart[],
  subsets: readonly number[],
  result: Result,
  voided: ReadonlySet<number> = new Set(),
): GradedBuilder | undefined {
  const outcomes = parts.map(({ market, selection, line, since }, index) => {
    if (voided.has(index)) return 'void';
    const outcome = grade(market, selection, line, result, since);
    return outcome === 'unsettled' ? undefined : outcome;
  });
  const settled = builderFactor(outcomes, subsets);
  return settled && { ...settled, parts: outcomes };
}
