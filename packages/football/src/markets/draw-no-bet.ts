import type { Market, ScoreGrader } from '../market.ts';
import { winnerOf } from '../score.ts';

const selections = ['1', '2'] as const;

/** The winner; a draw returns the stake. */
function grader(selection: string, line: string | undefined): ScoreGrader | undefined {
  const known = selections.some((each) => each === selection);
  if (!known || line !== undefined) return undefined;
  return (score) => {
    const winner = winnerOf(score);
    if (winner === 'X') return 'push';
    return winner === selection ? 'win' : 'lose';
  };
}

export const drawNoBet: Market = {
  name: 'draw_no_bet',
  period: 'ft',
  selections,
  lines: [],
  winners: 1,
  defaultMargin: 0.04,
  grader,
};
