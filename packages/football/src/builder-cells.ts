import type { BuilderPart } from './builder-parts.ts';
import {
  BOTH_FROM,
  type CellOutcomes,
  FT_FROM,
  HALF_FROM,
  HT_FROM,
  ftScores,
  htScores,
  htWinners,
} from './exposure-cells.ts';
import { type LegGrader, graderOf } from './grade.ts';
import type { Outcome } from './market.ts';
import { type Score, isWithin, shortestScores, winnerIndex, winners } from './score.ts';

/**
 * How a builder ends at each cell of an exposure, by the five outcomes of an ordinary leg at the price of all its parts:
 * the least of them that pays no less than the builder does, with any prices of fewer parts. Those are never above
 * the price of the whole (builder-fair.ts), so no prices are needed, and bets on the same parts add up.
 *
 * Exact for parts without pushes and quarter lines that ask for one period, or of the first half for its winner alone.
 * Else an upper bound: fewer parts count as all of them, and the cell of a winner at half time has the most of all
 * half-time scores with that winner.
 * @param parts handicaps struck at a lead of up to LEAD_MOST goals
 * @throws UnknownBet for a market, selection or line that does not exist
 */
export function builderCells(parts: readonly BuilderPart[]): CellOutcomes {
  const graders = parts.map(graderOf);
  const periods = new Set(graders.map(({ period }) => period));
  const ft = ftScores.map((score) => setsOf(graders, 'ft', (of) => of(score)));
  const ht = htScores.map((score) => setsOf(graders, 'ht', (of) => of(score)));
  const both = shortestScores.flatMap((early) => shortestScores.map((late) => bothOf(graders, early, late)));
  if (periods.size === 1 && periods.has('ft')) return { from: FT_FROM, outcomes: ft.map(boundOf) };
  if (periods.size === 1 && periods.has('ht')) return { from: HT_FROM, outcomes: ht.map(boundOf) };
  if (periods.size === 1) return { from: BOTH_FROM, outcomes: both.map(boundOf) };
  return { from: HALF_FROM, outcomes: winners.flatMap((_, half) => withHalf(half, { ft, ht, both })) };
}

/** Sets of parts in one number, six bits each, from the lowest: lost, half lost, half won, won. What is in none is pushed. */
const SET = 6;
const places: Readonly<Record<Outcome, number>> = {
  lose: 1,
  'half-lose': 1 << SET,
  'half-win': 1 << (2 * SET),
  win: 1 << (3 * SET),
  push: 0,
};

function setsOf(
  graders: readonly LegGrader[],
  period: 'ft' | 'ht',
  grade: (of: Extract<LegGrader, { period: 'ft' | 'ht' }>['of']) => Outcome,
): number {
  return graders.reduce(
    (sets, grader, part) => (grader.period === period ? sets | (places[grade(grader.of)] << part) : sets),
    0,
  );
}

function bothOf(graders: readonly LegGrader[], ht: Score, ft: Score): number {
  return graders.reduce(
    (sets, grader, part) => (grader.period === 'both' ? sets | (places[grader.of(ht, ft)] << part) : sets),
    0,
  );
}

const inSet = (sets: number, outcome: Outcome): number => Math.floor(sets / places[outcome]) & (2 ** SET - 1);

/** The outcome that pays no less at the price O of all parts: W of them won pay O_W ≤ O, and nothing pays less than 1. */
function boundOf(sets: number): Outcome {
  if (inSet(sets, 'lose') !== 0) return 'lose';
  const halfLost = inSet(sets, 'half-lose') !== 0;
  const won = inSet(sets, 'win') !== 0;
  const halfWon = inSet(sets, 'half-win');
  if (!won && halfWon === 0) return halfLost ? 'half-lose' : 'push';
  // At most half the stake at O, and so below (O + 1) / 2.
  if (halfLost) return 'half-win';
  const isOneHalf = !won && (halfWon & (halfWon - 1)) === 0;
  return isOneHalf ? 'half-win' : 'win';
}

const ascending = ['lose', 'half-lose', 'push', 'half-win', 'win'] as const satisfies readonly Outcome[];

/** At each full-time score the most over the half-time scores before it with that winner. */
function withHalf(
  half: number,
  { ft, ht, both }: { ft: readonly number[]; ht: readonly number[]; both: readonly number[] },
): Outcome[] {
  const early = Map.groupBy(
    htScores.keys().filter((index) => htWinners[index] === half),
    (index) => ht[index] ?? 0,
  );
  // Of scores that end the parts alike the earliest will do: it is before every full-time score that another is before.
  const earliest = early
    .entries()
    .map(([sets, indexes]) => ({ sets, scores: lowest(indexes.flatMap((index) => htScores[index] ?? [])) }))
    .toArray();
  return ftScores.map((score, full) => {
    const late = (ft[full] ?? 0) | (both[half * winners.length + winnerIndex(score)] ?? 0);
    let most = 0;
    for (const { sets, scores } of earliest) {
      if (!scores.some((before) => isWithin(before, score))) continue;
      most = Math.max(most, ascending.indexOf(boundOf(late | sets)));
      if (most === ascending.length - 1) break;
    }
    return ascending[most] ?? 'lose';
  });
}

/** The scores of which none of the others is a part. */
function lowest(scores: readonly Score[]): Score[] {
  return scores.filter((score) => !scores.some((other) => other !== score && isWithin(other, score)));
}
