import type { LegOutcome } from '@touchline/money/factor';
import { type Leg, grade, graderOf } from './grade.ts';
import { legLineOf, marketLineOf } from './leg-line.ts';
import type { Outcome } from './market.ts';
import { marketOf } from './markets.ts';
import type { Score } from './score.ts';

/** A match that will not be resumed: the score at which it stopped and, if the first half was complete, its score. */
export type Abandoned = { score: Score; ht?: Score | undefined };

/** More goals of a side than any line needs: past the highest total, and past every lead from level. */
const GOALS_TO_COME = 8;

/**
 * How a leg ends when the match was abandoned (docs/pricing.md, "Abandoned matches"): void, unless its market is decided
 * beyond change: every selection of it would end the same however the match continued. So a market of the first half
 * keeps its result once that half is complete, a total once it is passed, "both teams score" once both have;
 * correct score and every market that depends on the last goal are void as a whole.
 * @param leg `line` of the selected side; `since` for a handicap struck in play
 * @throws UnknownBet for a market, selection or line that does not exist
 * @throws ImpossibleScore for scores no match can have, or below those at the bet
 */
export function outcomeOfAbandoned(leg: Leg, match: Abandoned): LegOutcome {
  const { ht, score } = match;
  // Graded first: that finds faults of the leg or the scores, also when it would be void.
  const outcome = grade(leg.market, leg.selection, leg.line, { ht: ht ?? score, ft: score }, leg.since);
  const marketLine = marketLineOf(leg.market, leg.selection, leg.line);
  const selections = marketOf(leg.market)?.selections ?? [];
  const isDecided = selections.every((selection) => {
    const line = legLineOf(leg.market, selection, marketLine);
    return decidedOutcome({ ...leg, selection, line }, match) !== undefined;
  });
  return isDecided && outcome !== 'unsettled' ? outcome : 'void';
}

/** The outcome that every way on from here has in common. */
function decidedOutcome(leg: Leg, { score, ht }: Abandoned): Outcome | undefined {
  const grader = graderOf(leg);
  // The whole match is open, so what depends on both halves is too.
  if (grader.period === 'both') return undefined;
  if (grader.period === 'ht' && ht !== undefined) return grader.of(ht);
  if (marketOf(leg.market)?.waitsForPeriod === true) return undefined;
  const outcomes = new Set(waysOn(score).map(grader.of));
  const [only] = outcomes;
  return outcomes.size === 1 ? only : undefined;
}

function waysOn({ home, away }: Score): Score[] {
  const level = Math.max(home, away);
  const from = (goals: number) =>
    Array.from({ length: level + GOALS_TO_COME - goals + 1 }, (_, more) => goals + more);
  return from(home).flatMap((h) => from(away).map((a) => ({ home: h, away: a })));
}
