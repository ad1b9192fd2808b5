import { CELL_COUNT } from '@touchline/football/exposure-cells';
import { heatMap } from '@touchline/football/heat-map';
import type { Score } from '@touchline/football/score';
import { worstByCell, type Reached } from '@touchline/football/worst-case';
import type { Caps } from './caps.ts';
import type { ExposedLeg, LegBook } from './legs.ts';
import { EventRisk } from './event-exposure.ts';
import { addCells, lossOf, sumOf, type Totals } from './totals.ts';

/** The exposure of an event, for operators. Amounts in minor units; a loss is negative in `cells` only. */
export type EventHeat = {
  eventId: string;
  /** The house's result by full-time score, at the worst and at the best half-time score before it. */
  cells: (Score & { worstMinor: bigint; bestMinor: bigint })[];
  /** The most the event can still cost; 0 when the house gains at every outcome. */
  worstMinor: bigint;
  /** The best result of the house; below 0 when it loses at every outcome. */
  bestMinor: bigint;
  /** Its caps; null where there is none. */
  caps: Record<'event' | 'market' | 'selection', bigint | null>;
  /** Markets with bets, the one that can cost most first. */
  markets: {
    market: string;
    /** The line of the market on the board: the home side's. */
    line: string;
    worstMinor: bigint;
    /** The one that costs most first. */
    selections: (ExposedLeg & {
      stakeMinor: bigint;
      /** Full returns of singles, and of accumulators and systems. */
      potentialMinor: bigint;
      combinedMinor: bigint;
      /** The cost when the selection wins. */
      costMinor: bigint;
      /** The cost of singles that wait for the live delay; part of the cost. */
      pendingMinor: bigint;
    })[];
  }[];
};

/** The most goals of a side shown. */
const highest = 6;

/** Shapes an event's totals for operators. */
export const heatOf = (
  legs: LegBook,
  eventId: string,
  { totals, caps, reached }: { totals: Totals; caps: Caps; reached: Reached | undefined },
): EventHeat => {
  const losses = new Float64Array(CELL_COUNT);
  for (const [name, sums] of totals) addCells(losses, legs(name), sums);
  const byMarket = Map.groupBy(totals, ([name]) => legs(name).market);
  const worstOf = (part: Totals): bigint =>
    BigInt(Math.ceil(Math.max(0, new EventRisk(legs, counted, sumOf([part, 1]), reached).worst().event)));
  const markets = [...byMarket].map(([key, own]) => {
    const [market = '', line = ''] = key.split('|');
    return {
      market,
      line,
      worstMinor: worstOf(new Map(own)),
      selections: own
        .map(([name, sums]) => ({
          ...legs(name).leg,
          stakeMinor: BigInt(sums.stake),
          potentialMinor: BigInt(sums.potential),
          combinedMinor: BigInt(sums.combined),
          costMinor: BigInt(lossOf(sums, 'win')),
          pendingMinor: BigInt(sums.pending),
        }))
        .toSorted((a, b) => Number(b.costMinor - a.costMinor)),
    };
  });
  return {
    eventId,
    cells: heatMap(losses.map(Math.ceil), highest, reached),
    worstMinor: worstOf(totals),
    bestMinor: bestOf(losses, reached),
    caps: { event: capOf(caps.event), market: capOf(caps.market), selection: capOf(caps.selection) },
    markets: markets.toSorted((a, b) => Number(b.worstMinor - a.worstMinor)),
  };
};

const bestOf = (losses: Float64Array, reached: Reached | undefined): bigint => {
  const most = worstByCell(
    losses.map((minor) => -Math.ceil(minor)),
    reached,
  ).reduce((a, b) => Math.max(a, b));
  return BigInt(most);
};

/**
 * The state of a match whose first half ended so.
 * @returns undefined when it cannot have
 */
export const reachedAtHalf = (reached: Reached | undefined, ht: Score): Reached | undefined => {
  if (reached === undefined) return { score: ht, ht };
  const { score, ht: known } = reached;
  const isPassed = known === undefined ? score.home > ht.home || score.away > ht.away : !isSame(known, ht);
  if (isPassed) return undefined;
  return { score: { home: Math.max(score.home, ht.home), away: Math.max(score.away, ht.away) }, ht };
};

const isSame = (a: Score, b: Score): boolean => a.home === b.home && a.away === b.away;

const counted = { event: 0, market: Infinity, selection: Infinity };

const capOf = (minor: number): bigint | null => (minor === Infinity ? null : BigInt(minor));

type Facts = { totals: Totals; caps: Caps; reached: Reached | undefined };

const keyOf = ({ totals, caps: { event, market, selection }, reached }: Facts): string =>
  JSON.stringify([[...totals], String([event, market, selection]), reached]);

/** Heat maps in memory: computed again only after a change. */
export const createHeatMemory = (legs: LegBook) => {
  const known = new Map<string, { key: string; heat: EventHeat }>();
  return {
    /** The result of `heatOf`. */
    of: (eventId: string, facts: Facts): EventHeat => {
      const key = keyOf(facts);
      const before = known.get(eventId);
      if (before?.key === key) return before.heat;
      const heat = heatOf(legs, eventId, facts);
      known.set(eventId, { key, heat });
      return heat;
    },
    /** Drops events that are no longer needed. */
    keep: (isThere: (eventId: string) => boolean): void => {
      for (const eventId of known.keys()) if (!isThere(eventId)) known.delete(eventId);
    },
  };
};
