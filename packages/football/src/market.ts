import type { LegOutcome } from '@touchline/money/factor';
import type { BasisLevel } from './basis.ts';
import type { Score } from './score.ts';

/** How a graded selection ended; voiding is the book's decision, not a grade. */
export type Outcome = Exclude<LegOutcome, 'void'>;

export type ScoreGrader = (score: Score) => Outcome;
export type HalvesGrader = (ht: Score, ft: Score) => Outcome;

/** Lines offered around the main one: the nearest in quarters, itself included, and the nearest half lines. */
export type LineOffer = { readonly nearest: number; readonly halves: number };

/** Groups in which the member app shows the markets of a match. */
export type MarketGroup = 'main' | 'score' | 'goals' | 'handicap' | 'halves';

/** Forms in which the member app shows a market: buttons, a row per line, a grid of scores, half by full time. */
export type MarketCard = 'choice' | 'total' | 'handicap' | 'score' | 'half-full';

/**
 * How the selections of a market are named: by the result they back, a team, two of three results, a line, a
 * score, two results; or the message of the member app for each selection.
 */
export type Wording =
  | 'winner'
  | 'team'
  | 'two-results'
  | 'total'
  | 'handicap'
  | 'score'
  | 'half-full'
  | Readonly<Record<string, string>>;

/** What can be bet on, how the house offers it, and how the apps show it. */
type MarketFacts<
  Name extends string = string,
  Rule extends string = string,
  Words extends Wording = Wording,
> = {
  /** Name on the wire and in the database, at most 40 characters. Its texts are the messages `market.<name>`. */
  readonly name: Name;
  /** Score that grades it: at half time, at full time, or both. */
  readonly period: 'ht' | 'ft' | 'both';
  /**
   * Every selection, in the order shown. The complete list: nothing else can be bet on. At most 20 characters
   * each, without comma, brace, quote, backslash or blank, as they go into PostgreSQL arrays.
   */
  readonly selections: readonly string[];
  /**
   * Every line that can be offered, as written on the wire, ascending; empty for a market without lines. A
   * market on the board has one of them; a leg has the line of its own side (leg-line.ts).
   */
  readonly lines: readonly string[];
  /** How many lines are offered at once, for a market with lines. */
  readonly offers?: LineOffer;
  /** The selection `away` has the line of the market with its sign turned. */
  readonly mirrorsLine?: true;
  /** Only goals after the bet count: the score at which it was struck is taken off. */
  readonly countsFromBet?: true;
  /** An abandoned match voids it as a whole unless its period is complete, also where one score alone is left. */
  readonly waitsForPeriod?: true;
  /** How many selections win when none is pushed: 1, or 2 where two of three results are covered. */
  readonly winners: number;
  /** Margin when the operator configures none, as a share: 0.05 is 5 %. */
  readonly margin: number;
  /** The least that prices must rest on for it to be offered without a rule of the house; anything by default. */
  readonly leastBasis?: BasisLevel;
  /** Whether it is offered during the match too. */
  readonly inPlay: boolean;
  /** Groups it belongs to, at least one. */
  readonly groups: readonly [MarketGroup, ...MarketGroup[]];
  readonly card: MarketCard;
  readonly wording: Words;
  /** Section of the published rules that it settles by. */
  readonly rule: Rule;
};

/** How one untrusted selection and line are graded; undefined when the market has no such selection or line. */
type GraderOf<Grader> = (selection: string, line: string | undefined) => Grader | undefined;

/** A market that one score grades. Prices follow from grading over the score grid. */
export type ScoreMarket<
  Name extends string = string,
  Rule extends string = string,
  Words extends Wording = Wording,
> = MarketFacts<Name, Rule, Words> & {
  readonly period: 'ht' | 'ft';
  readonly grader: GraderOf<ScoreGrader>;
};

/** A market: its facts and how it is graded. */
export type MarketDefinition<
  Name extends string = string,
  Rule extends string = string,
  Words extends Wording = Wording,
> =
  | ScoreMarket<Name, Rule, Words>
  | (MarketFacts<Name, Rule, Words> & { readonly period: 'both'; readonly grader: GraderOf<HalvesGrader> });

/** What differs between a market of the first half and its full-time market. */
type Own = Pick<ScoreMarket, 'margin'> &
  Partial<Pick<ScoreMarket, 'selections' | 'offers' | 'inPlay' | 'groups' | 'grader'>>;

/**
 * The market that asks of the half-time score what another asks of the full-time score: the same selections, lines,
 * texts, rule and grader.
 * @param own where the two differ, at least the margin: half the goals leave more to chance
 */
export function halfTime<const Name extends string, const Rule extends string, const Words extends Wording>(
  market: ScoreMarket<Name, Rule, Words>,
  own: Own,
) {
  const groups: ScoreMarket['groups'] = ['halves'];
  return { ...market, name: `ht_${market.name}`, period: 'ht', groups, ...own } as const;
}
