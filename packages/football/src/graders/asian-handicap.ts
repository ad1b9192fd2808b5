import { parseLine } from '../line.ts';
import { outcomeByQuarters } from './outcome-by-quarters.ts';
import type { ScoreGrader } from '../market.ts';
import { MOST_QUARTERS } from '../markets/asian-handicap.ts';

/** The line is added to the goals of the selected side, so away +0.5 mirrors home −0.5. */
export function gradeHandicap(selection: string, line: string | undefined): ScoreGrader | undefined {
  const quarters = line === undefined ? undefined : parseLine(line);
  if (quarters === undefined || Math.abs(quarters) > MOST_QUARTERS) return undefined;
  if (selection === 'home') return ({ home, away }) => outcomeByQuarters(4 * (home - away) + quarters);
  if (selection === 'away') return ({ home, away }) => outcomeByQuarters(4 * (away - home) + quarters);
  return undefined;
}
