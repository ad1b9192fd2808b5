import { limits } from '@touchline/contract/limits';
import type { BuilderPicks } from '@touchline/contract/shapes/builder';
import { orderedParts } from '@touchline/football/builder-parts';
import { checkBet, UnknownBet } from '@touchline/football/grade';
import { Refused } from '../../core/refusal.ts';

/** A selection of a builder as a member names it. `line` is the selected side's own, '' for a market without lines. */
export type BuilderPick = { market: string; line: string; selection: string };

/**
 * Reads the selections of a builder.
 * @param least how many there must be
 * @returns them in canonical order, in which they are priced and stored
 * @throws Refused `builder_parts` for too few, too many, or one that no market has
 */
export const readPicks = (picks: BuilderPicks, least: number): BuilderPick[] => {
  const parts = picks.map(({ line, ...pick }) =>
    line === undefined || line === '' ? pick : { ...pick, line },
  );
  const isFit =
    parts.length >= least &&
    parts.length <= limits.builderPartsMax &&
    parts.every((part) => !(checkBet(part) instanceof UnknownBet));
  if (!isFit) throw new Refused('builder_parts');
  return orderedParts(parts).map(({ market, selection, line = '' }) => ({ market, line, selection }));
};
