import type { Outcome } from '@touchline/football/market';
import { outcomes, type KnownLeg } from './legs.ts';

/**
 * The accepted sums of one leg, in minor units. Numbers: whole ones are exact up to 2^53, halves up to 2^52,
 * far beyond any cap.
 */
export type LegSums = {
  /** Stakes and full returns of singles. */
  stake: number;
  potential: number;
  /**
   * Full returns of accumulators and systems: they count whole wherever this leg does not lose, and offset
   * nothing.
   */
  combined: number;
  /** The cost of unwritten singles. Their stakes offset nothing until they are written. */
  pending: number;
};

/**
 * By the name of the leg. Everything here is linear: totals are added, subtracted and multiplied leg by leg.
 */
export type Totals = Map<string, LegSums>;

export const none: LegSums = { stake: 0, potential: 0, combined: 0, pending: 0 };

/**
 * The house's loss by a leg's outcome, less the stakes it keeps. The full return P of a single on s at odds o
 * is floor(s × o), and a half win pays floor((s + P) / 2): the half here is at most half a minor unit above
 * the truth, never below.
 */
export const lossOf = ({ stake, potential, combined, pending }: LegSums, outcome: Outcome): number => {
  switch (outcome) {
    case 'win':
      return potential - stake + pending + combined;
    case 'half-win':
      return (potential - stake + pending) / 2 + combined;
    case 'push':
      return combined;
    case 'half-lose':
      return combined - stake / 2;
    case 'lose':
      return -stake;
    default:
      return outcome satisfies never;
  }
};

/** The most a leg can cost at any outcome; 0 when it can only gain. */
export const mostOf = (sums: LegSums): number =>
  // Half a win is never more than the win, or than nothing.
  Math.max(0, lossOf(sums, 'win'), sums.combined, lossOf(sums, 'half-lose'), -sums.stake);

/** Two sums together. @param times how often `b` counts; below zero it is taken off */
export const plus = (a: LegSums, b: LegSums, times = 1): LegSums => ({
  stake: a.stake + b.stake * times,
  potential: a.potential + b.potential * times,
  combined: a.combined + b.combined * times,
  pending: a.pending + b.pending * times,
});

/** The sums that a row has; its columns are whole numbers. */
export const sumsIn = (row: Readonly<Record<keyof LegSums, bigint>>): LegSums => ({
  stake: Number(row.stake),
  potential: Number(row.potential),
  combined: Number(row.combined),
  pending: Number(row.pending),
});

/** A sum multiplied by a number. */
export const timesOf = (sums: LegSums, times: number): LegSums => plus(none, sums, times);

/** Adds one leg's sums to totals, in place. A leg whose sums are zero is removed, so that refused orders leave no entry. */
export const addTo = (totals: Totals, name: string, sums: LegSums, times = 1): void => {
  const sum = plus(totals.get(name) ?? none, sums, times);
  if (sum.stake === 0 && sum.potential === 0 && sum.combined === 0 && sum.pending === 0) totals.delete(name);
  else totals.set(name, sum);
};

/** The sum of totals, each multiplied by its factor. */
export const sumOf = (
  ...parts: readonly (readonly [totals: ReadonlyMap<string, LegSums>, times: number])[]
): Totals => {
  const sum: Totals = new Map();
  for (const [totals, times] of parts) {
    for (const [name, sums] of totals) addTo(sum, name, sums, times);
  }
  return sum;
};

/** A share of totals in whole minor units, rounded so that it is never below the share at any score. */
export const shareOf = (totals: ReadonlyMap<string, LegSums>, share: number): Totals => {
  const part: Totals = new Map();
  for (const [name, { stake, potential, combined, pending }] of totals) {
    part.set(name, {
      stake: Math.floor(stake * share),
      potential: Math.ceil(potential * share),
      combined: Math.ceil(combined * share),
      pending: Math.ceil(pending * share),
    });
  }
  return part;
};

/** Adds the house's loss on a leg to the cells of an exposure. */
export const addCells = (cells: Float64Array, { from, ends }: KnownLeg, sums: LegSums): void => {
  const losses = Float64Array.from(outcomes, (outcome) => lossOf(sums, outcome));
  for (let i = 0; i < ends.length; i++) {
    cells[from + i] = (cells[from + i] ?? 0) + (losses[ends[i] ?? 0] ?? 0);
  }
};
