import type { ScoreMarket, ScoreGrader } from '../market.ts';
import { winnerOf } from '../score.ts';

export const doubleChance = {
  name: 'double_chance',
  period: 'ft',
  selections: ['1X', '12', 'X2'],
  lines: [],
  winners: 2,
  margin: 0.05,
  inPlay: true,
  groups: ['main'],
  card: 'choice',
  wording: 'two-results',
  rule: 'double_chance',
  grader: gradeDoubleChance,
} as const satisfies ScoreMarket;

/** Two of the three results: a selection is the results it covers. */
function gradeDoubleChance(selection: string, line: string | undefined): ScoreGrader | undefined {
  const known = doubleChance.selections.some((each) => each === selection);
  if (!known || line !== undefined) return undefined;
  return (score) => (selection.includes(winnerOf(score)) ? 'win' : 'lose');
}
