import type { Minor } from '@touchline/money/amount';
import { FT_FROM, FT_MOST } from './exposure-cells.ts';
import type { Exposure } from './exposure.ts';
import type { Score } from './score.ts';
import { worstByCell } from './worst-case.ts';
import type { Reached } from './worst-case.ts';

/** What the house makes if the match ends so: it depends on the half-time score, so from the worst to the best. */
export type HeatCell = Score & { worstMinor: Minor; bestMinor: Minor };

/**
 * The house's result by full-time score, home goals first.
 * @param highest most goals of a side shown, at most FT_MOST
 * @param reached leaves out scores the match has passed
 */
export function heatMap(exposure: Exposure, highest: number, reached?: Reached): HeatCell[] {
  const losses = worstByCell(exposure, reached);
  const gains = worstByCell(
    exposure.map((minor) => -minor),
    reached,
  );
  const cells: HeatCell[] = [];
  for (let home = 0; home <= Math.min(highest, FT_MOST); home++) {
    for (let away = 0; away <= Math.min(highest, FT_MOST); away++) {
      const at = FT_FROM + home * (FT_MOST + 1) + away;
      const [loss = -Infinity, gain = -Infinity] = [losses[at], gains[at]];
      if (loss === -Infinity) continue;
      cells.push({ home, away, worstMinor: -BigInt(loss), bestMinor: BigInt(gain) });
    }
  }
  return cells;
}
