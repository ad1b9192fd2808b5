import type { ScoreGrader } from '../market.ts';
import { bothTeamsToScore } from '../markets/btts.ts';

/** Whether both teams score. */
export function gradeBothTeamsToScore(selection: string, line: string | undefined): ScoreGrader | undefined {
  const known = bothTeamsToScore.selections.some((each) => each === selection);
  if (!known || line !== undefined) return undefined;
  return ({ home, away }) => ((home > 0 && away > 0) === (selection === 'yes') ? 'win' : 'lose');
}
