import type { LegOutcome, Factor } from '@touchline/money/factor';
import type { BuilderPart } from './builder-parts.ts';
import type { Grid } from './grid.ts';
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
  /** These parts change nothing: the bet without one of them ends the same at every score. */
  | { state: 'redundant'; parts: number[] }
  /** So unlikely, or so nearly certain, that no price on the ladder is fair to both. */
  | { state: 'unpriced'; chance: number };

/** Most that the margins of the parts come to together, unless one of them alone has more. */
export const BUILDER_MARGIN_MOST = 0.12;

/**
 * Prices a builder from the score grid (docs/football.md, "Bet builder").
 * @param grid the current score grid of the event
 * @param parts 1 … 6 selections; `line` of the side, `since` where the market counts from the bet
 * @param options.own price of each part on the board in thousandths: the price of one part alone, and the margin that
 * it brings
 * @param options.most cap of the margin as a share
 * @throws UnknownBet for a market, selection or line that does not exist
 * @throws RangeError for no part, too many, or not one price for each
 */
export function builderPrice(
  grid: Grid,
  parts: readonly BuilderPart[],
  options: { own: readonly number[]; most?: number | undefined },
): BuilderPrice {
  throw new RangeError(`not yet: ${grid.homeMax} ${parts.length} ${options.own.length}`);
}

/**
 * The average return of a unit of stake on a builder by the current grid, as `expectedFactor` of one selection.
 * @param subsets the prices it was struck at
 * @param voided places of parts that are void
 */
export function expectedBuilderFactor(
  grid: Grid,
  parts: readonly BuilderPart[],
  subsets: readonly number[],
  voided?: ReadonlySet<number>,
): number {
  throw new RangeError(`not yet: ${grid.homeMax} ${parts.length} ${subsets.length} ${voided?.size}`);
}

/** A builder that is decided. `outcome` is the word for the leg as a whole. */
export type GradedBuilder = { factor: Factor; outcome: LegOutcome; parts: (LegOutcome | undefined)[] };

/**
 * Grades a builder by a result: its parts by `grade`, then `builderFactor` of money.
 * @returns undefined while it is open
 */
export function gradeBuilder(
  parts: readonly BuilderPart[],
  subsets: readonly number[],
  result: Result,
  voided?: ReadonlySet<number>,
): GradedBuilder | undefined {
  throw new RangeError(`not yet: ${parts.length} ${subsets.length} ${result.ft?.home} ${voided?.size}`);
}
