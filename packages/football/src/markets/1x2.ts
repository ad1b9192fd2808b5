import type { Market, ScoreGrader } from '../market.ts';
import { winnerOf } from '../score.ts';

export const winnerSelections = ['1', 'X', '2'] as const;

/** The result of a period: `1` home, `X` draw, `2` away. */
export function winnerGrader(selection: string, line: string | undefined): ScoreGrader | undefined {
  const known = winnerSelections.some((each) => each === selection);
  if (!known || line !== undefined) return undefined;
  return (score) => (winnerOf(score) === selection ? 'win' : 'lose');
}

export const fullTimeWinner: Market = {
  name: '1x2',
  period: 'ft',
  selections: winnerSelections,
  lines: [],
  winners: 1,
  defaultMargin: 0.05,
  grader: winnerGrader,
};
