import { parseLine } from '../line.ts';
import { outcomeByQuarters } from './outcome-by-quarters.ts';
import type { ScoreGrader } from '../market.ts';
import { FIRST_QUARTERS, LAST_QUARTERS } from '../markets/over-under.ts';

/** Total goals over or under a line. */
export function gradeTotal(selection: string, line: string | undefined): ScoreGrader | undefined {
  const quarters = line === undefined ? undefined : parseLine(line);
  if (quarters === undefined || quarters < FIRST_QUARTERS || quarters > LAST_QUARTERS) return undefined;
  if (selection === 'over') return (score) => outcomeByQuarters(4 * (score.home + score.away) - quarters);
  if (selection === 'under') return (score) => outcomeByQuarters(quarters - 4 * (score.home + score.away));
  return undefined;
}
