import type { ScoreMarket, ScoreGrader } from '../market.ts';
import { winnerOf } from '../score.ts';

export const drawNoBet = {
  name: 'draw_no_bet',
  period: 'ft',
  selections: ['1', '2'],
  lines: [],
  winners: 1,
  margin: 0.04,
  inPlay: true,
  groups: ['main'],
  card: 'choice',
  wording: 'team',
  rule: 'draw_no_bet',
  grader: gradeDrawNoBet,
} as const satisfies ScoreMarket;

/** The winner; a draw returns the stake. */
function gradeDrawNoBet(selection: string, line: string | undefined): ScoreGrader | undefined {
  const known = drawNoBet.selections.some((each) => each === selection);
  if (!known || line !== undefined) return undefined;
  return (score) => {
    const result = winnerOf(score);
    if (result === 'X') return 'push';
    return result === selection ? 'win' : 'lose';
  };
}
