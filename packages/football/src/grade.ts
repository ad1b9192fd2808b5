import type { Market, Outcome } from './market.ts';
import { marketOf } from './markets.ts';
import { isScore } from './score.ts';
import type { Result } from './score.ts';

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
}): Market | UnknownBet {
  const market = marketOf(bet.market);
  if (market === undefined) return new UnknownBet('market', bet.market);
  if (!market.selections.includes(bet.selection)) return new UnknownBet('selection', bet.selection);
  if (market.grader(bet.selection, bet.line) === undefined) return new UnknownBet('line', bet.line);
  return market;
}

/**
 * Grades one selection by the rules (docs/football.md, "Selections and lines").
 * @param market market name
 * @param selection one of the market's selections
 * @param line a line of the market, undefined for a market without lines
 * @param result scores known so far; a half-time market needs only `ht`, a full-time market only `ft`
 * @returns the outcome, or 'unsettled' while the score it needs is not known
 * @throws UnknownBet for a market, selection or line that does not exist
 * @throws RangeError for a score that is not whole goals from 0 up
 */
export function grade(
  market: string,
  selection: string,
  line: string | undefined,
  result: Result,
): Outcome | 'unsettled' {
  const found = checkBet({ market, selection, line });
  if (found instanceof UnknownBet) throw found;
  for (const score of [result.ht, result.ft]) {
    if (score !== undefined && !isScore(score))
      throw new RangeError(`not a score: ${score.home}-${score.away}`);
  }
  return outcomeOf(found, selection, line, result);
}

function outcomeOf(
  market: Market,
  selection: string,
  line: string | undefined,
  { ht, ft }: Result,
): Outcome | 'unsettled' {
  if (market.period === 'both') {
    if (ht === undefined || ft === undefined) return 'unsettled';
    return market.grader(selection, line)?.(ht, ft) ?? 'unsettled';
  }
  const score = market.period === 'ht' ? ht : ft;
  if (score === undefined) return 'unsettled';
  return market.grader(selection, line)?.(score) ?? 'unsettled';
}
