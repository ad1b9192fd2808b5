import type { BuilderPart } from './builder-parts.ts';
import type { CellOutcomes } from './exposure-cells.ts';

/**
 * How a builder ends at each cell of an exposure, never less than it pays there whatever its prices of subsets:
 * exact without pushes and quarter lines; a set of parts that pays less than the whole counts as the whole.
 * @throws UnknownBet for a market, selection or line that does not exist
 */
export function builderCells(parts: readonly BuilderPart[]): CellOutcomes {
  throw new RangeError(`not yet: ${parts.length}`);
}
