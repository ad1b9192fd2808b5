import { halfTime, type ScoreGrader, type ScoreMarket } from '../market.ts';
import { linesBetween, outcomeByQuarters, parseLine } from '../line.ts';

const MOST_QUARTERS = 12;

/** Lines of −3 … +3 in quarters. */
export const asianHandicap = {
  name: 'asian_handicap',
  period: 'ft',
  selections: ['home', 'away'],
  lines: linesBetween(-MOST_QUARTERS, MOST_QUARTERS),
  offers: { nearest: 7, halves: 0 },
  mirrorsLine: true,
  countsFromBet: true,
  winners: 1,
  margin: 0.04,
  inPlay: true,
  groups: ['main', 'handicap'],
  card: 'handicap',
  wording: 'handicap',
  rule: 'asian_handicap',
  grader: gradeHandicap,
} as const satisfies ScoreMarket;

export const halfTimeAsianHandicap = halfTime(asianHandicap, {
  margin: 0.05,
  offers: { nearest: 3, halves: 0 },
  groups: ['handicap', 'halves'],
});

/** The line is added to the goals of the selected side, so away +0.5 mirrors home −0.5. */
function gradeHandicap(selection: string, line: string | undefined): ScoreGrader | undefined {
  const quarters = line === undefined ? undefined : parseLine(line);
  if (quarters === undefined || Math.abs(quarters) > MOST_QUARTERS) return undefined;
  if (selection === 'home') return ({ home, away }) => outcomeByQuarters(4 * (home - away) + quarters);
  if (selection === 'away') return ({ home, away }) => outcomeByQuarters(4 * (away - home) + quarters);
  return undefined;
}
