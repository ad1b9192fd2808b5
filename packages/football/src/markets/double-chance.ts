import type { Market, ScoreGrader } from '../market.ts';
import { winnerOf } from '../score.ts';

const selections = ['1X', '12', 'X2'] as const;

/** Two of the three results: a selection is the results it covers. */
function grader(selection: string, line: string | undefined): ScoreGrader | undefined {
  const known = selections.some((each) => each === selection);
  if (!known || line !== undefined) return undefined;
  return (score) => (selection.includes(winnerOf(score)) ? 'win' : 'lose');
}

export const doubleChance: Market = {
  name: 'double_chance',
  period: 'ft',
  selections,
  lines: [],
  winners: 2,
  defaultMargin: 0.05,
  grader,
};
