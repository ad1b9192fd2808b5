import type { ScoreGrader } from '../market.ts';
import { oddEven } from '../markets/odd-even.ts';

/** Whether the total is odd; no goals are even. */
export function gradeOddEven(selection: string, line: string | undefined): ScoreGrader | undefined {
  const known = oddEven.selections.some((each) => each === selection);
  if (!known || line !== undefined) return undefined;
  return ({ home, away }) => (((home + away) % 2 === 1) === (selection === 'odd') ? 'win' : 'lose');
}
