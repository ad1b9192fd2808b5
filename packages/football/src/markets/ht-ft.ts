import type { HalvesGrader, MarketDefinition } from '../market.ts';
import { winnerOf, winners } from '../score.ts';

export const halfTimeFullTime = {
  name: 'ht_ft',
  period: 'both',
  selections: winners.flatMap((half) => winners.map((full) => `${half}/${full}`)),
  lines: [],
  winners: 1,
  margin: 0.12,
  // Its long prices suffer the most from a wrong mean.
  leastBasis: 'results',
  inPlay: true,
  groups: ['halves'],
  card: 'half-full',
  wording: 'half-full',
  rule: 'ht_ft',
  grader: gradeHalfTimeFullTime,
} as const satisfies MarketDefinition;

/** The result at half time and the result at full time, "X/1". */
function gradeHalfTimeFullTime(selection: string, line: string | undefined): HalvesGrader | undefined {
  const known = halfTimeFullTime.selections.some((each) => each === selection);
  if (!known || line !== undefined) return undefined;
  const [half, full] = selection.split('/');
  return (ht, ft) => (winnerOf(ht) === half && winnerOf(ft) === full ? 'win' : 'lose');
}
