import { keptMicro, keptOfLegs } from '@touchline/money/theoretical';
import type { BoardEvent, Grids } from '../../pricing/index.ts';
import { readSince, storedParts } from '../builder/stored-parts.ts';

/** A leg at its price. */
export type LegPrice = {
  event: BoardEvent | undefined;
  market: string;
  line: string;
  /** Of a builder the text of its parts. */
  selection: string;
  since: string;
  oddsMilli: number;
  /** Of a builder: the price of each set of its parts. */
  subsets?: readonly number[] | undefined;
  /** The margin of the whole market, hundredths of a percent. */
  marginBp?: number | undefined;
};

/**
 * The part of the stake that the house expects to keep of a leg by the chances behind its price. A market's margin is spread unevenly over its
 * selections, and the shortest odds have less of it.
 * @returns millionths, rounded down, below 0 for a price above the fair one; without chances that of the market's margin; undefined
 *   where there is neither
 */
const keptOfLeg = (leg: LegPrice, grids: Grids): number | undefined => {
  const average = leg.event && averageReturn(leg.event, leg, grids);
  if (average !== undefined) return Math.floor((1 - average) * 1_000_000);
  return leg.marginBp === undefined ? undefined : keptMicro(leg.marginBp);
};

const averageReturn = (
  event: BoardEvent,
  { market, line, selection, since, oddsMilli, subsets }: LegPrice,
  grids: Grids,
): number | undefined => {
  if (subsets !== undefined) {
    return grids.builderFactor(event, storedParts({ selection, since }), { subsets, voided: new Set() });
  }
  const returns = grids.returnsOf(event, {
    market,
    selection,
    line: line === '' ? undefined : line,
    since: readSince(since),
  });
  return returns && (returns.won * oddsMilli) / 1000 + returns.returned;
};

/**
 * The expected margin of the stake of a bet, at the prices that are taken: never more than the house expects to keep, and never below 0.
 * @param k legs per line, see `Order`
 * @returns millionths; undefined where a leg has neither chances nor a margin
 */
export const keptOf = (k: number, legs: readonly LegPrice[], grids: Grids): number | undefined => {
  const kept = legs.map((leg) => keptOfLeg(leg, grids)).filter((one) => one !== undefined);
  return kept.length === legs.length ? keptOfLegs(k, kept) : undefined;
};
