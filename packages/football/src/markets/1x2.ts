import { halfTime, type ScoreGrader, type ScoreMarket } from '../market.ts';
import { winnerOf } from '../score.ts';

export const winner = {
  name: '1x2',
  period: 'ft',
  selections: ['1', 'X', '2'],
  lines: [],
  winners: 1,
  margin: 0.05,
  inPlay: true,
  groups: ['main'],
  card: 'choice',
  wording: 'winner',
  rule: 'result_1x2',
  grader: gradeWinner,
} as const satisfies ScoreMarket;

export const halfTimeWinner = halfTime(winner, { margin: 0.06 });

/** The result of a period: `1` home, `X` draw, `2` away. */
function gradeWinner(selection: string, line: string | undefined): ScoreGrader | undefined {
  const known = winner.selections.some((each) => each === selection);
  if (!known || line !== undefined) return undefined;
  return (score) => (winnerOf(score) === selection ? 'win' : 'lose');
}
