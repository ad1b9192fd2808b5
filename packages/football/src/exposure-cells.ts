import type { LegGrader } from './grade.ts';
import type { Outcome } from './market.ts';
import { type Score, shortestScores, winnerIndex, winners } from './score.ts';

/**
 * The scores that decide every bet of an event. A full-time market is a function of the full-time score, a
 * first-half market of the half-time score, half time / full time of the two winners, a builder of both halves of the
 * winner at half time and the full-time score (builder-cells.ts); so what the house loses at a pair of scores is the
 * sum of four cells, and four small tables hold it for all 16,000 pairs.
 *
 * Every line is decided within these bounds: a score beyond them has, for every market, selection and line at once,
 * the outcomes of a score within them, together with a half-time score of the same outcomes before it. That holds
 * for handicaps struck at a lead of up to LEAD_MOST goals (exposure-cells.test.ts goes through them all).
 */
export const FT_MOST = 20;
export const HT_MOST = 10;

/** Largest lead at which a handicap can be struck in play and still be decided by these cells. */
export const LEAD_MOST = 5;

const ftSide = FT_MOST + 1;
const htSide = HT_MOST + 1;

/** Whether a handicap struck at this score could not be kept in the cells, so that none is offered. */
export function isBeyondLead(score: Score): boolean {
  return Math.abs(score.home - score.away) > LEAD_MOST;
}

/** Where the cells of each kind begin in an exposure, and how many there are of all. */
export const FT_FROM = 0;
export const HT_FROM = ftSide * ftSide;
export const BOTH_FROM = HT_FROM + htSide * htSide;
export const HALF_FROM = BOTH_FROM + winners.length ** 2;
export const CELL_COUNT = HALF_FROM + winners.length * HT_FROM;

/** Cells of a period, row by row: home goals, then away goals. */
export const ftScores: readonly Score[] = square(ftSide);
export const htScores: readonly Score[] = square(htSide);

function square(side: number): Score[] {
  const goals = Array.from({ length: side }, (_, index) => index);
  return goals.flatMap((home) => goals.map((away) => ({ home, away })));
}

/** Winner at each cell of a period, by `winnerIndex`. */
export const ftWinners: Uint8Array = Uint8Array.from(ftScores, winnerIndex);
export const htWinners: Uint8Array = Uint8Array.from(htScores, winnerIndex);

/** How a leg ends at each of the cells it depends on, which begin at `from`. */
export type CellOutcomes = { from: number; outcomes: Outcome[] };

/** Grades a leg at every cell of its period. */
export function cellOutcomes(grader: LegGrader): CellOutcomes {
  if (grader.period === 'both') {
    return {
      from: BOTH_FROM,
      outcomes: shortestScores.flatMap((ht) => shortestScores.map((ft) => grader.of(ht, ft))),
    };
  }
  const [from, scores] = grader.period === 'ft' ? [FT_FROM, ftScores] : [HT_FROM, htScores];
  return { from, outcomes: scores.map(grader.of) };
}
