import type { ScoreGrader } from '../market.ts';
import { winnerOf } from '../score.ts';
import { doubleChance } from '../markets/double-chance.ts';

/** Two of the three results: a selection is the results it covers. */
export function gradeDoubleChance(selection: string, line: string | undefined): ScoreGrader | undefined {
  const known = doubleChance.selections.some((each) => each === selection);
  if (!known || line !== undefined) return undefined;
  return (score) => (selection.includes(winnerOf(score)) ? 'win' : 'lose');
}
