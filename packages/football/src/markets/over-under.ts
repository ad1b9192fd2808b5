import { halfTime, type ScoreGrader, type ScoreMarket } from '../market.ts';
import { linesBetween, outcomeByQuarters, parseLine } from '../line.ts';

const FIRST_QUARTERS = 2;
const LAST_QUARTERS = 26;

/** Lines of 0.5 … 6.5 in quarters. */
export const overUnder = {
  name: 'over_under',
  period: 'ft',
  selections: ['over', 'under'],
  lines: linesBetween(FIRST_QUARTERS, LAST_QUARTERS),
  offers: { nearest: 1, halves: 5 },
  winners: 1,
  margin: 0.04,
  inPlay: true,
  groups: ['main', 'goals'],
  card: 'total',
  wording: 'total',
  rule: 'over_under',
  grader: gradeTotal,
} as const satisfies ScoreMarket;

export const halfTimeOverUnder = halfTime(overUnder, { margin: 0.05, offers: { nearest: 1, halves: 2 } });

/** Total goals over or under a line. */
function gradeTotal(selection: string, line: string | undefined): ScoreGrader | undefined {
  const quarters = line === undefined ? undefined : parseLine(line);
  if (quarters === undefined || quarters < FIRST_QUARTERS || quarters > LAST_QUARTERS) return undefined;
  if (selection === 'over') return (score) => outcomeByQuarters(4 * (score.home + score.away) - quarters);
  if (selection === 'under') return (score) => outcomeByQuarters(quarters - 4 * (score.home + score.away));
  return undefined;
}
