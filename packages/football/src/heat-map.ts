import type { Minor } from '@touchline/money/amount';
import { FT_FROM, FT_MOST } from './exposure-cells.ts';
import type { Score } from './score.ts';
import { type Reached, worstByCell } from './worst-case.ts';

/** What the house makes if the match ends so: it depends on the half-time score, so from the worst to the best. */
export type HeatCell = Score & { worstMinor: Minor; bestMinor: Minor };

/**
 * The house's result by full-time score, home goals first.
 * @param cells what the house loses in each, minor units, as exposure-cells.ts lays them out: payouts less stakes, negative
 *   where it gains; whole numbers up to 2^51, so that the four of a score add up exactly
 * @param highest most goals of a side shown, at most FT_MOST
 * @param reached leaves out scores the match has passed
 */
export function heatMap(cells: Float64Array, highest: number, reached?: Reached): HeatCell[] {
  const losses = worstByCell(cells, reached);
  const gains = worstByCell(
    cells.map((minor) => -minor),
    reached,
  );
  const map: HeatCell[] = [];
  for (let home = 0; home <= Math.min(highest, FT_MOST); home++) {
    for (let away = 0; away <= Math.min(highest, FT_MOST); away++) {
      const at = FT_FROM + home * (FT_MOST + 1) + away;
      const [loss = -Infinity, gain = -Infinity] = [losses[at], gains[at]];
      if (loss === -Infinity) continue;
      map.push({ home, away, worstMinor: -BigInt(loss), bestMinor: BigInt(gain) });
    }
  }
  return map;
}
