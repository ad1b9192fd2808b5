import type { ScoreMarket, ScoreGrader } from '../market.ts';

export const oddEven = {
  name: 'odd_even',
  period: 'ft',
  selections: ['odd', 'even'],
  lines: [],
  winners: 1,
  margin: 0.05,
  inPlay: true,
  groups: ['goals'],
  card: 'choice',
  wording: { odd: 'selection.oddGoals', even: 'selection.evenGoals' },
  rule: 'odd_even',
  grader: gradeOddEven,
} as const satisfies ScoreMarket;

/** Whether the total is odd; no goals are even. */
function gradeOddEven(selection: string, line: string | undefined): ScoreGrader | undefined {
  const known = oddEven.selections.some((each) => each === selection);
  if (!known || line !== undefined) return undefined;
  return ({ home, away }) => (((home + away) % 2 === 1) === (selection === 'odd') ? 'win' : 'lose');
}
