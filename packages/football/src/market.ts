import type { LegOutcome } from '@touchline/money/factor';
import type { MarketName } from './market-names.ts';
import type { Score } from './score.ts';

/** How a graded selection ended; voiding is the book's decision, not a grade. */
export type Outcome = Exclude<LegOutcome, 'void'>;

export type ScoreGrader = (score: Score) => Outcome;
export type HalvesGrader = (ht: Score, ft: Score) => Outcome;

/** Lines offered around the main one: the nearest in quarters, itself included, and the nearest half lines. */
export type LineOffer = { nearest: number; halves: number };

type Common = {
  name: MarketName;
  /** Every selection, in the order shown. The complete list: nothing else can be bet on. */
  selections: readonly string[];
  /**
   * Every line that can be offered, as written on the wire, ascending; empty for a market without lines. A
   * market on the board stands at one of them; a leg's line is that of its own side (leg-line.ts).
   */
  lines: readonly string[];
  /** How many lines are offered at once, for a market with lines. */
  offers?: LineOffer;
  /** Only goals after the bet count: the score at which it was struck is taken off. */
  countsFromBet?: true;
  /** How many selections win when none is pushed: 1, or 2 where two of three results are covered. */
  winners: number;
  /** Margin when the operator configures none, as a share: 0.05 is 5 %. */
  defaultMargin: number;
};

/**
 * A market, whole: what can be bet on and how it is graded. Prices follow from grading over the score grid.
 * `grader` takes untrusted selection and line and answers how they are graded, or undefined when the market
 * has no such selection or line. `period` says which score it needs: half time, full time, or both.
 */
export type Market = Common &
  (
    | {
        period: 'ht' | 'ft';
        grader: (selection: string, line: string | undefined) => ScoreGrader | undefined;
      }
    | { period: 'both'; grader: (selection: string, line: string | undefined) => HalvesGrader | undefined }
  );
