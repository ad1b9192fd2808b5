import type { Market, ScoreGrader } from '../market.ts';
import { exactGrader, isBeyond, quotedScores } from '../score-quotes.ts';
import { winnerOf } from '../score.ts';
import type { Winner } from '../score.ts';

/** Most goals of a side with a price of their own score. */
export const HIGHEST_QUOTED = 4;

const quoted = quotedScores(HIGHEST_QUOTED);

/** "Other" wins for a score outside the grid with that result. */
const others = new Map<string, Winner>([
  ['other_home', '1'],
  ['other_draw', 'X'],
  ['other_away', '2'],
]);

function grader(selection: string, line: string | undefined): ScoreGrader | undefined {
  if (line !== undefined) return undefined;
  const other = others.get(selection);
  if (other !== undefined) {
    return (score) => (isBeyond(HIGHEST_QUOTED, score) && winnerOf(score) === other ? 'win' : 'lose');
  }
  if (!quoted.includes(selection)) return undefined;
  return exactGrader(selection);
}

export const correctScore: Market = {
  name: 'correct_score',
  period: 'ft',
  selections: [...quoted, ...others.keys()],
  lines: [],
  winners: 1,
  defaultMargin: 0.15,
  grader,
};
