import { halfTime, type ScoreGrader, type ScoreMarket } from '../market.ts';

export const bothTeamsToScore = {
  name: 'btts',
  period: 'ft',
  selections: ['yes', 'no'],
  lines: [],
  winners: 1,
  margin: 0.05,
  inPlay: true,
  groups: ['main', 'goals'],
  card: 'choice',
  wording: { yes: 'selection.bothScore', no: 'selection.notBoth' },
  rule: 'btts',
  grader: gradeBothTeamsToScore,
} as const satisfies ScoreMarket;

export const halfTimeBothTeamsToScore = halfTime(bothTeamsToScore, { margin: 0.06 });

/** Whether both teams score. */
function gradeBothTeamsToScore(selection: string, line: string | undefined): ScoreGrader | undefined {
  const known = bothTeamsToScore.selections.some((each) => each === selection);
  if (!known || line !== undefined) return undefined;
  return ({ home, away }) => ((home > 0 && away > 0) === (selection === 'yes') ? 'win' : 'lose');
}
