import type { ScoreGrader } from '../market.ts';
import { winnerOf } from '../score.ts';
import { winner } from '../markets/1x2.ts';

/** The result of a period: `1` home, `X` draw, `2` away. */
export function gradeWinner(selection: string, line: string | undefined): ScoreGrader | undefined {
  const known = winner.selections.some((each) => each === selection);
  if (!known || line !== undefined) return undefined;
  return (score) => (winnerOf(score) === selection ? 'win' : 'lose');
}
