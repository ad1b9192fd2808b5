import { largestUnit, type Combined } from '@touchline/money/system';
import type { Room } from './event-exposure.ts';
import { type LegSums, none } from './totals.ts';

/** A bet for exposure: a single, or an accumulator or system; the full return of a unit of its stake. */
export type Slip = { isSingle: boolean; all: Combined };

/** The sums that a bet adds to each of its legs once it is written. */
export const writtenSums = (
  { isSingle }: Pick<Slip, 'isSingle'>,
  stakeMinor: bigint,
  potentialMinor: bigint,
): LegSums =>
  isSingle
    ? { ...none, stake: Number(stakeMinor), potential: Number(potentialMinor) }
    : { ...none, combined: Number(potentialMinor) };

/** The sums of an undecided bet: a stake that may not come offsets nothing. */
export const pendingSums = (written: LegSums): LegSums => ({
  ...none,
  combined: written.combined,
  pending: written.potential - written.stake,
});

/**
 * The largest stake of one line that fits the capacity of a leg.
 * @returns minor units, 0 when none fits; undefined when every stake does
 */
export const largestWithin = ({ isSingle, all }: Slip, room: Room): bigint | undefined => {
  const most = isSingle
    ? [gainWithin(all, room.win), gainWithin(all, room['half-win'] * 2)]
    : [returnWithin(all, Math.min(room.win, room['half-win'], room.push, room['half-lose']))];
  return most
    .filter((unit) => unit !== undefined)
    .reduce<bigint | undefined>(
      (least, unit) => (least === undefined || unit < least ? unit : least),
      undefined,
    );
};

const returnWithin = (all: Combined, room: number): bigint | undefined => {
  return room === Infinity ? undefined : largestUnit(roomOf(room), all);
};

/** The largest u with floor(u × num / den) − u ≤ room. */
const gainWithin = ({ num, den }: Combined, room: number): bigint | undefined => {
  if (room === Infinity || num <= den) return undefined;
  // floor(u × (num − den) / den) ≤ room ⇔ u × (num − den) < (room + 1) × den
  return ((roomOf(room) + 1n) * den - 1n) / (num - den);
};

/** Where a limit is passed, a bet that costs nothing still fits: a stake whose win rounds down to itself. */
const roomOf = (minor: number): bigint => BigInt(Math.floor(Math.max(0, minor)));
