import type { HalvesGrader, Market } from '../market.ts';
import { winnerOf } from '../score.ts';
import { winnerSelections } from './1x2.ts';

const selections = winnerSelections.flatMap((half) => winnerSelections.map((full) => `${half}/${full}`));

/** The result at half time and the result at full time, "X/1". */
function grader(selection: string, line: string | undefined): HalvesGrader | undefined {
  if (!selections.includes(selection) || line !== undefined) return undefined;
  const [half, full] = selection.split('/');
  return (ht, ft) => (winnerOf(ht) === half && winnerOf(ft) === full ? 'win' : 'lose');
}

export const halfTimeFullTime: Market = {
  name: 'ht_ft',
  period: 'both',
  selections,
  lines: [],
  winners: 1,
  defaultMargin: 0.12,
  grader,
};
