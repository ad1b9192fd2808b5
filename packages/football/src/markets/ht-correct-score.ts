import type { Market, ScoreGrader } from '../market.ts';
import { exactGrader, isBeyond, quotedScores } from '../score-quotes.ts';

/** Most goals of a side with a price of their own half-time score. */
export const HIGHEST_QUOTED_HT = 2;

const quoted = quotedScores(HIGHEST_QUOTED_HT);

function grader(selection: string, line: string | undefined): ScoreGrader | undefined {
  if (line !== undefined) return undefined;
  if (selection === 'other') return (score) => (isBeyond(HIGHEST_QUOTED_HT, score) ? 'win' : 'lose');
  if (!quoted.includes(selection)) return undefined;
  return exactGrader(selection);
}

export const halfTimeCorrectScore: Market = {
  name: 'ht_correct_score',
  period: 'ht',
  selections: [...quoted, 'other'],
  lines: [],
  winners: 1,
  defaultMargin: 0.15,
  grader,
};
