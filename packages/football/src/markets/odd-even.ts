import type { Market, ScoreGrader } from '../market.ts';

const selections = ['odd', 'even'] as const;

/** Whether the total is odd; no goals are even. */
function grader(selection: string, line: string | undefined): ScoreGrader | undefined {
  const known = selections.some((each) => each === selection);
  if (!known || line !== undefined) return undefined;
  return ({ home, away }) => (((home + away) % 2 === 1) === (selection === 'odd') ? 'win' : 'lose');
}

export const oddEven: Market = {
  name: 'odd_even',
  period: 'ft',
  selections,
  lines: [],
  winners: 1,
  defaultMargin: 0.05,
  grader,
};
