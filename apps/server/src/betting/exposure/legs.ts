import { builderCells } from '@touchline/football/builder-cells';
import { cellOutcomes } from '@touchline/football/exposure-cells';
import { graderOf } from '@touchline/football/grade';
import { marketLineOf } from '@touchline/football/leg-line';
import type { Outcome } from '@touchline/football/market';
import type { Score } from '@touchline/football/score';
import { isBuilder, readSince, storedParts } from '../builder/stored-parts.ts';

/**
 * A leg within one event. `line` is the selected side's own; `since` the score a live handicap counts from.
 */
export type ExposedLeg = { market: string; line: string; selection: string; since: string };

/** A leg with its precomputed facts. */
export type KnownLeg = {
  name: string;
  leg: ExposedLeg;
  /** The market and line on the board that offer it. */
  market: string;
  /** The selection, for any score it counts from. */
  selection: string;
  since?: Score | undefined;
  /** Where its cells begin in an exposure, and its outcome at each: places in `outcomes`. */
  from: number;
  ends: Uint8Array;
};

export const outcomes = ['win', 'half-win', 'push', 'half-lose', 'lose'] as const satisfies Outcome[];

/** Legs by name; graded over all cells at the first use. */
export type LegBook = (name: string) => KnownLeg;

export const legName = ({ market, line, selection, since }: ExposedLeg): string =>
  `${market}|${line}|${selection}|${since}`;

const readName = (name: string): ExposedLeg => {
  const [market = '', line = '', selection = '', since = ''] = name.split('|');
  return { market, line, selection, since };
};

/** Builders kept: each is some two kB, and graded again where it is needed again. */
const buildersKept = 10_000;

/** Makes an empty book of legs; it grows with the markets offered, not with the bets, and keeps the newest builders. */
export const createLegBook = (): LegBook => {
  const known = new Map<string, KnownLeg>();
  const builders = new Map<string, KnownLeg>();
  return (name) => {
    const found = known.get(name) ?? builders.get(name);
    if (found) return found;
    const leg = readName(name);
    const { market, line, selection, since } = leg;
    const score = readSince(since);
    const { from, outcomes: byCell } = isBuilder(leg)
      ? builderCells(storedParts(leg))
      : cellOutcomes(graderOf({ market, selection, line: line === '' ? undefined : line, since: score }));
    const fresh: KnownLeg = {
      name,
      leg,
      market: `${market}|${isBuilder(leg) ? '' : marketLineOf(market, selection, line)}`,
      selection: `${market}|${line}|${selection}`,
      since: score,
      from,
      ends: Uint8Array.from(byCell, (outcome) => outcomes.indexOf(outcome)),
    };
    if (!isBuilder(leg)) {
      known.set(name, fresh);
      return fresh;
    }
    builders.set(name, fresh);
    const [oldest] = builders.size > buildersKept ? builders.keys() : [];
    if (oldest !== undefined) builders.delete(oldest);
    return fresh;
  };
};
