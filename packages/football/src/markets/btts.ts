import type { Market, ScoreGrader } from '../market.ts';

export const bothScoreSelections = ['yes', 'no'] as const;

/** Whether both teams score. */
export function bothScoreGrader(selection: string, line: string | undefined): ScoreGrader | undefined {
  const known = bothScoreSelections.some((each) => each === selection);
  if (!known || line !== undefined) return undefined;
  return ({ home, away }) => ((home > 0 && away > 0) === (selection === 'yes') ? 'win' : 'lose');
}

export const bothTeamsToScore: Market = {
  name: 'btts',
  period: 'ft',
  selections: bothScoreSelections,
  lines: [],
  winners: 1,
  defaultMargin: 0.05,
  grader: bothScoreGrader,
};
