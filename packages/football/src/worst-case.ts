import {
  BOTH_FROM,
  FT_FROM,
  FT_MOST,
  ftScores,
  ftWinners,
  HALF_FROM,
  HT_FROM,
  HT_MOST,
  htScores,
  htWinners,
} from './exposure-cells.ts';
import type { Score } from './score.ts';

/**
 * How far a match has come: no goal is taken back, and a half-time score that is known stays. Ends of a match that
 * passes the cells from here, by more than 20 goals of a side or 10 before half time, are taken for those at their
 * edge.
 */
export type Reached = { score: Score; ht?: Score | undefined };

const RESULTS = 3;
const ftSide = FT_MOST + 1;
const htSide = HT_MOST + 1;

/**
 * For each cell of an exposure, the highest total of all cells of a match ending with it: over every
 * half-time and full-time score of which this is a part. −Infinity where the match cannot end any more.
 * Three passes over the cells per winner at half time, so a few microseconds.
 * @param cells what each cell adds, as exposure-cells.ts lays them out
 */
export function worstByCell(cells: Float64Array, reached?: Reached): Float64Array {
  const worst = new Float64Array(cells.length).fill(-Infinity);
  const before = new Float64Array(ftSide * ftSide);
  const after = new Float64Array(ftSide * ftSide);
  const ftOpen = openCells(ftScores, reached && ((end) => isFullOpen(end, reached)));
  const htOpen = openCells(htScores, reached && ((half) => isHalfOpen(half, reached)));
  for (let half = 0; half < RESULTS; half++) {
    bestBefore(cells, before, htOpen, half);
    for (let ft = 0; ft < before.length; ft++) {
      const full = ftWinners[ft] ?? 0;
      const both = BOTH_FROM + half * RESULTS + full;
      const withHalf = HALF_FROM + half * ftScores.length + ft;
      const own =
        (ftOpen[ft] === 1 ? (cells[FT_FROM + ft] ?? 0) : -Infinity) +
        (cells[both] ?? 0) +
        (cells[withHalf] ?? 0);
      const total = own + (before[ft] ?? 0);
      after[ft] = own;
      raise(worst, FT_FROM + ft, total);
      raise(worst, withHalf, total);
      raise(worst, both, total);
    }
    bestAfter(after);
    for (let ht = 0; ht < htScores.length; ht++) {
      if (htWinners[ht] !== half || htOpen[ht] !== 1) continue;
      const ft = Math.floor(ht / htSide) * ftSide + (ht % htSide);
      raise(worst, HT_FROM + ht, (cells[HT_FROM + ht] ?? 0) + (after[ft] ?? 0));
    }
  }
  return worst;
}

function isFullOpen(end: Score, { score }: Reached): boolean {
  // Two goals below the edge both an even and an odd total are left.
  return end.home >= Math.min(score.home, FT_MOST - 2) && end.away >= Math.min(score.away, FT_MOST - 2);
}

function isHalfOpen(half: Score, { score, ht }: Reached): boolean {
  if (ht === undefined) {
    return half.home >= Math.min(score.home, HT_MOST) && half.away >= Math.min(score.away, HT_MOST);
  }
  const over = Math.max(0, Math.max(ht.home, ht.away) - HT_MOST);
  return half.home === lower(ht.home, over) && half.away === lower(ht.away, over);
}

/** Fewer goals, but a side that has scored still has: with the same lead both ends are graded alike. */
function lower(goals: number, by: number): number {
  return Math.max(goals - by, Math.min(goals, 1));
}

function openCells(scores: readonly Score[], isOpen: ((score: Score) => boolean) | undefined): Uint8Array {
  return isOpen === undefined
    ? new Uint8Array(scores.length).fill(1)
    : Uint8Array.from(scores, (score) => (isOpen(score) ? 1 : 0));
}

/** For each full-time cell the most of a half-time cell with that winner at or below it. */
function bestBefore(cells: Float64Array, best: Float64Array, open: Uint8Array, half: number): void {
  for (let home = 0; home < ftSide; home++) {
    for (let away = 0; away < ftSide; away++) {
      const at = home * ftSide + away;
      const ht = home * htSide + away;
      const isHalf = home < htSide && away < htSide && htWinners[ht] === half && open[ht] === 1;
      best[at] = Math.max(
        isHalf ? (cells[HT_FROM + ht] ?? 0) : -Infinity,
        home > 0 ? (best[at - ftSide] ?? 0) : -Infinity,
        away > 0 ? (best[at - 1] ?? 0) : -Infinity,
      );
    }
  }
}

/** Turns full-time cells into the most of any cell at or above each. */
function bestAfter(best: Float64Array): void {
  for (let home = FT_MOST; home >= 0; home--) {
    for (let away = FT_MOST; away >= 0; away--) {
      const at = home * ftSide + away;
      best[at] = Math.max(
        best[at] ?? 0,
        home < FT_MOST ? (best[at + ftSide] ?? 0) : -Infinity,
        away < FT_MOST ? (best[at + 1] ?? 0) : -Infinity,
      );
    }
  }
}

function raise(worst: Float64Array, at: number, value: number): void {
  if (value > (worst[at] ?? 0)) worst[at] = value;
}
