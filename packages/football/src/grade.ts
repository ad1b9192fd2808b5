import type { HalvesGrader, MarketDefinition, Outcome, ScoreGrader } from './market.ts';
import { marketOf } from './markets.ts';
import { checkScores } from './check-scores.ts';
import type { Result, Score } from './score.ts';

/** A bet that no rule grades. `part` is what is unknown, `value` what was given. */
export class UnknownBet extends Error {
  readonly part: 'market' | 'selection' | 'line';
  readonly value: string | undefined;

  constructor(part: 'market' | 'selection' | 'line', value: string | undefined) {
    super(`unknown ${part} ${value === undefined ? '(none)' : JSON.stringify(value)}`);
    this.name = 'UnknownBet';
    this.part = part;
    this.value = value;
  }
}

/**
 * Checks an untrusted bet.
 * @param bet.line undefined for a market without lines
 * @returns the market when it has that selection at that line, else what is wrong with the bet
 */
export function checkBet(bet: {
  market: string;
  selection: string;
  line?: string | undefined;
}): MarketDefinition | UnknownBet {
  const market = marketOf(bet.market);
  if (market === undefined) return new UnknownBet('market', bet.market);
  if (!market.selections.includes(bet.selection)) return new UnknownBet('selection', bet.selection);
  if (market.grader(bet.selection, bet.line) === undefined) return new UnknownBet('line', bet.line);
  return market;
}

/** A bet on one selection. `line` is that of the selected side; undefined for a market without lines. */
export type Leg = {
  market: string;
  selection: string;
  line?: string | undefined;
  /** The score at which the bet was struck, 0-0 when not given; only handicaps ask for it. */
  since?: Score | undefined;
};

/** How a leg is graded, by the score of one period or by both. */
export type LegGrader = { period: 'ht' | 'ft'; of: ScoreGrader } | { period: 'both'; of: HalvesGrader };

/**
 * The rule that grades a leg at any score.
 * @throws UnknownBet for a market, selection or line that does not exist
 */
export function graderOf(leg: Leg): LegGrader {
  const market = checkBet(leg);
  if (market instanceof UnknownBet) throw market;
  if (market.period === 'both') {
    const of = market.grader(leg.selection, leg.line);
    if (of !== undefined) return { period: 'both', of };
  } else {
    const of = market.grader(leg.selection, leg.line);
    if (of !== undefined) return { period: market.period, of: sinceOf(market, leg, of) };
  }
  throw new UnknownBet('line', leg.line);
}

/** Takes the goals before the bet off, where only those after it count. */
function sinceOf(market: MarketDefinition, { since }: Leg, of: ScoreGrader): ScoreGrader {
  if (market.countsFromBet !== true || since === undefined) return of;
  if (since.home === since.away) return of;
  return ({ home, away }) => of({ home: home - since.home, away: away - since.away });
}

/**
 * Grades one selection by the rules (docs/pricing.md, "Grading").
 * @param market market name
 * @param selection one of the market's selections
 * @param line a line of the market as the selected side has it, undefined for a market without lines
 * @param result scores known so far; a half-time market needs only `ht`, a full-time market only `ft`
 * @param since score at which the bet was struck, 0-0 when not given: handicaps count the goals after it
 * @returns the outcome, or 'unsettled' while the score it needs is not known
 * @throws UnknownBet for a market, selection or line that does not exist
 * @throws ImpossibleScore for a score that is not whole goals from 0 up, a half-time score above the full-time
 * score, or for a handicap a score at the bet above the score of its period
 */
export function grade(
  market: string,
  selection: string,
  line: string | undefined,
  { ht, ft }: Result,
  since?: Score,
): Outcome | 'unsettled' {
  const found = checkBet({ market, selection, line });
  if (found instanceof UnknownBet) throw found;
  const grader = graderOf({ market, selection, line, since });
  checkScores(ht, ft);
  if (grader.period === 'both') {
    return ht === undefined || ft === undefined ? 'unsettled' : grader.of(ht, ft);
  }
  const score = grader.period === 'ht' ? ht : ft;
  if (score === undefined) return 'unsettled';
  if (found.countsFromBet === true) checkScores(since, score);
  return grader.of(score);
}
