import { linesBetween, outcomeByQuarters, parseLine } from '../line.ts';
import type { Market, ScoreGrader } from '../market.ts';

const FIRST_QUARTERS = 2;
const LAST_QUARTERS = 26;

/** Lines of a total, 0.5 … 6.5 in quarters. */
export const totalLines: readonly string[] = linesBetween(FIRST_QUARTERS, LAST_QUARTERS);

/** Total goals over or under a line of 0.5 … 6.5 in quarters. */
export function totalGrader(selection: string, line: string | undefined): ScoreGrader | undefined {
  const quarters = line === undefined ? undefined : parseLine(line);
  if (quarters === undefined || quarters < FIRST_QUARTERS || quarters > LAST_QUARTERS) return undefined;
  if (selection === 'over') return (score) => outcomeByQuarters(4 * (score.home + score.away) - quarters);
  if (selection === 'under') return (score) => outcomeByQuarters(quarters - 4 * (score.home + score.away));
  return undefined;
}

export const overUnder: Market = {
  name: 'over_under',
  period: 'ft',
  selections: ['over', 'under'],
  lines: totalLines,
  offers: { nearest: 1, halves: 5 },
  winners: 1,
  defaultMargin: 0.04,
  grader: totalGrader,
};
