import type { Grid } from '@touchline/football/grid';
import { winnerIndex, type Score } from '@touchline/football/score';

/** Goals of a side from which scores count as one, where exact scores are asked for. */
const [MOST, MOST_HT] = [9, 5] as const;

/** Something that a match answers with one of a fixed number of answers. */
export type Question = {
  name: string;
  answers: number;
  /** The answers have an order, so that a ranked score makes sense. */
  isOrdered: boolean;
} & (
  | { period: 'ft' | 'ht'; answer: (score: Score) => number }
  | { period: 'both'; answer: (ht: Score, ft: Score) => number }
);

/** What the accuracy of our prices is judged by. */
export const questions: readonly Question[] = [
  { name: '1X2', isOrdered: true, answers: 3, period: 'ft', answer: winnerIndex },
  {
    name: 'over 2.5',
    isOrdered: true,
    answers: 2,
    period: 'ft',
    answer: ({ home, away }) => (home + away > 2.5 ? 0 : 1),
  },
  {
    name: 'both score',
    isOrdered: true,
    answers: 2,
    period: 'ft',
    answer: ({ home, away }) => (home > 0 && away > 0 ? 0 : 1),
  },
  { name: 'exact score', isOrdered: false, answers: (MOST + 1) ** 2, period: 'ft', answer: scoreIndex(MOST) },
  { name: 'half-time 1X2', isOrdered: true, answers: 3, period: 'ht', answer: winnerIndex },
  {
    name: 'half-time over 0.5',
    isOrdered: true,
    answers: 2,
    period: 'ht',
    answer: ({ home, away }) => (home + away > 0.5 ? 0 : 1),
  },
  {
    name: 'half-time score',
    isOrdered: false,
    answers: (MOST_HT + 1) ** 2,
    period: 'ht',
    answer: scoreIndex(MOST_HT),
  },
  {
    name: 'HT/FT',
    isOrdered: false,
    answers: 9,
    period: 'both',
    answer: (ht, ft) => 3 * winnerIndex(ht) + winnerIndex(ft),
  },
];

function scoreIndex(most: number): (score: Score) => number {
  return ({ home, away }) => Math.min(home, most) * (most + 1) + Math.min(away, most);
}

/** The answer of a match; undefined where it needs a half-time score that is not known. */
export const answerOf = (
  question: Question,
  { ht, ft }: { ht?: Score | undefined; ft: Score },
): number | undefined => {
  if (question.period === 'ft') return question.answer(ft);
  if (ht === undefined) return undefined;
  return question.period === 'ht' ? question.answer(ht) : question.answer(ht, ft);
};

/** The chance that a grid gives to each answer. */
export const chancesIn = (grid: Grid, question: Question): number[] => {
  // The winners of a grid are in the order of the answers of HT/FT.
  if (question.period === 'both') return [...grid.winners];
  const chances = Array.from({ length: question.answers }, () => 0);
  const masses = grid[question.period];
  for (const [index, score] of grid.scores.entries()) {
    const answer = question.answer(score);
    chances[answer] = (chances[answer] ?? 0) + (masses[index] ?? 0);
  }
  return chances;
};
