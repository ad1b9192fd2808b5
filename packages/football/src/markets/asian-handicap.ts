import { linesBetween, outcomeByQuarters, parseLine } from '../line.ts';
import type { Market, ScoreGrader } from '../market.ts';

const MOST_QUARTERS = 12;

/** Lines of a handicap, −3 … +3 in quarters. */
export const handicapLines: readonly string[] = linesBetween(-MOST_QUARTERS, MOST_QUARTERS);

/** The line is added to the goals of the selected side, so away +0.5 mirrors home −0.5. */
export function handicapGrader(selection: string, line: string | undefined): ScoreGrader | undefined {
  const quarters = line === undefined ? undefined : parseLine(line);
  if (quarters === undefined || Math.abs(quarters) > MOST_QUARTERS) return undefined;
  if (selection === 'home') return ({ home, away }) => outcomeByQuarters(4 * (home - away) + quarters);
  if (selection === 'away') return ({ home, away }) => outcomeByQuarters(4 * (away - home) + quarters);
  return undefined;
}

export const asianHandicap: Market = {
  name: 'asian_handicap',
  period: 'ft',
  selections: ['home', 'away'],
  lines: handicapLines,
  offers: { nearest: 7, halves: 0 },
  countsFromBet: true,
  winners: 1,
  defaultMargin: 0.04,
  grader: handicapGrader,
};
