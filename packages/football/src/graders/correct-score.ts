import type { ScoreGrader } from '../market.ts';
import { winnerOf } from '../score.ts';
import type { Score, Winner } from '../score.ts';
import {
  correctScore,
  halfTimeCorrectScore,
  HIGHEST_QUOTED,
  HIGHEST_QUOTED_HT,
} from '../markets/correct-score.ts';

/** "Other" wins for a score outside the grid with that result. */
const others: Readonly<Record<string, Winner>> = { other_home: '1', other_draw: 'X', other_away: '2' };

export function gradeCorrectScore(selection: string, line: string | undefined): ScoreGrader | undefined {
  if (line !== undefined || !correctScore.selections.includes(selection)) return undefined;
  const other = others[selection];
  if (other === undefined) return exactGrader(selection);
  return (score) => (isBeyond(HIGHEST_QUOTED, score) && winnerOf(score) === other ? 'win' : 'lose');
}

/** At half time one "other" wins for every score outside the grid. */
export function gradeHalfTimeScore(selection: string, line: string | undefined): ScoreGrader | undefined {
  if (line !== undefined || !halfTimeCorrectScore.selections.includes(selection)) return undefined;
  if (selection !== 'other') return exactGrader(selection);
  return (score) => (isBeyond(HIGHEST_QUOTED_HT, score) ? 'win' : 'lose');
}

/** Grades one quoted score, "2-1". */
function exactGrader(quoted: string): ScoreGrader {
  const [home, away] = quoted.split('-').map(Number);
  return (score) => (score.home === home && score.away === away ? 'win' : 'lose');
}

/** Whether a score is outside the quoted grid, where an "other" selection wins. */
function isBeyond(highest: number, score: Score): boolean {
  return score.home > highest || score.away > highest;
}
