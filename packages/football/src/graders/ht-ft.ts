import type { HalvesGrader } from '../market.ts';
import { winnerOf } from '../score.ts';
import { halfTimeFullTime } from '../markets/ht-ft.ts';

/** The result at half time and the result at full time, "X/1". */
export function gradeHalfTimeFullTime(selection: string, line: string | undefined): HalvesGrader | undefined {
  const known = halfTimeFullTime.selections.some((each) => each === selection);
  if (!known || line !== undefined) return undefined;
  const [half, full] = selection.split('/');
  return (ht, ft) => (winnerOf(ht) === half && winnerOf(ft) === full ? 'win' : 'lose');
}
