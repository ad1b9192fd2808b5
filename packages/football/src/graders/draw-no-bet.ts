import type { ScoreGrader } from '../market.ts';
import { winnerOf } from '../score.ts';
import { drawNoBet } from '../markets/draw-no-bet.ts';

/** The winner; a draw returns the stake. */
export function gradeDrawNoBet(selection: string, line: string | undefined): ScoreGrader | undefined {
  const known = drawNoBet.selections.some((each) => each === selection);
  if (!known || line !== undefined) return undefined;
  return (score) => {
    const result = winnerOf(score);
    if (result === 'X') return 'push';
    return result === selection ? 'win' : 'lose';
  };
}
