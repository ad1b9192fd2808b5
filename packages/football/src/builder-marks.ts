import { fitOf } from './builder.ts';
import { areRivals, orderedParts, PARTS_MOST } from './builder-parts.ts';
import type { BuilderPart } from './builder-parts.ts';
import type { Grid } from './grid.ts';

/** Why a selection cannot be added to those that are picked: no score lets all of them win, or it follows from them. */
export type BuilderMark = 'impossible' | 'redundant';

/**
 * What would be wrong with one more selection of a builder, by the judgement that its quote rests on.
 * @param picked the parts there are. A rival of the candidate would give way to it
 * @param candidate the selection that is not picked yet
 * @returns undefined where nothing is wrong with it, where it is picked already, and where there would be too many
 * @throws UnknownBet for a market, selection or line that does not exist
 */
export function builderMark(
  grid: Grid,
  picked: readonly BuilderPart[],
  candidate: BuilderPart,
): BuilderMark | undefined {
  const isPicked = picked.some(
    ({ market, selection, line }) =>
      market === candidate.market && selection === candidate.selection && line === candidate.line,
  );
  const others = picked.filter((part) => !areRivals(part, candidate));
  if (isPicked || others.length === 0 || others.length >= PARTS_MOST) return undefined;
  const parts = orderedParts([...others, candidate]);
  const fit = fitOf(grid, parts);
  if (fit.state === 'impossible') return 'impossible';
  return fit.state === 'redundant' && fit.parts.includes(parts.indexOf(candidate)) ? 'redundant' : undefined;
}
